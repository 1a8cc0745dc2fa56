/* The tooltip of a part of a drawing: its description, and the last event there. It opens after a click on a
   part that cannot be chosen, a long press on any part, the key i, which moves from one part to the next, the focus on a
   part that can have it, or a link that names a part. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";
import { onSwap } from "../core/partial_reload.js";
import { isVisible, onTabChange, openPanel } from "../core/tabs.js";
import { drawOutline } from "../drawings/outlines.js";
import { scrollToParts } from "../drawings/zoom_pan.js";
import { filterByPart } from "../history/filters.js";
import { fetchRefusals } from "../move/refusals.js";

/** Milliseconds of a long press, and the pixels that the finger may move meanwhile. */
const LONG_PRESS = 500;
const TOLERANCE = 10;
/** Latest events that are fetched: undone ones are among them and do not count. */
const LATEST = 20;
let current = null;

/** Open tooltips for all parts of drawings. */
export function startTooltip() {
  document.addEventListener("click", onClick);
  document.addEventListener("pointerdown", onPress);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  document.addEventListener("keydown", onKey, { capture: true });
  onSwap(close);
  onTabChange(close);
  addEventListener("hashchange", openNamed);
  openNamed();
}

/** Open the tooltip of the part that the address names: `#part=link:leek-stone`, on a mat `#part=loans&mat=1`. */
function openNamed() {
  const address = new URLSearchParams(location.hash.slice(1));
  const [name, mat] = [address.get("part"), address.get("mat")];
  const part = name && namedPart(CSS.escape(name), mat);
  if (!part) return;
  document.querySelector("dialog[open]")?.close();
  const area = part.closest("details");
  if (area) area.open = true;
  if (!isVisible(part)) openPanel(part.closest(".panel"));
  open(part);
}

/** Return a drawn part by its name, on the mat of a seat or else on the board. Your own mat has its own drawing. */
function namedPart(name, mat) {
  if (!mat) return document.querySelector(`.view [data-element="${name}"]`);
  const area = document.getElementById(`area-${mat}`) ?? document.getElementById("drawing-own");
  return area?.querySelector(`[data-element="${name}"]`);
}

function onClick(event) {
  if (event.target.closest?.(".inspected, .zoom")) return;
  const part = partAt(event.target);
  if (part && !part.closest(".offered, .touchable")) open(part);
  else close();
}

const FOCUSABLE = ".view [data-element][tabindex]";

/** Open the tooltip of a part that explains itself when it gets the focus by keyboard. */
function onFocus(event) {
  if (event.target.matches?.(`${FOCUSABLE}:focus-visible`)) open(event.target);
}

/** Close it when the focus leaves both the part and its tooltip. */
function onBlur(event) {
  if (event.target.matches?.(FOCUSABLE) && !current?.box.contains(event.relatedTarget)) close();
}

/** Open the tooltip after a long press, even if a tap would choose the part; the tap at its end is ignored. */
function onPress(start) {
  const part = start.pointerType === "touch" && partAt(start.target);
  if (!part) return;
  const timer = setTimeout(() => {
    open(part);
    const swallow = (event) => event.stopPropagation();
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 2 * LONG_PRESS);
  }, LONG_PRESS);
  const cancel = (event) => {
    if (
      event.type === "pointermove" &&
      Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < TOLERANCE
    )
      return;
    clearTimeout(timer);
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.removeEventListener(kind, cancel);
  };
  for (const kind of ["pointermove", "pointerup", "pointercancel"]) document.addEventListener(kind, cancel);
}

/** With the focus on a drawing, i moves to the next part and I to the previous one; Escape closes the tooltip. */
function onKey(event) {
  if (event.key === "Escape" && current) {
    event.stopPropagation();
    close();
  }
  const view = event.target.closest?.(".view");
  if (!view || event.key.toLowerCase() !== "i" || event.altKey || event.ctrlKey || event.metaKey) return;
  const parts = [...view.querySelectorAll("[data-element]")].filter((part) => titleOf(part));
  const at = parts.indexOf(current?.part) + (event.key === "i" ? 1 : -1);
  if (parts.length) open(parts.at(at % parts.length));
}

function partAt(target) {
  const part = target.closest?.(".view [data-element]");
  return part && titleOf(part) ? part : null;
}

const titleOf = (part) => part.querySelector(":scope > title")?.textContent;

function open(part) {
  close();
  const button = element("button", { type: "button", class: "quiet", "aria-label": messages().close }, "✕");
  button.addEventListener("click", close);
  const box = element(
    "div",
    { class: "inspected", role: "status" },
    element("p", {}, titleOf(part)),
    historyButton(part),
    button,
  );
  const view = part.closest(".view");
  if (view) scrollToParts(view, [part]);
  else part.scrollIntoView({ block: "nearest" });
  part.closest(".panel").append(box);
  current = { part, box, outline: drawOutline(part, "asked") };
  showLastEvent(part.dataset.element, box);
  showRefusals(part.dataset.element, box);
}

/** Return a button that filters the history by the part. */
function historyButton(part) {
  const button = element("button", { type: "button", class: "quiet", title: messages().everythingHere }, "↺");
  button.setAttribute("aria-label", messages().everythingHere);
  button.addEventListener("click", () => {
    filterByPart(part.dataset.element, titleOf(part).split(/[:.;,\n]/, 1)[0]);
    close();
  });
  return button;
}

/** Show the last event there up to the shown position, with its date and a link to it. */
async function showLastEvent(name, box) {
  const { api, invite, at } = document.querySelector("main[data-api]").dataset;
  const wanted = { place: name, order: "backward", before: Number(at) + 1, limit: LATEST };
  const query = new URLSearchParams({ ...wanted, ...(invite && { invite }) });
  const answer = await fetch(`${api}/history?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { events } = await answer.json();
  const last = events.find((event) => event.active);
  if (!last) return;
  const link = element("a", { "data-to": last.version, href: `?at=${last.version}` }, last.text);
  box.firstChild.after(element("p", { class: "soft" }, dayOf(last.at), " ", link));
}

function dayOf(at) {
  const language = document.documentElement.lang || "en";
  const day = new Date(at).toLocaleDateString(language, { month: "short", day: "numeric" });
  return element("time", { datetime: at, title: new Date(at).toLocaleString(language) }, day);
}

/** Tell the player to act why nothing can be done with the part. */
async function showRefusals(name, box) {
  const game = document.querySelector("main[data-api]").dataset;
  if (game.turn) box.firstChild.after(...(await fetchRefusals(game, name)));
}

function close() {
  current?.box.remove();
  current?.outline.remove();
  current = null;
}
