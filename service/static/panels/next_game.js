/* The next game in which it is the user's turn: prefetched, and opened with the key n. */

import { reload, onSwap } from "../core/partial_reload.js";

const KEY = "n";

const prefetched = new Set();
const link = () => document.querySelector("a[data-next]");

/** Prefetch the next game whenever the page links to one. Reload a page that was prefetched: it may be minutes old. */
export function startNextGame() {
  onSwap(prefetchNextGame);
  prefetchNextGame();
  if (performance.getEntriesByType("navigation")[0]?.deliveryType === "navigational-prefetch") reload();
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== KEY || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    link()?.click();
  });
}

/** Prefetch by speculation rules: the page may show a hand, so it is kept in no cache and for minutes only. */
function prefetchNextGame() {
  const href = link()?.href;
  if (!href || prefetched.has(href) || !HTMLScriptElement.supports?.("speculationrules")) return;
  prefetched.add(href);
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: [href], eagerness: "immediate" }] });
  document.head.append(rules);
}
