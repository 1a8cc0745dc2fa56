/* Changing the page in place: the parts marked data-region are taken from a newly rendered page.

   Parts with a digest (data-part) go over the line once: the service leaves those empty that it is told are here. */

import { fetchAhead, forgetPages, keptPage } from "./prefetch.js";
import { pause, sentAway } from "./live.js";
import { patch } from "./patch.js";
import { isOfThisSession } from "./session.js";

/** Parts that left the page and may come back with a page that was fetched while they were here. */
const MOST_PARTS = 2000;
/** Seconds that news wait for what the reader asked for. */
const HOPE = 10;

const listeners = [];
const onBecoming = [];
/** What each part says, by its digest: of what is patched as it came, off the page. */
const parts = new Map();
let latest = 0;
/** The address asked for last: that of the window may follow a little later. */
let wanted = location.href;
/** The link or form that is under way: what the reader asked for is not lost to news that come meanwhile. */
let underWay = Promise.resolve();

keepAsTheyCame(document, (part) => part.cloneNode(true));

/** Call back whenever regions were replaced. */
export function onSwap(listener) {
  listeners.push(listener);
}

/** Call back when the page has become another one of its game. */
export function onPage(listener) {
  onBecoming.push(listener);
}

/** A click that means the page itself, not a new tab or window. */
export function isPlain(event) {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.button);
}

/** Wait until the links and forms that are under way have been answered, as long as may be hoped. */
export async function settled() {
  for (let awaited; awaited !== underWay;) {
    awaited = underWay;
    await Promise.race([awaited, pause(HOPE)]);
  }
}

/** Load what was asked for last once more. */
export const loadAgain = () => load(wanted);

/** Follow a link within the page; what cannot be loaded the browser goes to and tells by itself. */
export function followLink({ href }) {
  underWay = load(href, { remember: true }).catch(() => location.assign(href));
}

/** Load an address and show its regions; the youngest load wins when several are under way. */
export async function load(address, { remember = false } = {}) {
  forgetPages();
  const ticket = ++latest;
  wanted = address;
  const answer = await asked(address, ticket);
  if (ticket !== latest) return;
  if (remember && address !== location.href) history.pushState(null, "", address);
  swap(answer.text, answer.url);
}

/** Show a position of the same game: at once where it was fetched ahead. */
export async function show(address) {
  const ticket = ++latest;
  wanted = String(address);
  const text = await keptPage(address);
  if (ticket !== latest) return;
  if (text && swap(text, wanted, { whole: true })) return;
  const answer = await asked(address, ticket);
  if (ticket === latest) swap(answer.text, answer.url);
}

/** Fetch positions that may be shown next, the likeliest first. */
export function expect(addresses) {
  fetchAhead(addresses, headers);
}

/** Whether a position was fetched ahead, or is on its way. */
export function isExpected(address) {
  return keptPage(address) !== undefined;
}

/** What an address answers; a service that has too much to do is asked again. Nothing once something else is wanted. */
async function asked(address, ticket) {
  while (ticket === latest) {
    try {
      const answer = await fetch(address, { headers: headers() });
      if (answer.status !== 503) return { text: await answer.text(), url: answer.url };
      await sentAway(answer);
    } catch (error) {
      if (ticket === latest) throw error;
    }
  }
  return null;
}

/** Send a form and show the page it leads to; what is not done the browser sends and tells by itself, as without scripts. */
export function send(form, submitter) {
  underWay = sent(form, submitter).catch(reportError);
}

async function sent(form, submitter) {
  forgetPages();
  const ticket = ++latest;
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, headers: headers() }).catch(() => null);
  if (!answer || (!answer.ok && !answer.redirected)) return sendPlainly(form, submitter);
  const text = await answer.text();
  if (ticket !== latest) return;
  if (answer.redirected) history.replaceState(null, "", answer.url);
  swap(text, answer.url);
}

