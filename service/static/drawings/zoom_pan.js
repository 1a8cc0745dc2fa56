/* Drawings in the room they get: they fill it, are zoomed towards the pointer, moved by dragging, and show what is lit. */

import { onSwap } from "../core/partial_reload.js";
import { isOpen, onTabs, open } from "../core/tabs.js";
import { onTwice } from "./gestures.js";

/** Pixels for a unit of a drawing, from which on its words are read; a drawing that is larger then is moved. */
const READABLE = 0.42;
const READABLE_NARROW = 0.53;
const LARGEST = 3;
const STEP = 1.25;
const CLOSER = 1.6;
const EDGE = 16;
const DRAG = 5;
const narrow = matchMedia("(max-width: 61.99rem)");

const zooms = new WeakMap();
let pointed = null;

const views = () => document.querySelectorAll(".view");
const drawingOf = (view) => view.querySelector("svg");

/** Let drawings fill their rooms, and be zoomed and moved. */
export function startViews() {
  const sizes = new ResizeObserver((entries) => lay(...entries.map(({ target }) => target)));
  for (const view of views()) {
    sizes.observe(view);
    view.addEventListener("wheel", onWheel, { passive: false });
    view.addEventListener("pointerdown", onDrag);
    view.addEventListener("pointerenter", () => (pointed = view));
    view.addEventListener("touchstart", onPinch, { passive: false });
  }
  onTwice(onDouble);
  document.addEventListener("click", onButton);
  document.addEventListener("keydown", onKey);
  onSwap(layAll);
  onTabs(layAll);
  layAll();
}

// ---------------------------------------------------------------------------------------------------- Size

/** Give all drawings the sizes that their rooms make: some may be others than before. */
export function layAll() {
  lay(...views());
}

/** Give the drawings of views the sizes that their rooms and zooms make. All are measured first: each change of one
    would have everything laid out once more for the next. */
function lay(...those) {
  const seen = those.filter((view) => drawingOf(view) && view.clientWidth);
  const scales = seen.map((view) => fitting(view) * (zooms.get(view) ?? 1));
  seen.forEach((view, index) => {
    const { width, height } = drawingOf(view).viewBox.baseVal;
    view.style.setProperty("--width", `${Math.floor(width * scales[index])}px`);
    view.style.setProperty("--height", `${Math.ceil(height * scales[index])}px`);
  });
}

/** The scale at which a drawing is as large as its room, or larger where its words could not be read. */
function fitting(view) {
  const { width, height } = drawingOf(view).viewBox.baseVal;
  const broad = view.clientWidth / width;
  const whole = Math.min(broad, view.clientHeight / height);
  if (narrow.matches) return Math.max(whole, READABLE_NARROW);
  return Math.max(whole, Math.min(broad, READABLE));
}

function zoom(view, factor, x, y) {
  const svg = drawingOf(view);
  if (!svg) return;
  const before = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const whole = Math.min(view.clientWidth / width, view.clientHeight / height);
  const fit = fitting(view);
  const wanted = (zooms.get(view) ?? 1) * factor;
  zooms.set(view, Math.min(Math.max(wanted, whole / fit), Math.max(LARGEST / fit, 1)));
  lay(view);
  const after = svg.getBoundingClientRect();
  view.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
  view.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
}

function zoomAtMiddle(view, factor) {
  const box = view.getBoundingClientRect();
  zoom(view, factor, box.left + box.width / 2, box.top + box.height / 2);
}

function fit(view) {
  zooms.delete(view);
  lay(view);
}

function onWheel(event) {
  event.preventDefault();
  if (event.shiftKey) this.scrollBy(event.deltaX || event.deltaY, 0);
  else zoom(this, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
}

function onButton(event) {
  const button = event.target.closest?.("[data-zoom]");
  if (!button) return;
  const view = [...button.closest(".dock").querySelectorAll(".view")].find(isOpen);
  if (button.dataset.zoom === "fit") fit(view);
  else zoomAtMiddle(view, button.dataset.zoom === "in" ? STEP : 1 / STEP);
}

/** 0 fits, plus and minus zoom: the drawing that has the focus or the pointer, else the board. */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  const view = event.target.closest?.(".view") ?? pointed ?? document.querySelector("#board .view");
  if (event.key === "0") fit(view);
  else if (event.key === "+" || event.key === "=") zoomAtMiddle(view, STEP);
  else if (event.key === "-") zoomAtMiddle(view, 1 / STEP);
}

