/* The place of the zoom buttons of a drawing: they never lie on a part, which would get no clicks then. */

import { onSwap } from "../core/partial_reload.js";

/** Pixels between the points at which parts are looked for, from the edge of a dock to the buttons, and between places. */
const GRID = 10;
const EDGE = 8;
const STEP = 2 * GRID;

const docks = () => [...document.querySelectorAll(".screen > .dock")].filter((dock) => dock.querySelector(".zoom"));

/** When the pointer came last: it enters a dock and a view in it at the same time. */
let entered = NaN;

/** Move the buttons of a dock whenever the pointer comes, and when the drawing below it changes. */
export function startZoomButtons() {
  for (const dock of docks()) dock.addEventListener("pointerenter", (event) => placeOnEntering(dock, event));
  onSwap(() => docks().forEach((dock) => dock.matches(":hover") && placeZoomButtons(dock)));
}

/** Move the buttons of a dock now that the pointer has come to it or its drawing. */
export function placeOnEntering(dock, { timeStamp }) {
  if (timeStamp === entered) return;
  entered = timeStamp;
  placeZoomButtons(dock);
}

/** Move the buttons of a dock to the first place that is free, from the lower right. Without one, only keys reach them. */
function placeZoomButtons(dock) {
  const buttons = dock?.querySelector(".zoom");
  if (!buttons?.checkVisibility()) return;
  const [room, box] = [dock.getBoundingClientRect(), buttons.getBoundingClientRect()];
  const [width, height] = [box.width, box.height].map((length) => Math.ceil(length / GRID) * GRID);
  buttons.classList.add("nowhere"); // So that they are not found below themselves.
  const isTaken = asked();
  const place = places(room, width, height).find(([x, y]) => isFree(x, y, width, height, isTaken));
  buttons.classList.toggle("nowhere", !place);
  const [x, y] = place ?? [room.right - EDGE - width, room.bottom - EDGE - height];
  Object.assign(buttons.style, { right: `${room.right - x - width}px`, bottom: `${room.bottom - y - height}px` });
}

/** Return upper left corners for buttons of this size: along the lower edge, the right, the left, then the upper one. */
function places(room, width, height) {
  const rows = steps(room.bottom - EDGE - height, room.top + EDGE);
  const columns = steps(room.right - EDGE - width, room.left + EDGE);
  const inRow = (y) => columns.map((x) => [x, y]);
  const inColumn = (x) => rows.map((y) => [x, y]);
  return [...inRow(rows[0]), ...inColumn(columns[0]), ...inColumn(columns.at(-1)), ...inRow(rows.at(-1))];
}

const steps = (from, to) =>
  Array.from({ length: Math.max(Math.ceil((from - to) / STEP), 1) }, (_, i) => from - i * STEP);

/** Whether a place has room for buttons of this size, which is a multiple of the distance between points. */
function isFree(x, y, width, height, isTaken) {
  for (let down = 0; down <= height; down += GRID)
    for (let across = 0; across <= width; across += GRID) if (isTaken(x + across, y + down)) return false;
  return true;
}

/** Return a function that tells whether something that can be clicked is at a point; places share most points. */
function asked() {
  const known = new Map();
  return (x, y) => {
    const point = `${Math.round(x)} ${Math.round(y)}`;
    if (!known.has(point)) known.set(point, isTakenAt(x, y));
    return known.get(point);
  };
}

const isTakenAt = (x, y) => Boolean(document.elementFromPoint(x, y)?.closest("[data-element], .tabs button, .stepper"));
