/* The edges between the panels of a game's page: moved by pointer and arrow keys, put back by a double click, and kept. */

import { keep, kept } from "./layout_storage.js";

const LEAST = 140;
const STEP = 24;
const HEIGHTS = [0.16, 0.45, 0.72];
const DRAG = 6;

const screen_ = () => document.getElementById("screen");

/** Let the edges be moved, and the sheet of a narrow screen be drawn up and down. */
export function startSplitters() {
  for (const [name, value] of Object.entries(kept("sizes") ?? {})) screen_().style.setProperty(name, value);
  for (const splitter of document.querySelectorAll(".splitter")) {
    splitter.addEventListener("pointerdown", onPointer);
    splitter.addEventListener("keydown", onKey);
    splitter.addEventListener("dblclick", () => set(names(splitter).map((name) => [name, null])));
  }
  const grip = document.getElementById("grip");
  grip.addEventListener("pointerdown", onGrip);
  grip.addEventListener("click", (event) => event.detail || next(1));
  grip.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) raise(height() + by);
  });
  raise(kept("height") ?? 1);
  tell();
}

/** Which lengths of the grid an edge moves. */
function names(splitter) {
  return { first: ["--first", "--second", "--least"], side: ["--side"], upper: ["--upper", "--lower"] }[
    splitter.dataset.splits
  ];
}

function onPointer(start) {
  if (start.button) return;
  start.preventDefault();
  this.setPointerCapture(start.pointerId);
  const move = ({ clientX, clientY }) => moveTo(this, clientX, clientY);
  this.addEventListener("pointermove", move);
  this.addEventListener("pointerup", () => this.removeEventListener("pointermove", move), { once: true });
}

function onKey(event) {
  const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const box = this.getBoundingClientRect();
  moveTo(this, box.left + box.width / 2 + by[0], box.top + box.height / 2 + by[1]);
}

/** Let the edge stand at a point of the window; both sides keep some room. */
function moveTo(splitter, x, y) {
  const grid = screen_().getBoundingClientRect();
  if (splitter.dataset.splits === "side") {
    const width = Math.min(Math.max(grid.right - x, LEAST * 1.8), grid.width / 2);
    set([["--side", `${Math.round(width)}px`]]);
    return;
  }
  const across = splitter.dataset.splits === "first";
  const [start, end] = across ? [grid.left, endOfColumns()] : [grid.top, grid.bottom];
  const place = Math.min(Math.max(across ? x : y, start + LEAST), end - LEAST);
  const [one, other] = names(splitter);
  set([
    [one, `${((place - start) / (end - start)).toFixed(3)}fr`],
    [other, `${((end - place) / (end - start)).toFixed(3)}fr`],
    ...(across ? [["--least", "0px"]] : []),
  ]);
}

function endOfColumns() {
  return document.getElementById("split-side").getBoundingClientRect().left;
}

/** Lengths by name; without a value they are as they came. */
function set(lengths) {
  for (const [name, value] of lengths)
    if (value) screen_().style.setProperty(name, value);
    else screen_().style.removeProperty(name);
  keep("sizes", { ...kept("sizes"), ...Object.fromEntries(lengths) });
  tell();
}

/** Say where the edges stand, in hundredths of the screen, to those who do not see it. */
function tell() {
  const grid = screen_().getBoundingClientRect();
  for (const splitter of document.querySelectorAll(".splitter")) {
    const box = splitter.getBoundingClientRect();
    const part =
      splitter.dataset.splits === "upper" ? (box.top - grid.top) / grid.height : (box.left - grid.left) / grid.width;
    splitter.setAttribute("aria-valuenow", Math.round(Math.min(Math.max(part || 0, 0), 1) * 100));
  }
}

// ---------------------------------------------------------------------------------------------------- The sheet

const height = () => Number(screen_().dataset.height);

/** Let the sheet be as high as one of its three heights. */
function raise(to) {
  const at = Math.min(Math.max(to, 0), HEIGHTS.length - 1);
  screen_().dataset.height = at;
  screen_().style.setProperty("--sheet-height", `${HEIGHTS[at] * 100}%`);
  keep("height", at);
}

function next() {
  raise((height() + 1) % HEIGHTS.length);
}

/** Drawn by a finger it goes to the nearest height; a tap leads to the next. */
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
    if (!moved) return next();
    const part = (grid.bottom - clientY) / grid.height;
    const apart = HEIGHTS.map((each) => Math.abs(each - part));
    return raise(apart.indexOf(Math.min(...apart)));
  };
  this.addEventListener("pointermove", move);
  this.addEventListener("pointerup", end, { once: true });
}
