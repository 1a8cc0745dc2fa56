/* What is looked up at any time and stands on a page of its own is shown over this one: the keys by ?, the game's reference
   sheet by r; links to either, too. Without scripts the links lead to the pages. */

import { isPlain } from "../core/partial_reload.js";
import { element, words } from "../core/i18n.js";

/** Answer the keys, and links marked data-aid. */
export function startAids() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-aid]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    show(link.href);
  });
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
  const rules = document.querySelector("main[data-rules]")?.dataset.rules;
  if (event.key === "?") show("/keys");
  else if (event.key === "r" && rules) show(`${rules}/sheet`);
}

/** Show a page's content over this one. What is not there shows nothing. */
async function show(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (document.querySelector("dialog.aids")) return;
  const close = element("button", { type: "button" }, words().close);
  const heading = page.querySelector("main h1").textContent;
  const told = document.adoptNode(page.querySelector("main .aid"));
  for (const link of told.querySelectorAll("a")) link.target = "_blank";
  const dialog = element("dialog", { class: "aids", "aria-label": heading }, element("h2", {}, heading), told, close);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
