/* Without a connection: pages say so, and that moves wait for it. The worker keeps games as they were seen last. */

import { onSwap } from "../core/partial_reload.js";
import { fill } from "../core/i18n.js";

const root = document.documentElement;

/** Say so while a page that is open has no connection. */
export function startOffline() {
  window.addEventListener("offline", () => say(new Date()));
  window.addEventListener("online", () => delete root.dataset.offline);
}

/** When a game is left after there was news, the worker keeps it as it is now. */
export function startKeeping() {
  let news = false;
  onSwap(() => (news = true));
  document.addEventListener("visibilitychange", () => {
    if (!news || document.visibilityState === "visible" || location.search) return;
    news = false;
    navigator.serviceWorker?.controller?.postMessage({ path: location.pathname });
  });
}

function say(now) {
  root.dataset.offline = now.toISOString();
  for (const note of document.querySelectorAll(".offline-note")) {
    note.dataset.told ??= note.textContent;
    note.textContent = fill(note.dataset.told, { seen: now.toLocaleString(root.lang, { timeStyle: "short" }) });
  }
}
