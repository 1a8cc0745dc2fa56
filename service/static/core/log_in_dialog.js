/* Logging in again without losing a move: the session has ended while the user was making one. The page shows nothing
   private meanwhile. The form is that of the page for logging in. */

import { element } from "./dom.js";
import { messages } from "./i18n.js";

const KEPT = "daybook-choices";
const LOG_IN = "/log-in";

/** Return what was kept for this page and its user, once; null if there is nothing. */
export function takeKept() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  const { user } = document.body.dataset;
  if (kept?.path !== location.pathname || !user) return null;
  sessionStorage.removeItem(KEPT);
  return kept.user === user ? kept.choices : null;
}

/** Keep choices for a page that is left, empty the page, and let its user log in, unless they have already. */
export async function logInAgain(choices, isLoggedIn) {
  const { user } = document.body.dataset;
  sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, user, choices }));
  emptyPage();
  const dialog = element("dialog", { class: "aids log-in", "aria-labelledby": "log-in-reason" });
  dialog.addEventListener("cancel", leave);
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  if (isLoggedIn) await resume(dialog, user);
  else await showForm(dialog, user);
}

/** Remove everything private from the page. Elements that scripts look for stay, empty and hidden. */
function emptyPage() {
  const main = document.querySelector("main").cloneNode(false);
  for (const name of ["seat", "turn"]) delete main.dataset[name];
  const named = [...document.querySelectorAll("main [id]:not(svg *)")].map(({ localName, id }) =>
    element(["input", "form", "button", "select"].includes(localName) ? localName : "div", { id }),
  );
  const rest = element("div", {}, ...named);
  rest.hidden = true;
  document.title = "Daybook";
  document.body.replaceChildren(main, rest);
}

async function showForm(dialog, user) {
  const answer = await fetch(LOG_IN, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) leave();
  else if (answer.redirected) await resume(dialog, user);
  else await fill(dialog, user, await answer.text());
}

/** Show the form of a page for logging in, perhaps with the reason why the last attempt was refused. */
async function fill(dialog, user, html) {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  const form = document.adoptNode(page.querySelector("form"));
  const more = document.adoptNode(page.querySelector("form ~ p, :scope > p:last-child"));
  const cancel = element("button", { type: "button", class: "quiet" }, messages().cancel);
  cancel.addEventListener("click", leave);
  form.append(" ", cancel);
  form.classList.remove("sheet");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(dialog, user, form);
  });
  dialog.replaceChildren(element("h2", { id: "log-in-reason" }, messages().logInAgain), form, more);
  open(dialog, form.querySelector("[aria-invalid]") ?? form.elements.name);
}

/** Open the dialog with the focus on an element. Nothing in a hidden page can have it, and this page is empty by now. */
function open(dialog, focused) {
  document.documentElement.hidden = false;
  if (!dialog.open) dialog.showModal();
  focused.focus();
}

async function send(dialog, user, form) {
  const button = form.querySelector("button");
  if (button.disabled) return;
  button.disabled = true;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(LOG_IN, { method: "POST", body, redirect: "manual" }).catch(() => null);
  button.disabled = false;
  if (answer?.type === "opaqueredirect") await resume(dialog, user);
  else if (answer?.headers.get("Content-Type")?.startsWith("text/html")) await fill(dialog, user, await answer.text());
  else form.prepend(element("p", { class: "fault", role: "alert" }, messages().offline));
}

/** Load the page again for the same user; tell another one that the move was discarded. */
async function resume(dialog, user) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  const fresh = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh?.body.dataset.user === user) {
    location.reload();
    return;
  }
  sessionStorage.removeItem(KEPT);
  const next = element("button", { type: "button", class: "primary" }, messages().continue);
  next.addEventListener("click", leave);
  dialog.replaceChildren(element("h2", { id: "log-in-reason" }, messages().otherUser), next);
  open(dialog, next);
}

function leave() {
  sessionStorage.removeItem(KEPT);
  location.replace(location.pathname + location.search); // By GET, even if the page was the answer to a form.
}
