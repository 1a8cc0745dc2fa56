/* Offline: pages show that they have no connection. The service worker keeps games as the user last saw them. */

import { format } from "../core/i18n.js";
import { onSwap } from "../core/partial_reload.js";

const root = document.documentElement;

/** Show a note while the page has no connection. */
export function startOfflineNote() {
  window.addEventListener("offline", () => showNote(new Date()));
  window.addEventListener("online", () => delete root.dataset.offline);
}

/** Have the service worker store the game again when the user leaves it after an update. */
export function startOfflineCopies() {
  let hasChanged = false;
  onSwap(() => (hasChanged = true));
  document.addEventListener("visibilitychange", () => {
    if (!hasChanged || document.visibilityState === "visible" || location.search) return;
    hasChanged = false;
    navigator.serviceWorker?.controller?.postMessage({ path: location.pathname });
  });
}

function showNote(now) {
  root.dataset.offline = now.toISOString();
  for (const note of document.querySelectorAll(".offline-note")) {
    note.dataset.text ??= note.textContent;
    note.textContent = format(note.dataset.text, { seen: now.toLocaleString(root.lang, { timeStyle: "short" }) });
  }
}
