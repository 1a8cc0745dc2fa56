/* Why a number is what it is: its statement opens over the game, and each entry leads to its position. */

import { isPlain, onSwap } from "../core/partial_reload.js";
import { element, words } from "../core/i18n.js";

let dialog = null;
let asked = 0;

/** Let numbers that have a statement be asked; without this module they lead to its page. */
export function startStatements() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-statement]");
    if (!link || !isPlain(event)) return;
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

/** Closed by its button, by Escape, or by a click beside it; the focus goes back to the number then. */
function show(told) {
  dialog ??= made();
  dialog.querySelector("#statement")?.remove();
  dialog.append(told);
  dialog.setAttribute("aria-label", told.querySelector("h1").textContent);
  if (!dialog.open) dialog.showModal();
}

function made() {
  const close = element("button", { type: "button", class: "close", "aria-label": words().close }, "×");
  const fresh = element("dialog", { class: "statement" }, close);
  close.addEventListener("click", () => fresh.close());
  fresh.addEventListener("click", (event) => event.target === fresh && fresh.close());
  document.body.append(fresh);
  return fresh;
}
