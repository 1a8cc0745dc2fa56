/* Outlines around parts of a drawing. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;

/** Draw an outline of a part in its own coordinates: along it if it is a line, else around its box. */
export function drawOutline(part, element, kind) {
  const line = lineOf(part);
  const shape = line ? line.cloneNode(false) : boxOf(part);
  for (const name of ["id", "data-element", "style"]) shape.removeAttribute(name);
  shape.setAttribute("class", `offer-ring ${line ? "along" : "around"} ${kind}`);
  shape.setAttribute("aria-hidden", "true");
  shape.dataset.of = element;
  part.after(shape);
  return shape;
}

/** Return the path of a part whose first shape is not filled, or null. */
function lineOf(part) {
  const shape = part.matches("path, line, polyline")
    ? part
    : part.querySelector("path, line, polyline, rect, circle, polygon");
  return shape?.matches("path, line, polyline") && getComputedStyle(shape).fill === "none" ? shape : null;
}

function boxOf(part) {
  const { x, y, width, height } = part.getBBox();
  const place = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, rx: 6 };
  const box = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries(place)) box.setAttribute(name, value);
  const moved = part.getAttribute("transform");
  if (moved) box.setAttribute("transform", moved);
  return box;
}
