/* The service worker: shows push notifications and opens their pages; without a connection, shows games as the user
   last saw them. */

/** Names of the caches: pages of games, and what every offline page needs. */
const GAMES = "seen";
const STATIC = "always";
const OFFLINE = "/offline";
const MAX_GAMES = 20;
const GAME = /^\/games\/[0-9a-f]{32}$/;
const SESSION = "Daybook-Session";
/** Addresses of forms that change the session. */
const SESSION_FORMS = ["/log-out", "/log-in", "/sign-up", "/account/delete"];

/* In browsers with static routing, only navigations wait for this worker. */
const ROUTES = [
  { condition: { requestMode: "navigate" }, source: "fetch-event" },
  { condition: { urlPattern: { pathname: "/static/*" } }, source: { cacheName: STATIC } },
  { condition: { urlPattern: { pathname: "/*" } }, source: "network" },
];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.addRoutes?.(ROUTES);
  event.waitUntil(cacheOfflinePage());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// ---------------------------------------------------------------------------------------------------- Notifications

self.addEventListener("push", (event) => {
  const { id, title, text, path } = event.data.json();
  const body = text === title ? "" : text;
  const options = { body, tag: id, icon: "/static/icon-192.png", badge: "/static/icon-192.png", data: path };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Bring an open page with this path to the front, or open a new one. */
async function openPage(path) {
  const address = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => page.url === address);
  return open ? open.focus() : self.clients.openWindow(address);
}

// ---------------------------------------------------------------------------------------------------- Offline

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(navigate(event));
  else if (request.mode === "navigate" && SESSION_FORMS.includes(pathname)) event.waitUntil(serialize(endSession));
  else if (pathname.startsWith("/static/") && !navigator.onLine) event.respondWith(cachedStatic(request));
});

/** Pages ask to store their game again after an update, and tell the session they were rendered for. */
self.addEventListener("message", (event) => {
  const { path, session } = event.data;
  const ticket = ++requests;
  event.waitUntil(path === undefined ? serialize(() => noteSession(session, ticket)) : storeAgain(path, ticket));
});

/** The browser is online again after the user viewed games offline. */
self.addEventListener("sync", (event) => event.waitUntil(fetchSession(++requests)));

async function navigate(event) {
  const { pathname, search } = new URL(event.request.url);
  const ticket = ++requests;
  try {
    const answer = await fetch(event.request);
    const isStored = GAME.test(pathname) && !search && answer.ok;
    event.waitUntil(serialize(() => noteLanguage(answer)));
    event.waitUntil(
      isStored ? store(pathname, answer.clone(), ticket) : serialize(() => noteSession(sessionOf(answer), ticket)),
    );
    return answer;
  } catch {
    self.registration.sync?.register(SESSION).catch(() => {});
    return (await storedGame(pathname)) ?? (await offlinePage()) ?? Response.error();
  }
}

async function storeAgain(path, ticket) {
  const answer = await fetch(path, { headers: { "Daybook-Hidden": "yes" } });
  if (GAME.test(path) && answer.ok) await store(path, answer, ticket);
}

/** Store a page and its style sheets, unless another session has started in the meantime. */
async function store(path, answer, ticket) {
  const session = sessionOf(answer);
  const html = await answer.text();
  await serialize(async () => {
    await noteSession(session, ticket);
    if (session === current) await putPage(path, html, session);
  });
  await cacheStyles(html);
}

/** Put a page into the cache, and delete all but the latest ones. */
async function putPage(path, html, session) {
  const seenAt = { "Daybook-Seen": new Date().toISOString(), [SESSION]: session };
  const headers = { "Content-Type": "text/html; charset=utf-8", ...seenAt };
  const cache = await caches.open(GAMES);
  await cache.delete(path);
  await cache.put(path, new Response(html, { headers }));
  const older = (await cache.keys()).slice(0, -MAX_GAMES);
  await Promise.all(older.map((request) => cache.delete(request)));
}

// All stored pages belong to one session. They are deleted with the first answer to another session or to a visitor.

/** Requests are numbered: the answer to an earlier one does not tell the current session. */
let requests = 0;
let latestAnswer = 0;
let current;
let queue = Promise.resolve();

