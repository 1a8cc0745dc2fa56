/* The service worker: shows notices that come while no page of the site is open, and opens what they lead to. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { id, title, text, path } = event.data.json();
  const body = text === title ? "" : text;
  const options = { body, tag: id, icon: "/static/icon-192.png", badge: "/static/icon-192.png", data: path };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** A page that is open there comes to the front; otherwise a new one opens. */
async function show(path) {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
