/* The place of the zoom buttons of a drawing: they never lie on a part, which would get no clicks then. */

import { onSwap } from "../core/partial_reload.js";

/** Pixels between the points at which parts are looked for, and from the edge of a dock to the buttons. */
const GRID = 10;
const EDGE = 8;
const STEP = 24;

const docks = () => [...document.querySelectorAll(".screen > .dock")].filter((dock) => dock.querySelector(".zoom"));

/** Move the buttons of a dock when the pointer enters it or a view (`zoom_pan.js`), and when its drawing changes. */
export function startZoomButtons() {
  for (const dock of docks())
    dock.addEventListener("pointerenter", () => {
      if (!dock.querySelector(".view:hover")) placeZoomButtons(dock);
    });
  onSwap(() => docks().forEach((dock) => dock.matches(":hover") && placeZoomButtons(dock)));
}

/**
 * Move the buttons of a dock to the first place that is free, from the lower right. A place that is still free is kept;
 * without one, only keys reach them.
 */
export function placeZoomButtons(dock) {
  const buttons = dock?.querySelector(".zoom");
  if (!buttons?.checkVisibility()) return;
  const [room, { x: left, y: top, width, height }] = [dock.getBoundingClientRect(), buttons.getBoundingClientRect()];
  const isPlaced = buttons.style.right !== "" && !buttons.classList.contains("nowhere");
  const isInside = left >= room.left + EDGE && top >= room.top + EDGE;
  const candidates = [...(isPlaced && isInside ? [[left, top]] : []), ...places(room, width, height)];
  buttons.style.pointerEvents = "none"; // So that they are not found below themselves.
  const place = candidates.find(([x, y]) => isFree(x, y, width, height));
  buttons.style.pointerEvents = "";
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

function isFree(x, y, width, height) {
  for (let down = y; down < y + height + GRID; down += GRID)
    for (let across = x; across < x + width + GRID; across += GRID)
      if (isTaken(Math.min(across, x + width), Math.min(down, y + height))) return false;
  return true;
}

/** Whether something that can be clicked is at this point. */
const isTaken = (x, y) => document.elementFromPoint(x, y)?.closest("[data-element], .tabs button, .stepper");
