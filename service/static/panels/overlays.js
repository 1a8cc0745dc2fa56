/* Overlays with the keyboard shortcuts (?) and the game's player aid (r), by key or link. Without scripts the links
   lead to their pages. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";
import { isPlainClick } from "../core/partial_reload.js";

/** Open overlays by key, and by links marked data-aid. */
export function startOverlays() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusout", closeExplanation);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-aid]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    show(link.href);
  });
}

/** Close the explanation that a button opened when the focus moves on: it would cover what has the focus then. */
function closeExplanation({ target, relatedTarget }) {
  if (relatedTarget && !target.popoverTargetElement?.contains(relatedTarget))
    target.popoverTargetElement?.hidePopover();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable], dialog")) return;
  const rules = document.querySelector("main[data-rules]")?.dataset.rules;
  if (event.key === "?") show("/keyboard-shortcuts");
  else if (event.key === "r" && rules) show(`${rules}/player-aid`);
}

/** Show the content of a page in a dialog, if the page exists. */
async function show(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (document.querySelector("dialog.aids")) return;
  const close = element("button", { type: "button" }, messages().close);
  const heading = page.querySelector("main h1").textContent;
  const content = document.adoptNode(page.querySelector("main .aid"));
  for (const link of content.querySelectorAll("a")) link.target = "_blank";
  const dialog = element(
    "dialog",
    { class: "aids", "aria-label": heading },
    element("h2", {}, heading),
    content,
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