function sendPlainly(form, submitter) {
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

/** Put the regions of a page in place; with `whole` only if nothing that it leaves out has been lost since. */
function swap(text, address, { whole = false } = {}) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  keepParts();
  if (whole && [...fresh.querySelectorAll("[data-part]:empty")].some((part) => !parts.has(part.dataset.part)))
    return false;
  wanted = address;
  const isMine = isOfThisSession(fresh);
  if (!isMine || fresh.body.dataset.page !== document.body.dataset.page) {
    if (isMine && hasBegun(fresh)) become(fresh);
    else location.assign(address);
    return true;
  }
  const restore = remembered();
  if (fresh.querySelector("main").dataset.version !== document.querySelector("main").dataset.version) forgetPages();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  copyData(fresh.querySelector("main"), document.querySelector("main"));
  keepAsTheyCame(fresh, (part) => part);
  for (const part of fresh.querySelectorAll("[data-region]")) renew(document.getElementById(part.id), part);
  restore();
  listeners.forEach((listener) => listener());
  return true;
}

/** Whether this is the page of a table that has filled, and the other one that of its game. */
function hasBegun(fresh) {
  const [game, table] = [fresh, document].map((page) => page.querySelector("main[data-api]")?.dataset.api);
  return Boolean(game) && game === table && document.body.dataset.page === "table" && fresh.querySelector("main.game");
}

/** Be another page of the game without leaving this one: scripts, styles and the line of news are here already. */
function become(fresh) {
  scrollTo({ top: 0, behavior: "instant" }); // Before anything is to be laid out.
  document.title = fresh.title;
  keepAsTheyCame(fresh, (part) => part.cloneNode(true));
  renew(document.getElementById("masthead"), fresh.getElementById("masthead"));
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  for (const { name, value } of fresh.body.attributes) document.body.setAttribute(name, value);
  document.querySelector("main").replaceWith(document.adoptNode(fresh.querySelector("main")));
  listeners.forEach((listener) => listener());
  onBecoming.forEach((listener) => listener());
}

/** Put a region in place: lists keep their items, drawings what is the same; others are replaced if anything is new. */
function renew(old, part) {
  if (!old || isSame(old, part)) return;
  if (part.matches("[data-items]")) merge(old, part);
  else if (part.matches("[data-patched]")) patch(old, part, fillIn);
  else old.replaceWith(document.adoptNode(part));
}

/** A long list keeps the items that stand in the new one too: to lay out all of them anew takes longer than all the rest. */
function merge(old, fresh) {
  const items = [...fresh.children];
  const wanted = new Set(items.map((item) => item.dataset.part));
  const kept = new Map([...old.children].filter((item) => item.dataset.part).map((item) => [item.dataset.part, item]));
  const gone = [...old.children].filter((item) => !item.dataset.part || !wanted.has(item.dataset.part));
  gone.forEach((item) => item.remove());
  let next = old.firstElementChild;
  for (const item of items) {
    const same = kept.get(item.dataset.part);
    if (same) same.className = item.className;
    else fillIn(item);
    if (same && same === next) next = next.nextElementSibling;
    else old.insertBefore(same ?? document.adoptNode(item), next);
  }
}

/** Put what is known into the empty places of a part, and of itself. */
function fillIn(part) {
  for (const empty of [part, ...part.querySelectorAll("[data-part]")])
    if (empty.matches("[data-part]:empty")) empty.replaceChildren(...contents(empty.dataset.part));
}

/** Keep what the page shows, the parts that were seen last at the end. */
function keepParts() {
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

/** Keep the parts of a page that will be patched, before anything is marked in them. */
function keepAsTheyCame(page, kept) {
  for (const part of page.querySelectorAll("[data-patched] [data-part], [data-patched][data-part]"))
    if (part.hasChildNodes()) parts.set(part.dataset.part, kept(part));
}

/** A copy of what a part holds. */
function contents(digest) {
  return parts.get(digest)?.cloneNode(true).childNodes ?? [];
}

/** A region that is a part itself stays as it is, and so does any other in which nothing is new. */
function isSame(old, part) {
  return part.dataset.part ? old.dataset.part === part.dataset.part : old.isEqualNode(part);
}

function copyData(from, to) {
  for (const name of Object.keys(to.dataset)) if (!(name in from.dataset)) delete to.dataset[name];
  Object.assign(to.dataset, from.dataset);
}

/** What the reader would miss after a swap: the focus, what is half typed, how far lists are scrolled, which details are open. */
function remembered() {
  const focus = document.activeElement?.id;
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
    for (const field of typed) typeAgain(field, document.getElementById(field.id));
  };
}

function typeAgain(old, field) {
  if (!field || field === old) return;
  field.value = old.value;
  field.setSelectionRange(old.selectionStart, old.selectionEnd);
}
