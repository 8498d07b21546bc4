#!/bin/sh
# The client's checks (types, accessibility) come from npm: fetched where there is one, skipped where there is none.
web=$(dirname "$0")/web
if [ ! -d "$web/node_modules" ] && command -v npm >/dev/null 2>&1; then
    npm ci --prefix "$web" --silent >/dev/null 2>&1 || echo "npm could not fetch the checks of the client: they are skipped."
fi
# Browser tests drive the system's Chromium. Installs it where apt may be used; otherwise says so and goes on.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing Chromium for the browser tests ..."
    if (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-dejavu-core) >/dev/null 2>&1; then
        exit 0
    fi
fi
echo "No Chromium here: the browser tests are skipped (install the package 'chromium' to run them)."
exit 0
