/* Partial reloads: replace the regions of the page (data-region) with those of a newly rendered page.

   Parts with a digest (data-part) are sent once: the page names the parts that it has, and the service leaves them
   empty. */

import { LOG_IN } from "./log_in_dialog.js";
import { patch } from "./patch.js";
import { clearPrefetched, prefetch, prefetchedPage } from "./prefetch.js";
import { sleep, waitToRetry } from "./requests.js";
import { checkSession, hasSessionEnded, holdsInput, isSameSession } from "./session.js";

/** Parts kept in memory: a page that was fetched earlier may need one that has left the page since. */
const MOST_PARTS = 2000;
/** Seconds that updates wait for a link or form of the user. */
const MAX_WAIT = 10;

/* The answer to a refused form names the page of the form: only that has an address to load again. */
const { address: ownAddress } = document.body.dataset;
if (ownAddress) history.replaceState(null, "", ownAddress + location.hash);

const swapListeners = [];
const startListeners = [];
/** The content of each part by its digest; of patched regions, copies as the service sent them. */
const parts = new Map();
let latest = 0;
/** The address requested last; the window's address may follow a little later. */
let wanted = location.href;
/** The link or form in progress: updates wait for it, so that they do not replace its answer. */
let pending = Promise.resolve();
/** The reload in progress for a version of the game: its ticket, the version, and a promise of its end. */
let reloading = null;

storeOriginals(document, (part) => part.cloneNode(true));

/** Call back whenever regions have been replaced; `posted` tells whether by an answer to a form of this page. */
export function onSwap(listener) {
  swapListeners.push(listener);
}

/** Call back when the page of a table has become the page of its game. */
export function onGameStart(listener) {
  startListeners.push(listener);
}

/** Whether a click opens a link in this page, not in a new tab or window. */
export function isPlainClick(event) {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.button);
}

/** Wait until links and forms in progress have been answered, but not too long. */
export async function whenIdle() {
  for (let awaited; awaited !== pending;) {
    awaited = pending;
    await Promise.race([awaited, sleep(MAX_WAIT)]);
  }
}

/** Load the last requested address again. */
export const reload = () => load(wanted);

/** Load the last requested address again unless the page shows this version of the game or is about to. */
export async function reloadFor(version) {
  if (Number(document.querySelector("main").dataset.version) >= version) return;
  if (reloading?.ticket !== latest || reloading.version < version) {
    const loaded = reload();
    const own = (reloading = { ticket: latest, version, loaded });
    const forget = () => {
      if (reloading === own) reloading = null;
    };
    loaded.then(forget, forget);
  }
  await reloading.loaded;
}

/** Follow a link within the page. If it cannot be loaded, the browser navigates and shows the error. */
export function followLink({ href }) {
  pending = load(href, { remember: true }).catch(() => location.assign(href));
}

/** Load an address and show its regions; of several loads the latest wins. */
export async function load(address, { remember = false } = {}) {
  clearPrefetched();
  const ticket = ++latest;
  wanted = address;
  const answer = await fetchPage(address, ticket);
  if (ticket !== latest) return;
  if (remember && address !== location.href) history.pushState(null, "", address);
  swap(answer.text, answer.url);
}

/** Show a position of the same game; without a request if it was prefetched. */
export async function showPosition(address) {
  const ticket = ++latest;
  wanted = String(address);
  const text = await prefetchedPage(address);
  if (ticket !== latest) return;
  if (text && swap(text, wanted, { whole: true })) return;
  const answer = await fetchPage(address, ticket);
  if (ticket === latest) swap(answer.text, answer.url);
}

/** Prefetch positions that may be shown next, the likeliest first. */
export function prefetchPositions(addresses) {
  prefetch(addresses, headers);
}

/** Whether a position was prefetched or is being prefetched. */
export function isPrefetched(address) {
  return prefetchedPage(address) !== undefined;
}

