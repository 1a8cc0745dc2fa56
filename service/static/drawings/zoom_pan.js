/* Zooming and panning of drawings: each drawing fills its view, zooms towards the pointer, pans by dragging, and
   scrolls to highlighted parts. */

import { onSwap } from "../core/partial_reload.js";
import { isNarrow, isVisible, onTabChange, openPanel } from "../core/tabs.js";
import { onDoubleTap } from "./gestures.js";
import { placeZoomButtons, startZoomButtons } from "./zoom_buttons.js";

/** Pixels per unit of a drawing at which its text is readable. If the view is too small, the user pans. */
const READABLE = 0.42;
/** The size in pixels of the smallest letters on a narrow screen, and their size in units (`data-letters` overrides it). */
const LEAST_LETTERS = 11.13;
const SMALLEST = 21;
const LARGEST = 3;
const STEP = 1.25;
/** The zoom of a double click. */
const CLOSER = 1.6;
const EDGE = 16;
const DRAG = 5;
/** Pixels of the usual font size. */
const USUAL_FONT = 16;

const zooms = new WeakMap();
/** The view under the pointer. */
let pointed = null;

const views = () => document.querySelectorAll(".view");
const drawingOf = (view) => view.querySelector("svg");

/** Fit drawings to their views, and let them be zoomed and panned. */
export function startZoomPan() {
  const sizes = new ResizeObserver((entries) => fit(...entries.map(({ target }) => target)));
  for (const view of views()) {
    sizes.observe(view);
    view.addEventListener("wheel", onWheel, { passive: false });
    view.addEventListener("pointerdown", onDrag);
    view.addEventListener("pointerenter", () => {
      pointed = view;
      placeZoomButtons(view.closest(".dock"));
    });
    view.addEventListener("touchstart", onPinch, { passive: false });
  }
  startZoomButtons();
  onDoubleTap(onDouble);
  document.addEventListener("click", onButton);
  document.addEventListener("keydown", onKey);
  onSwap(fitAll);
  onTabChange(fitAll);
  fitAll();
}

// ---------------------------------------------------------------------------------------------------- Size

/** Fit all drawings to their views. */
export function fitAll() {
  fit(...views());
}

/** Return the layout: whether the screen is narrow, and the size of the font as a multiple of the usual one. */
function layout() {
  const { fontSize } = getComputedStyle(document.documentElement);
  return { narrow: isNarrow(), font: Math.max(parseFloat(fontSize) / USUAL_FONT, 1) };
}

/** Size drawings by their views and zooms. All views are measured before any drawing changes, to avoid layouts. */
function fit(...those) {
  const seen = those.filter((view) => drawingOf(view) && view.clientWidth);
  const scales = seen.map((view) => fittingScale(view) * (zooms.get(view) ?? 1));
  seen.forEach((view, index) => {
    const { width, height } = drawingOf(view).viewBox.baseVal;
    view.style.setProperty("--drawing-width", `${Math.floor(width * scales[index])}px`);
    view.style.setProperty("--drawing-height", `${Math.ceil(height * scales[index])}px`);
  });
}

/** Return the scale at which a drawing fits its view, or a larger one if its text would not be readable. */
function fittingScale(view) {
  const drawing = drawingOf(view);
  const { width, height } = drawing.viewBox.baseVal;
  const { narrow, font } = layout();
  const least = narrow ? LEAST_LETTERS / (drawing.dataset.letters ?? SMALLEST) : 0;
  const broad = view.clientWidth / width;
  const whole = Math.min(broad, view.clientHeight / height);
  return Math.max(whole, Math.min(broad, (least || READABLE) * font), least);
}

function zoom(view, factor, x, y) {
  const svg = drawingOf(view);
  if (!svg) return;
  const before = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  const whole = Math.min(view.clientWidth / width, view.clientHeight / height);
  const fitting = fittingScale(view);
  const wanted = (zooms.get(view) ?? 1) * factor;
  zooms.set(view, Math.min(Math.max(wanted, whole / fitting), Math.max(LARGEST / fitting, 1)));
  fit(view);
  const after = svg.getBoundingClientRect();
  view.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
  view.scrollTop += after.top + ((y - before.top) / before.height) * after.height - y;
}

function zoomAtMiddle(view, factor) {
  const box = view.getBoundingClientRect();
  zoom(view, factor, box.left + box.width / 2, box.top + box.height / 2);
}

function resetZoom(view) {
  zooms.delete(view);
  fit(view);
}

function onWheel(event) {
  event.preventDefault();
  if (event.shiftKey) this.scrollBy(event.deltaX || event.deltaY, 0);
  else zoom(this, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
}

function onButton(event) {
  const button = event.target.closest?.("[data-zoom]");
  if (!button) return;
  const view = [...button.closest(".dock").querySelectorAll(".view")].find(isVisible);
  if (button.dataset.zoom === "fit") resetZoom(view);
  else zoomAtMiddle(view, button.dataset.zoom === "in" ? STEP : 1 / STEP);
}

/** Fit (0) or zoom (+, -) the drawing that has the focus or the pointer, else the board. */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  const view = event.target.closest?.(".view") ?? pointed ?? document.querySelector("#board .view");
  if (event.key === "0") resetZoom(view);
  else if (event.key === "+" || event.key === "=") zoomAtMiddle(view, STEP);
  else if (event.key === "-") zoomAtMiddle(view, 1 / STEP);
}

// ---------------------------------------------------------------------------------------------------- Panning

/** Pan by dragging with the mouse; the click at the end of a drag is ignored. */
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

/** Zoom with two fingers, towards the point between them. */
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
  if (!view) enlargeInPanel(target.closest?.(".area"), clientX);
  else if (zooms.has(view)) resetZoom(view);
  else zoom(view, CLOSER, clientX, clientY);
}

/** Enlarge a drawing within the text of a panel, or shrink it again. */
function enlargeInPanel(area, x) {
  const svg = area?.querySelector("svg");
  if (!svg) return;
  const before = svg.getBoundingClientRect();
  area.classList.toggle("closer");
  area.style.setProperty("--closer", `${Math.round(before.width * CLOSER)}px`);
  const after = svg.getBoundingClientRect();
  area.scrollLeft += ((x - before.left) / before.width) * after.width + after.left - x;
}

// ---------------------------------------------------------------------------------------------------- Highlights

/** Make parts visible: open their tab if none of them is visible in its dock, and scroll the drawing. */
export function reveal(parts) {
  const byView = new Map();
  for (const part of parts) {
    const view = part.closest(".view");
    if (view) byView.set(view, [...(byView.get(view) ?? []), part]);
  }
  markTabs([...byView.keys()]);
  openFirst([...byView.keys()]);
  for (const [view, lit] of byView) if (isVisible(view)) scrollToParts(view, lit);
}

/** Mark the tabs that hide highlighted parts with a dot. */
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
    if (!inDock.some((view) => !view.closest(".panel").hidden)) openPanel(inDock[0].closest(".panel"));
  }
  if (lit.length && !lit.some(isVisible)) openPanel(lit[0].closest(".panel"));
}

/** Scroll a drawing to these parts, as little as possible; to the first one if not all of them fit. */
export function scrollToParts(view, parts) {
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
