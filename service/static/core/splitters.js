/* Splitters between the docks of a game's page. Users move them by pointer or arrow keys, and reset them by
   double click. */

import { loadLayout, saveLayout } from "./layout_storage.js";

/** Pixels: the smallest dock, one press of an arrow key, and the least movement that is a drag rather than a tap. */
const SMALLEST = 140;
const STEP = 24;
const DRAG = 6;
/** Heights of the bottom sheet of a narrow screen, as fractions of the screen. */
const HEIGHTS = [0.16, 0.45, 0.72];

const screen_ = () => document.getElementById("screen");

/** Make the splitters movable, and the bottom sheet of a narrow screen resizable. */
export function startSplitters() {
  for (const [name, value] of Object.entries(loadLayout("sizes") ?? {})) screen_().style.setProperty(name, value);
  for (const splitter of document.querySelectorAll(".splitter")) {
    splitter.addEventListener("pointerdown", onPointer);
    splitter.addEventListener("keydown", onKey);
    splitter.addEventListener("dblclick", () => setLengths(propertiesOf(splitter).map((name) => [name, null])));
  }
  const grip = document.getElementById("grip");
  grip.addEventListener("pointerdown", onGrip);
  grip.addEventListener("click", (event) => event.detail || showNextHeight());
  grip.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) setHeight(heightIndex() + by);
  });
  setHeight(loadLayout("height") ?? 1);
  const strips = document.querySelectorAll(".screen > .dock > .tabs");
  const sizes = new ResizeObserver(() => measureTabs([...strips]));
  for (const each of [screen_(), ...strips]) sizes.observe(each);
  announcePositions();
}

/** Tell the style sheet the height of the tabs above the board of a narrow screen: large text wraps them. */
function measureTabs(strips) {
  const bottom = Math.max(...strips.map((strip) => strip.getBoundingClientRect().bottom));
  screen_().style.setProperty("--tabs-height", `${bottom - screen_().getBoundingClientRect().top}px`);
}

/** Return the custom properties of the grid that a splitter changes. */
function propertiesOf(splitter) {
  return { first: ["--first", "--second", "--least"], side: ["--side"], upper: ["--upper", "--lower"] }[
    splitter.dataset.splits
  ];
}

function onPointer(start) {
  if (start.button) return;
  start.preventDefault();
  this.setPointerCapture(start.pointerId);
  const move = ({ clientX, clientY }) => moveSplitter(this, clientX, clientY);
  this.addEventListener("pointermove", move);
  this.addEventListener("pointerup", () => this.removeEventListener("pointermove", move), { once: true });
}

function onKey(event) {
  const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const box = this.getBoundingClientRect();
  moveSplitter(this, box.left + box.width / 2 + by[0], box.top + box.height / 2 + by[1]);
}

/** Move a splitter to a point of the window; both sides keep their smallest size. */
function moveSplitter(splitter, x, y) {
  const grid = screen_().getBoundingClientRect();
  if (splitter.dataset.splits === "side") {
    const width = Math.min(Math.max(grid.right - x, SMALLEST * 1.8), grid.width / 2);
    setLengths([["--side", `${Math.round(width)}px`]]);
    return;
  }
  const across = splitter.dataset.splits === "first";
  const [start, end] = across ? [grid.left, endOfColumns()] : [grid.top, grid.bottom];
  const place = Math.min(Math.max(across ? x : y, start + SMALLEST), end - SMALLEST);
  const [one, other] = propertiesOf(splitter);
  setLengths([
    [one, `${((place - start) / (end - start)).toFixed(3)}fr`],
    [other, `${((end - place) / (end - start)).toFixed(3)}fr`],
    ...(across ? [["--least", "0px"]] : []),
  ]);
}

function endOfColumns() {
  return document.getElementById("split-side").getBoundingClientRect().left;
}

/** Set custom properties by name; null restores the default. */
function setLengths(lengths) {
  for (const [name, value] of lengths)
    if (value) screen_().style.setProperty(name, value);
    else screen_().style.removeProperty(name);
  saveLayout("sizes", { ...loadLayout("sizes"), ...Object.fromEntries(lengths) });
  announcePositions();
}

/** Tell screen readers the positions of the splitters, in per cent of the screen. */
function announcePositions() {
  const grid = screen_().getBoundingClientRect();
  for (const splitter of document.querySelectorAll(".splitter")) {
    const box = splitter.getBoundingClientRect();
    const part =
      splitter.dataset.splits === "upper" ? (box.top - grid.top) / grid.height : (box.left - grid.left) / grid.width;
    splitter.setAttribute("aria-valuenow", Math.round(Math.min(Math.max(part || 0, 0), 1) * 100));
  }
}

// ---------------------------------------------------------------------------------------------------- Bottom sheet

const heightIndex = () => Number(screen_().dataset.height);

/** Give the sheet one of its three heights. */
function setHeight(to) {
  const at = Math.min(Math.max(to, 0), HEIGHTS.length - 1);
  screen_().dataset.height = at;
  screen_().style.setProperty("--sheet-height", `${HEIGHTS[at] * 100}%`);
  saveLayout("height", at);
}

function showNextHeight() {
  setHeight((heightIndex() + 1) % HEIGHTS.length);
}

/** Set the nearest height after a drag, and the next one after a tap. */
function onGrip(start) {
  this.setPointerCapture(start.pointerId);
  const grid = screen_().getBoundingClientRect();
  let moved = false;
  const move = ({ clientY }) => {
    moved ||= Math.abs(clientY - start.clientY) > DRAG;
    const part = Math.min(Math.max((grid.bottom - clientY) / grid.height, HEIGHTS[0]), HEIGHTS.at(-1));
    if (moved) screen_().style.setProperty("--sheet-height", `${part * 100}%`);
  };
  const end = ({ clientY }) => {
    this.removeEventListener("pointermove", move);
    if (!moved) return showNextHeight();
    const part = (grid.bottom - clientY) / grid.height;
    const distances = HEIGHTS.map((each) => Math.abs(each - part));
    return setHeight(distances.indexOf(Math.min(...distances)));
  };
  this.addEventListener("pointermove", move);
  this.addEventListener("pointerup", end, { once: true });
}
