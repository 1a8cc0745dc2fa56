/* The next game that waits for the reader: loaded ahead, and opened by one key. */

import { loadAgain, onSwap } from "../page/regions.js";

const KEY = "n";

const link = () => document.querySelector("a[data-next]");

/** After a move the page may have a link to the next game, and so it may when others have moved. What came out of the
    store of the browser is looked at again: it may be a minute old. */
export function startNext() {
  onSwap(loadAhead);
  loadAhead();
  if (performance.getEntriesByType("navigation")[0]?.transferSize === 0) loadAgain();
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== KEY || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    link()?.click();
  });
}

/** The browser keeps what is loaded ahead for some minutes. */
function loadAhead() {
  const href = link()?.href;
  if (!href || document.querySelector(`link[rel="prefetch"][href="${href}"]`)) return;
  const ahead = document.createElement("link");
  ahead.rel = "prefetch";
  ahead.as = "document";
  ahead.href = href;
  document.head.append(ahead);
}
