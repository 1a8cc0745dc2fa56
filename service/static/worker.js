/* The service worker: shows notices that come while no page of the site is open, and opens what they lead to; without a
   connection it shows games as they were seen last. */

const SEEN = "seen";
const ALWAYS = "always";
const OFFLINE = "/offline";
const MOST = 20;
const GAME = /^\/games\/[0-9a-f]{32}$/;
const LEAVING = ["/log-out", "/log-in", "/register", "/account/delete"];

/* Where browsers know of routes only whole pages come by here, so that nothing else waits for this worker. */
const ROUTES = [
  { condition: { requestMode: "navigate" }, source: "fetch-event" },
  { condition: { urlPattern: { pathname: "/static/*" } }, source: { cacheName: ALWAYS } },
  { condition: { urlPattern: { pathname: "/*" } }, source: "network" },
];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.addRoutes?.(ROUTES);
  event.waitUntil(fetchAlways());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// ------------------------------------------------------------------------------------------------------------- Notices

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

// -------------------------------------------------------------------------------------------------- Without connection

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
  else if (request.mode === "navigate" && LEAVING.includes(pathname)) event.waitUntil(caches.delete(SEEN));
  else if (pathname.startsWith("/static/") && !navigator.onLine) event.respondWith(still(request));
});

/** A page that saw news asks for its game to be kept as it is now. */
self.addEventListener("message", (event) => event.waitUntil(keepAnew(event.data.path)));

async function page(event) {
  const { pathname, search } = new URL(event.request.url);
  try {
    const answer = await fetch(event.request);
    if (GAME.test(pathname) && !search && answer.ok) event.waitUntil(keep(pathname, answer.clone()));
    return answer;
  } catch {
    return (await seen(pathname)) ?? (await overview()) ?? Response.error();
  }
}

async function keepAnew(path) {
  const answer = await fetch(path, { headers: { "Daybook-Hidden": "yes" } });
  if (GAME.test(path) && answer.ok) await keep(path, answer);
}

/** Keep a page, its looks, and of all pages those seen last. */
async function keep(path, answer) {
  const html = await answer.text();
  const headers = { "Content-Type": "text/html; charset=utf-8", "Daybook-Seen": new Date().toISOString() };
  const cache = await caches.open(SEEN);
  await cache.delete(path);
  await cache.put(path, new Response(html, { headers }));
  const older = (await cache.keys()).slice(0, -MOST);
  await Promise.all(older.map((request) => cache.delete(request)));
  await fetchLooks(html);
}

/** The style sheets of a page, those of earlier releases no longer. */
async function fetchLooks(html) {
  const wanted = [...html.matchAll(/href="(\/static\/[^"]+\.css)"/g)].map((found) => found[1]);
  const cache = await caches.open(ALWAYS);
  for (const path of wanted) if (!(await cache.match(path))) await cache.add(path);
  const release = wanted[0]?.replace(/[^/]+$/, "");
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (release && pathname.startsWith("/static/") && !pathname.startsWith(release)) await cache.delete(url);
  }
}

async function fetchAlways() {
  const answer = await fetch(OFFLINE);
  const html = await answer.clone().text();
  await (await caches.open(ALWAYS)).put(OFFLINE, answer);
  await fetchLooks(html);
}

/** A game as it was seen last, marked as such; nothing where it was not seen. */
async function seen(path) {
  const kept = await (await caches.open(SEEN)).match(path);
  return kept && marked(await kept.text(), kept.headers.get("Daybook-Seen"));
}

/** The page that stands for all others, with the games that can be read. */
async function overview() {
  const kept = await (await caches.open(ALWAYS)).match(OFFLINE);
  if (!kept) return undefined;
  const cache = await caches.open(SEEN);
  const games = await Promise.all(
    (await cache.keys()).reverse().map(async (request) => {
      const title = (await (await cache.match(request)).text()).match(/<title>([^<]*)/)?.[1] ?? "";
      return `<li><a href="${new URL(request.url).pathname}">${title}</a></li>`;
    }),
  );
  return marked((await kept.text()).replace("<!-- games -->", games.join("")), new Date().toISOString());
}

/** A page to be read only: without its scripts, which would ask for more, and with what it has for who has none. */
function marked(html, at) {
  const language = html.match(/<html lang="([^"]+)"/)?.[1];
  const when = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const told = html
    .replace("<html ", `<html data-offline="${at}" `)
    .replaceAll("{seen}", when)
    .replaceAll(/<script type="module"[^>]*><\/script>|<\/?noscript>/g, "")
    .replace("</head>", `<script>(${comeBack})();</script></head>`);
  return new Response(told, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** In a page that came without a connection: load it again once there is one. Some browsers say so too early. */
function comeBack() {
  const again = () =>
    fetch(location.href, { method: "HEAD" }).then(
      () => location.reload(),
      () => navigator.onLine && setTimeout(again, 2000),
    );
  addEventListener("online", again);
}

async function still(request) {
  return (await (await caches.open(ALWAYS)).match(request)) ?? fetch(request);
}
