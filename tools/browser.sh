#!/bin/sh
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
