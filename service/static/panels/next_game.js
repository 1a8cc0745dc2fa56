/* The next game that waits for the reader: loaded ahead, and opened by one key. */

import { loadAgain, onSwap } from "../core/partial_reload.js";

const KEY = "n";

const expected = new Set();
const link = () => document.querySelector("a[data-next]");

/** After a move the page may have a link to the next game, and so it may when others have moved. A page that was loaded
    ahead is looked at again: it may be some minutes old. */
export function startNext() {
  onSwap(loadAhead);
  loadAhead();
  if (performance.getEntriesByType("navigation")[0]?.deliveryType === "navigational-prefetch") loadAgain();
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== KEY || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    link()?.click();
  });
}

/** Browsers keep what these rules name for some minutes, with this page and in no cache: it may show a hand. */
function loadAhead() {
  const href = link()?.href;
  if (!href || expected.has(href) || !HTMLScriptElement.supports?.("speculationrules")) return;
  expected.add(href);
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [href], eagerness: "immediate" }] });
  document.head.append(rules);
}
