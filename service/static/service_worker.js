/* The service worker: shows notices that come while no page of the site is open, and opens what they lead to; without a
   connection it shows games as they were seen last. */

const SEEN = "seen";
const ALWAYS = "always";
const OFFLINE = "/offline";
const MOST = 20;
const GAME = /^\/games\/[0-9a-f]{32}$/;
const SESSION = "Daybook-Session";
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
  else if (request.mode === "navigate" && LEAVING.includes(pathname)) event.waitUntil(inTurn(leave));
  else if (pathname.startsWith("/static/") && !navigator.onLine) event.respondWith(still(request));
});

/** A page that saw news asks for its game to be kept as it is now; each page tells in which session it was made. */
self.addEventListener("message", (event) => {
  const { path, session } = event.data;
  const ticket = ++asked;
  event.waitUntil(path === undefined ? inTurn(() => learn(session, ticket)) : keepAnew(path, ticket));
});

/** The browser is online again after games were read offline. */
self.addEventListener("sync", (event) => event.waitUntil(askForSession(++asked)));

async function page(event) {
  const { pathname, search } = new URL(event.request.url);
  const ticket = ++asked;
  try {
    const answer = await fetch(event.request);
    const isKept = GAME.test(pathname) && !search && answer.ok;
    event.waitUntil(isKept ? keep(pathname, answer.clone(), ticket) : inTurn(() => learn(sessionOf(answer), ticket)));
    return answer;
  } catch {
    self.registration.sync?.register(SESSION).catch(() => {});
    return (await seen(pathname)) ?? (await overview()) ?? Response.error();
  }
}

async function keepAnew(path, ticket) {
  const answer = await fetch(path, { headers: { "Daybook-Hidden": "yes" } });
  if (GAME.test(path) && answer.ok) await keep(path, answer, ticket);
}

/** Keep a page, its looks, and of all pages those seen last; unless another session has begun meanwhile. */
async function keep(path, answer, ticket) {
  const session = sessionOf(answer);
  const html = await answer.text();
  await inTurn(async () => {
    await learn(session, ticket);
    if (session === current) await store(path, html, session);
  });
  await fetchLooks(html);
}

async function store(path, html, session) {
  const seenAt = { "Daybook-Seen": new Date().toISOString(), [SESSION]: session };
  const headers = { "Content-Type": "text/html; charset=utf-8", ...seenAt };
  const cache = await caches.open(SEEN);
  await cache.delete(path);
  await cache.put(path, new Response(html, { headers }));
  const older = (await cache.keys()).slice(0, -MOST);
  await Promise.all(older.map((request) => cache.delete(request)));
}

// All pages that are kept are of one session, and go with it: with the first answer to another one, or to a visitor.

/** Requests are numbered: an answer to an earlier one says nothing of the session that the browser has now. */
let asked = 0;
let heard = 0;
let current;
let working = Promise.resolve();

/** One after the other: nothing is kept while something is deleted. */
function inTurn(work) {
  working = working.then(work, work);
  return working;
}

const sessionOf = (answer) => answer.headers.get(SESSION);

/** An answer tells the session that the browser has; null where it does not. */
async function learn(session, ticket) {
  if (session === null || ticket < heard) return;
  [heard, current] = [ticket, session];
  const cache = await caches.open(SEEN);
  const [first] = await cache.keys();
  if (first && sessionOf(await cache.match(first)) !== session) await caches.delete(SEEN);
}

async function leave() {
  [heard, current] = [++asked, undefined];
  await caches.delete(SEEN);
}

async function askForSession(ticket) {
  const answer = await fetch("/api/session", { cache: "no-store" });
  if (answer.ok) await inTurn(() => learn(sessionOf(answer), ticket));
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
  return marked(filledIn(await kept.text(), "<!-- games -->", games.join("")), new Date().toISOString());
}

/** A text with another one in the first place of a mark; what is put in is taken as it is, whatever `$` it has. */
const filledIn = (text, mark, put) => text.replace(mark, () => put);

/** A page to be read only: without its scripts, which would ask for more, and with what it has for who has none. */
function marked(html, at) {
  const language = html.match(/<html lang="([^"]+)"/)?.[1];
  const when = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const still = html.replaceAll(/<script type="module"[^>]*><\/script>|<\/?noscript>/g, "");
  const dated = still.replace(/<p class="[^"]*offline-note[^]*?<\/p>/, (note) => filledIn(note, "{seen}", when));
  const offline = filledIn(dated, "<html ", `<html data-offline="${at}" `);
  const told = filledIn(offline, "</head>", `<script>(${comeBack})();</script></head>`);
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