/** Fetch a page, and retry while the service is overloaded. Return null once another page was requested. */
async function fetchPage(address, ticket) {
  while (ticket === latest) {
    try {
      const answer = await fetch(address, { headers: headers() });
      if (answer.status !== 503) return { text: await answer.text(), url: answer.url };
      await waitToRetry(answer);
    } catch (error) {
      if (ticket === latest) throw error;
    }
  }
  return null;
}

/** Submit a form and show the resulting page. If that fails, the browser submits it natively and shows the error. */
export function submitForm(form, submitter) {
  pending = post(form, submitter).catch(reportError);
}

async function post(form, submitter) {
  clearPrefetched();
  const ticket = ++latest;
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, headers: headers() }).catch(() => null);
  if (!answer) return submitNatively(form, submitter);
  const text = await answer.text();
  if (answer.status === 401 && (await checkSession())) return;
  const refusedAt = answer.status !== 401 && /<body[^>]* data-address="([^"]+)"/.exec(text)?.[1];
  if (!answer.ok && !answer.redirected && !refusedAt) return submitNatively(form, submitter);
  if (ticket !== latest) return;
  if (answer.redirected && new URL(answer.url).pathname !== LOG_IN) history.replaceState(null, "", answer.url);
  swap(text, refusedAt ? location.href : answer.url, { posted: true });
}

function submitNatively(form, submitter) {
  if (submitter?.name)
    form.append(
      Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }),
    );
  HTMLFormElement.prototype.submit.call(form);
}

function headers() {
  const known = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part);
  const hidden = document.visibilityState === "hidden" && { "Daybook-Hidden": "yes" };
  return { Accept: "text/html", "Daybook-Known": known.join(" "), ...hidden };
}

/** Replace the regions by those of a page; with `whole` only if every part that it leaves out is still in memory. */
function swap(text, address, { whole = false, posted = false } = {}) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  storeParts();
  if (whole && [...fresh.querySelectorAll("[data-part]:empty")].some((part) => !parts.has(part.dataset.part)))
    return false;
  wanted = address;
  if (fresh.body.dataset.page === document.body.dataset.page && hasSessionEnded(fresh)) return true;
  const isMine = isSameSession(fresh);
  if (!isMine || fresh.body.dataset.page !== document.body.dataset.page) {
    if (isMine && hasStarted(fresh)) becomeGame(fresh);
    else if (fresh.body.dataset.page === "error" || (!isMine && holdsInput()))
      checkSession().then((isLeft) => isLeft || location.assign(address));
    else location.assign(address);
    return true;
  }
  const restore = saveUserState();
  if (fresh.querySelector("main").dataset.version !== document.querySelector("main").dataset.version) clearPrefetched();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  copyData(fresh.querySelector("main"), document.querySelector("main"));
  for (const part of fresh.querySelectorAll("[data-proportions]")) copyLengths(part, document.getElementById(part.id));
  storeOriginals(fresh, (part) => part);
  for (const part of fresh.querySelectorAll("[data-region]")) updateRegion(document.getElementById(part.id), part);
  restore();
  swapListeners.forEach((listener) => listener({ posted }));
  return true;
}

/** Whether this is the page of a table, and the fresh one the page of its game. */
function hasStarted(fresh) {
  const [game, table] = [fresh, document].map((page) => page.querySelector("main[data-api]")?.dataset.api);
  return Boolean(game) && game === table && document.body.dataset.page === "table" && fresh.querySelector("main.game");
}

/** Turn the page of a table into that of its game without a navigation: scripts, styles and the connection stay. */
function becomeGame(fresh) {
  scrollTo({ top: 0, behavior: "instant" }); // Before anything has to be laid out.
  document.title = fresh.title;
  storeOriginals(fresh, (part) => part.cloneNode(true));
  updateRegion(document.getElementById("masthead"), fresh.getElementById("masthead"));
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  for (const { name, value } of fresh.body.attributes) document.body.setAttribute(name, value);
  document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
  swapListeners.forEach((listener) => listener());
  startListeners.forEach((listener) => listener());
}

/** Update a region: lists keep their items, drawings are patched, and others are replaced if they differ. */
function updateRegion(old, part) {
  if (!old || isUnchanged(old, part)) return;
  if (part.matches("[data-items]")) mergeItems(old, part);
  else if (part.matches("[data-patched]")) patch(old, part, fillIn);
  else old.replaceWith(document.adoptNode(part));
}

