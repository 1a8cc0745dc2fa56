/* What is private is shown no longer than its session lasts. The server is asked which session this browser has now: when a
   page is looked at again, comes out of the browser's memory or goes online, and when another page has another session. */

const NAME = "daybook-session";
const ADDRESS = "/api/session";
/** Seconds between two looks while the page is looked at: cookies may be deleted in the settings of the browser. */
const EVERY = 60;

const root = document.documentElement;
const sessionOf = (page) => page.body.dataset.session ?? "";
let looking;

/** Whether a page that was fetched was made in the session of this one. */
export const isOfThisSession = (fresh) => sessionOf(fresh) === sessionOf(document);

/** Watch the session of this page; visitors' pages show nothing private, and only tell the others. */
export function startSession() {
  const session = sessionOf(document);
  const others = new BroadcastChannel(NAME);
  others.onmessage = ({ data }) => data !== session && checkSession();
  others.postMessage(session);
  tellWorker(session);
  if (!session) return;
  const isSeen = () => document.visibilityState === "visible" && checkSession();
  document.addEventListener("visibilitychange", isSeen);
  window.addEventListener("focus", checkSession);
  window.addEventListener("online", checkSession);
  setInterval(isSeen, EVERY * 1000);
  window.addEventListener("pagehide", ({ persisted }) => (root.hidden = persisted));
  window.addEventListener("pageshow", ({ persisted }) => persisted && checkSession());
}

/** Ask which session this browser has, and load the page again if it is another one. Without an answer nothing is known. */
export function checkSession() {
  if (!sessionOf(document)) return undefined;
  looking ??= look().finally(() => (looking = undefined));
  return looking;
}

async function look() {
  const answer = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  const found = answer?.ok && ((await answer.json()).id ?? "");
  root.hidden = typeof found === "string" && found !== sessionOf(document);
  if (!root.hidden) return;
  tellWorker(found);
  location.replace(location.pathname + location.search); // By GET, also where the page came in answer to a form.
}

/** What the worker keeps of other sessions it deletes. */
function tellWorker(session) {
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ session }));
}
