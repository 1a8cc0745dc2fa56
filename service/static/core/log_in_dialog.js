/* Logging in again without losing a move or text: the session has ended while the user was choosing or typing. The page
   shows nothing private meanwhile. The form is that of the page for logging in. */

import { element } from "./dom.js";
import { messages } from "./i18n.js";

/** The keys of what is kept: the choices of a move, and text. */
const KEPT = { choices: "daybook-choices", text: "daybook-text" };
/** The path of the page for logging in. */
export const LOG_IN = "/log-in";

/** Return the choices or the text kept for this page and its user, once; null if there is nothing. */
export function takeKept(part) {
  const kept = read(KEPT[part]);
  const { user } = document.body.dataset;
  if (kept?.path !== location.pathname || !user) return null;
  sessionStorage.removeItem(KEPT[part]);
  return kept.user === user ? kept.value : null;
}

/** Keep choices and text of a page that is left, empty the page, and let its user log in, unless they have already. */
export async function logInAgain(kept, isLoggedIn) {
  const { user } = document.body.dataset;
  emptyPage();
  discardKept();
  for (const [part, value] of Object.entries(kept))
    if (value) store(KEPT[part], { path: location.pathname, user, value });
  const dialog = element("dialog", { class: "aids log-in", "aria-labelledby": "log-in-reason" });
  dialog.addEventListener("cancel", leave);
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.prepend(dialog); // Its labels refer to its own fields, not to those that stay below.
  if (isLoggedIn) await resume(dialog, user);
  else await showForm(dialog, user);
}

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null; // The browser stores nothing.
  }
}

function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the user chooses and types again.
  }
}

function discardKept() {
  for (const key of Object.values(KEPT)) if (read(key)) sessionStorage.removeItem(key);
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

/** Fetch a page; null if the server can't be reached, or does not answer with a page now. */
async function fetchPage(address, options) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, ...options });
    if (answer.type === "opaqueredirect") return { isRedirected: true };
    const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
    if (!isPage || answer.status >= 500) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { page, isRedirected: answer.redirected, isLimited: answer.status === 429 };
  } catch {
    return null;
  }
}

async function showForm(dialog, user) {
  const answer = await fetchPage(LOG_IN);
  if (answer?.isRedirected) await resume(dialog, user);
  else if (!fill(dialog, user, answer)) showOffline(dialog, () => showForm(dialog, user));
}

/** Show the form of a page for logging in, perhaps with the reason why the last attempt was refused; false without one. */
function fill(dialog, user, answer) {
  const found = answer?.page.querySelector("main form");
  if (!found) return false;
  const links = answer.page.querySelector("main > p:last-child");
  const form = document.adoptNode(found);
  form.append(" ", button("quiet", messages().cancel, leave));
  form.classList.remove("sheet");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(dialog, user, form);
  });
  dialog.replaceChildren(heading(messages().logInAgain), form, links ?? "");
  open(dialog, form.querySelector("[aria-invalid]") ?? form.elements.name);
  return true;
}

/** Tell that the server can't be reached, and keep everything. */
function showOffline(dialog, tryAgain) {
  const again = button("primary", messages().continue, tryAgain);
  dialog.replaceChildren(heading(messages().offline), again, " ", button("quiet", messages().cancel, leave));
  open(dialog, again);
}

const heading = (text) => element("h2", { id: "log-in-reason" }, text);

function button(look, text, onClick) {
  const made = element("button", { type: "button", class: look }, text);
  made.addEventListener("click", onClick);
  return made;
}

function open(dialog, focused) {
  if (!dialog.open) dialog.showModal();
  focused.focus();
}

async function send(dialog, user, form) {
  const submit = form.querySelector("button");
  if (submit.disabled) return;
  submit.disabled = true;
  const answer = await fetchPage(LOG_IN, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    redirect: "manual",
  });
  submit.disabled = false;
  if (answer?.isRedirected) await resume(dialog, user);
  else if (!fill(dialog, user, answer)) showFault(form, answer?.page.querySelector("main .sheet p")?.textContent);
}

/** Show above the form why there was no answer to it, for example because of too many attempts. */
function showFault(form, reason) {
  form.querySelector(":scope > [role=alert]")?.remove();
  form.prepend(element("p", { class: "fault", role: "alert" }, reason ?? messages().offline));
}

/** Load the page again, unless another user is logged in now: tell them that everything was discarded. */
async function resume(dialog, user) {
  const answer = await fetchPage(location.href);
  if (!answer || answer.isLimited) {
    showOffline(dialog, () => resume(dialog, user));
    return;
  }
  const found = answer.page.body.dataset.user;
  if (!found || found === user) {
    reload();
    return;
  }
  discardKept();
  const next = button("primary", messages().continue, leave);
  dialog.replaceChildren(heading(messages().otherUser), next);
  open(dialog, next);
}

function leave() {
  discardKept();
  location.replace(location.pathname + location.search);
}

/** Load the page by GET, even if it was the answer to a form. */
function reload() {
  if ("address" in document.body.dataset) location.replace(location.pathname + location.search);
  else location.reload();
}
