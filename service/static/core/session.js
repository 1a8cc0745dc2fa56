/* Private pages are shown only while their session lasts. The page asks the server for the browser's session when the
   user returns to it, when it comes out of the back/forward cache or goes online, and when another page has another
   session. */

import { logInAgain, takeKept } from "./log_in_dialog.js";
import { restoreTypedText, typedText, watchTyping } from "./typed_text.js";

const NAME = "daybook-session";
const ADDRESS = "/api/session";
/** Seconds between two checks while the page is visible: users may delete cookies in the browser's settings. */
const INTERVAL = 60;

const root = document.documentElement;
const sessionOf = (page) => page.body.dataset.session ?? "";
let checking;
let choicesMade = () => null;
let isLeaving = false;

/** Whether a fetched page was rendered for the session of this page. */
export const isSameSession = (fresh) => sessionOf(fresh) === sessionOf(document);

/** Whether a fetched page shows that this page's session has ended; then this page is left. */
export function hasSessionEnded(fresh) {
  if (!sessionOf(document) || isSameSession(fresh)) return false;
  leaveSession(sessionOf(fresh));
  return true;
}

/** Ask for the choices of a move that is being made when the session ends; null for none. */
export function keepChoices(find) {
  choicesMade = find;
}

/** Whether leaving the page would lose choices or typed text, or the page is keeping them until the user logs in. */
export const holdsInput = () => isLeaving || Boolean(choicesMade() || typedText());

/**
 * Leave the page of a session that has ended, for another one or (empty) for none: the user can keep their choices and
 * text.
 */
export function leaveSession(found) {
  if (isLeaving) return;
  const [choices, text] = "user" in document.body.dataset ? [choicesMade(), typedText()] : [];
  hide(!choices && !text);
  isLeaving = true;
  if (choices || text) logInAgain({ choices, text }, Boolean(found)); // It empties the page at once.
  else location.replace(location.pathname + location.search); // By GET, even if the page was the answer to a form.
}

/** Hide the page, or show it again. One that is left stays as it is: hidden, or with the form for logging in. */
function hide(isHidden) {
  if (!isLeaving) root.hidden = isHidden;
}

/** Watch the session of this page. Pages of visitors show nothing private; they only inform the other pages. */
export function startSession() {
  const session = sessionOf(document);
  const others = new BroadcastChannel(NAME);
  others.onmessage = ({ data }) => data !== session && checkSession();
  others.postMessage(session);
  tellServiceWorker(session);
  if (!session) return;
  const checkIfVisible = () => document.visibilityState === "visible" && checkSession();
  document.addEventListener("visibilitychange", checkIfVisible);
  window.addEventListener("focus", checkSession);
  window.addEventListener("online", checkSession);
  setInterval(checkIfVisible, INTERVAL * 1000);
  window.addEventListener("pagehide", ({ persisted }) => hide(persisted));
  window.addEventListener("pageshow", ({ persisted }) => persisted && checkSession());
  restoreTypedText(takeKept("text") ?? []);
  watchTyping();
}

/**
 * Ask for the browser's session and leave the page if it is another one. Without an answer, change nothing. Resolves to
 * whether the page is left.
 */
export function checkSession() {
  if (isLeaving) return Promise.resolve(true);
  if (!sessionOf(document)) return Promise.resolve(false);
  checking ??= check().finally(() => (checking = undefined));
  return checking;
}

async function check() {
  const answer = await fetch(ADDRESS, { cache: "no-store" }).catch(() => null);
  const found = answer?.ok && ((await answer.json()).id ?? "");
  if (typeof found !== "string" || found === sessionOf(document)) {
    hide(false);
    return false;
  }
  tellServiceWorker(found);
  leaveSession(found);
  return true;
}

/** Tell the service worker, which deletes the pages it keeps for other sessions. */
function tellServiceWorker(session) {
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ session }));
}
