/**
 * Keeps what can be read without the server: the client itself and the rulebooks that were opened. Files that carry the
 * hash of their content never change and come from the store; the rest comes from the server as long as it answers.
 */

const STORE = "grognard-offline-1";
const NAMED = /\.[0-9a-f]{10}\.(js|css|woff2)$/;
const READ = /^\/(|symbols\.svg|icon\.svg|manifest\.webmanifest|api\/games|api\/games\/[^/]+\/rulebook)$/;
const ENOUGH = 260;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (NAMED.test(pathname)) event.respondWith(kept_first(request));
  else if (READ.test(pathname)) event.respondWith(server_first(event));
});

// a club tells whose turn it is: docs/club.md
self.addEventListener("push", (event) => {
  const said = event.data?.json() ?? {};
  const more = { body: said.text ?? "", tag: `match ${said.match ?? ""}`, icon: "/icon.svg", data: { match: said.match } };
  event.waitUntil(self.registration.showNotification(said.title ?? "Grognard", more));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const match = String(event.notification.data?.match ?? "").replace(/[^\w~-]/g, "");
  event.waitUntil(self.clients.openWindow(match ? `/#/match/${match}` : "/"));
});

async function kept_first(request) {
  const store = await caches.open(STORE);
  const found = await store.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await store.put(request, answer.clone());
    const names = await store.keys();
    for (const old of names.slice(0, Math.max(0, names.length - ENOUGH))) await store.delete(old);
  }
  return answer;
}

async function server_first(event) {
  const { request } = event;
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(store.put(request, answer.clone()));
    return answer;
  } catch (error) {
    const found = await store.match(request, { ignoreSearch: true });
    if (found) return found;
    throw error;
  }
}
