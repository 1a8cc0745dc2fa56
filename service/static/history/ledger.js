/* The ledger of a figure: every change that led to it, in a dialog over the game; each entry links to its position. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";
import { isPlainClick, onSwap } from "../core/partial_reload.js";

let dialog = null;
let asked = 0;

/** Open the ledger when a figure is clicked; without this module the link leads to its page. */
export function startLedger() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-statement]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    open(link);
  });
  onSwap(() => dialog?.close());
}

async function open(link) {
  const ticket = ++asked;
  const answer = await fetch(link.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (ticket !== asked) return;
  if (!answer?.ok) {
    location.href = link.href;
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (ticket === asked) show(document.adoptNode(page.getElementById("statement")));
}

/** Show the dialog. Its button, Escape or a click outside close it, and the focus returns to the figure. */
function show(content) {
  dialog ??= createDialog();
  dialog.querySelector("#statement")?.remove();
  dialog.append(content);
  dialog.setAttribute("aria-label", content.querySelector("h1").textContent);
  if (!dialog.open) dialog.showModal();
}

function createDialog() {
  const close = element("button", { type: "button", class: "close", "aria-label": messages().close }, "×");
  const fresh = element("dialog", { class: "statement" }, close);
  close.addEventListener("click", () => fresh.close());
  fresh.addEventListener("click", (event) => event.target === fresh && fresh.close());
  document.body.append(fresh);
  return fresh;
}