// ---------------------------------------------------------------------------------------------------- Moving

/** A mouse that is dragged moves the drawing; the click at its end chooses nothing. */
function onDrag(start) {
  if (start.pointerType !== "mouse" || start.button) return;
  const view = this;
  const from = [view.scrollLeft, view.scrollTop];
  const move = (event) => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!view.classList.contains("grabbing") && Math.hypot(x, y) < DRAG) return;
    view.classList.add("grabbing");
    view.scrollTo({ left: from[0] - x, top: from[1] - y, behavior: "instant" });
  };
  const end = () => {
    document.removeEventListener("pointermove", move);
    if (!view.classList.contains("grabbing")) return;
    view.classList.remove("grabbing");
    const swallow = (event) => event.stopPropagation();
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end, { once: true });
}

/** Two fingers zoom towards the point between them. */
function onPinch(event) {
  if (event.touches.length !== 2) return;
  event.preventDefault();
  const view = this;
  let before = spread(event.touches);
  const move = (moved) => {
    if (moved.touches.length !== 2) return;
    moved.preventDefault();
    const now = spread(moved.touches);
    zoom(view, now.apart / before.apart, now.x, now.y);
    view.scrollBy(before.x - now.x, before.y - now.y);
    before = now;
  };
  const end = () => {
    view.removeEventListener("touchmove", move);
    view.removeEventListener("touchend", end);
  };
  view.addEventListener("touchmove", move, { passive: false });
  view.addEventListener("touchend", end);
}

function spread([one, other]) {
  return {
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}

function onDouble({ target, clientX, clientY }) {
  const view = target.closest?.(".view");
  if (target.closest?.(".offered")) return;
  if (!view) closerBeside(target.closest?.(".area"), clientX);
  else if (zooms.has(view)) fit(view);
  else zoom(view, CLOSER, clientX, clientY);
}

/** A drawing among words, in a panel, is made larger where it stands. */
function closerBeside(area, x) {
  const svg = area?.querySelector("svg");
  if (!svg) return;
  const before = svg.getBoundingClientRect();
  area.classList.toggle("closer");
  area.style.setProperty("--closer", `${Math.round(before.width * CLOSER)}px`);
  const after = svg.getBoundingClientRect();
  area.scrollLeft += ((x - before.left) / before.width) * after.width + after.left - x;
}

// ---------------------------------------------------------------------------------------------------- What is lit

/** Bring drawn parts into view: the tab they stand in where none of its dock is shown, and the place in the drawing. */
export function reveal(parts) {
  const byView = new Map();
  for (const part of parts) {
    const view = part.closest(".view");
    if (view) byView.set(view, [...(byView.get(view) ?? []), part]);
  }
  markTabs([...byView.keys()]);
  openFirst([...byView.keys()]);
  for (const [view, lit] of byView) if (isOpen(view)) bring(view, lit);
}

/** Tabs behind which something is lit carry a dot. */
function markTabs(lit) {
  for (const tab of document.querySelectorAll(".screen > .dock > .tabs [role=tab]"))
    tab.classList.toggle(
      "lit",
      lit.some((view) => view.closest(".panel").id === tab.getAttribute("aria-controls")),
    );
}

function openFirst(lit) {
  const docks = new Set(lit.map((view) => view.closest(".dock")));
  for (const dock of docks) {
    const inDock = lit.filter((view) => dock.contains(view));
    if (!inDock.some((view) => !view.closest(".panel").hidden)) open(inDock[0].closest(".panel"));
  }
  if (lit.length && !lit.some(isOpen)) open(lit[0].closest(".panel"));
}

/** Move a drawing as little as possible so that these parts are seen: all of them, or if they are too far apart the first. */
export function bring(view, parts) {
  const room = view.getBoundingClientRect();
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const around = boxes.reduce(joined);
  const target = around.width <= room.width && around.height <= room.height ? around : boxes[0];
  view.scrollBy({
    left: shift(target.left, target.right, room.left, room.left + view.clientWidth),
    top: shift(target.top, target.bottom, room.top, room.top + view.clientHeight),
    behavior: "instant",
  });
}

function joined(one, other) {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const [right, bottom] = [Math.max(one.right, other.right), Math.max(one.bottom, other.bottom)];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

function shift(start, end, first, last) {
  if (start - EDGE < first) return start - EDGE - first;
  if (end + EDGE > last) return Math.min(end + EDGE - last, start - EDGE - first);
  return 0;
}