/** Update a long list and keep the items that stay: laying out all of them again would be slow. */
function mergeItems(old, fresh) {
  const items = [...fresh.children];
  const wanted = new Set(items.map((item) => item.dataset.part));
  const kept = new Map([...old.children].filter((item) => item.dataset.part).map((item) => [item.dataset.part, item]));
  const removed = [...old.children].filter((item) => !item.dataset.part || !wanted.has(item.dataset.part));
  removed.forEach((item) => item.remove());
  let next = old.firstElementChild;
  for (const item of items) {
    const same = kept.get(item.dataset.part);
    if (same) same.className = item.className;
    else fillIn(item);
    if (same && same === next) next = next.nextElementSibling;
    else old.insertBefore(same ?? document.adoptNode(item), next);
  }
}

/** Fill the parts that the service left empty, the part itself included. */
function fillIn(part) {
  for (const empty of [part, ...part.querySelectorAll("[data-part]")])
    if (empty.matches("[data-part]:empty")) empty.replaceChildren(...contents(empty.dataset.part));
}

/** Store the parts that the page shows; those seen last come last, and the oldest are dropped. */
function storeParts() {
  for (const part of document.querySelectorAll("[data-part]")) {
    const kept = parts.get(part.dataset.part) ?? part;
    parts.delete(part.dataset.part);
    parts.set(part.dataset.part, kept);
  }
  for (const digest of parts.keys()) {
    if (parts.size <= MOST_PARTS) break;
    parts.delete(digest);
  }
}

/** Store the parts of patched regions as the service sent them, before scripts mark anything in them. */
function storeOriginals(page, copyOf) {
  for (const part of page.querySelectorAll("[data-patched] [data-part], [data-patched][data-part]"))
    if (part.hasChildNodes()) parts.set(part.dataset.part, copyOf(part));
}

/** Return a copy of the content of a part. */
function contents(digest) {
  return parts.get(digest)?.cloneNode(true).childNodes ?? [];
}

/** Whether a region has not changed: by its digest if it is a part itself, else node by node. */
function isUnchanged(old, part) {
  return part.dataset.part ? old.dataset.part === part.dataset.part : old.isEqualNode(part);
}

function copyData(from, to) {
  for (const name of Object.keys(to.dataset)) if (!(name in from.dataset)) delete to.dataset[name];
  Object.assign(to.dataset, from.dataset);
}

/** Copy custom properties: those that only this page has, such as the positions of splitters, stay. */
function copyLengths(from, to) {
  for (const name of from.style) to?.style.setProperty(name, from.style.getPropertyValue(name));
}

/** Return a function that restores the focus, typed text, scroll positions and open details after a swap. */
function saveUserState() {
  const focus = document.activeElement?.id;
  const around = document.activeElement?.closest("[id][tabindex]")?.id;
  const typed = [...document.querySelectorAll("input[id]")].filter(
    (field) => field.type === "text" && field.value !== field.defaultValue,
  );
  const scrolled = [...document.querySelectorAll("[data-scrolls]")]
    .map((part) => ({ part, top: part.scrollTop, left: part.scrollLeft }))
    .filter(({ top, left }) => top || left);
  const unfolded = [...document.querySelectorAll("details[id]")].map((part) => [part.id, part.open]);
  return () => {
    for (const { part, top, left } of scrolled) {
      const fresh = document.getElementById(part.id);
      if (fresh !== part) fresh?.scrollTo({ top, left, behavior: "instant" });
    }
    for (const [id, open] of unfolded) document.getElementById(id)?.toggleAttribute("open", open);
    if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
    if (around && document.activeElement === document.body)
      document.getElementById(around)?.focus({ preventScroll: true });
    for (const field of typed) restoreText(field, document.getElementById(field.id));
  };
}

function restoreText(old, field) {
  if (!field || field === old) return;
  field.value = old.value;
  field.setSelectionRange(old.selectionStart, old.selectionEnd);
}