/** Run functions one after another, so that nothing is stored while pages are deleted. */
function serialize(work) {
  queue = queue.then(work, work);
  return queue;
}

const sessionOf = (answer) => answer.headers.get(SESSION);

/** Note the session of an answer (null if it names none), and delete the pages of another session. */
async function noteSession(session, ticket) {
  if (session === null || ticket < latestAnswer) return;
  [latestAnswer, current] = [ticket, session];
  const cache = await caches.open(GAMES);
  const [first] = await cache.keys();
  if (first && sessionOf(await cache.match(first)) !== session) await caches.delete(GAMES);
}

async function endSession() {
  [latestAnswer, current] = [++requests, undefined];
  await caches.delete(GAMES);
}

async function fetchSession(ticket) {
  const answer = await fetch("/api/session", { cache: "no-store" });
  if (answer.ok) await serialize(() => noteSession(sessionOf(answer), ticket));
}

/** Cache the style sheets of a page, and delete those of earlier releases. */
async function cacheStyles(html) {
  const wanted = [...html.matchAll(/href="(\/static\/[^"]+\.css)"/g)].map((found) => found[1]);
  const cache = await caches.open(STATIC);
  for (const path of wanted) if (!(await cache.match(path))) await cache.add(path);
  const release = wanted[0]?.replace(/[^/]+$/, "");
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (release && pathname.startsWith("/static/") && !pathname.startsWith(release)) await cache.delete(url);
  }
}

/** Pages in another language than before replace the stored ones. */
async function noteLanguage(answer) {
  const language = answer.headers.get("Content-Language");
  const offline = await (await caches.open(STATIC)).match(OFFLINE);
  if (!language || !offline || offline.headers.get("Content-Language") === language) return;
  await caches.delete(GAMES);
  await cacheOfflinePage();
}

async function cacheOfflinePage() {
  const answer = await fetch(OFFLINE);
  const html = await answer.clone().text();
  await (await caches.open(STATIC)).put(OFFLINE, answer);
  await cacheStyles(html);
}

/** Return a game as it was last seen, marked as offline; undefined if it is not stored. */
async function storedGame(path) {
  const kept = await (await caches.open(GAMES)).match(path);
  return kept && asOffline(await kept.text(), kept.headers.get("Daybook-Seen"));
}

/** Return the page that replaces all others, with a list of the stored games. */
async function offlinePage() {
  const kept = await (await caches.open(STATIC)).match(OFFLINE);
  if (!kept) return undefined;
  const cache = await caches.open(GAMES);
  const games = await Promise.all(
    (await cache.keys()).reverse().map(async (request) => {
      const title = (await (await cache.match(request)).text()).match(/<title>([^<]*)/)?.[1] ?? "";
      return `<li><a href="${new URL(request.url).pathname}">${title}</a></li>`;
    }),
  );
  return asOffline(replaceFirst(await kept.text(), "<!-- games -->", games.join("")), new Date().toISOString());
}

/** Replace the first occurrence of a string; a `$` in the new text has no special meaning. */
const replaceFirst = (text, old, fresh) => text.replace(old, () => fresh);

/** Return a read-only page: without its scripts, and with the content for browsers without scripts. */
function asOffline(html, at) {
  const language = html.match(/<html lang="([^"]+)"/)?.[1];
  const when = new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const scriptless = html.replaceAll(/<script type="module"[^>]*><\/script>|<\/?noscript>/g, "");
  const dated = scriptless.replace(/<p class="[^"]*offline-note[^]*?<\/p>/, (note) =>
    replaceFirst(note, "{seen}", when),
  );
  const offline = replaceFirst(dated, "<html ", `<html data-offline="${at}" `);
  const complete = replaceFirst(offline, "</head>", `<script>(${reloadOnceOnline})();</script></head>`);
  return new Response(complete, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** Reload the page once there is a connection; runs in the page. Some browsers report one too early. */
function reloadOnceOnline() {
  const retry = () =>
    fetch(location.href, { method: "HEAD" }).then(
      () => location.reload(),
      () => navigator.onLine && setTimeout(retry, 2000),
    );
  addEventListener("online", retry);
}

async function cachedStatic(request) {
  return (await (await caches.open(STATIC)).match(request)) ?? fetch(request);
}
