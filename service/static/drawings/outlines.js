/* Outlines around parts of a drawing. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;
/** The length of a mark's corner, relative to the shorter side. */
const CORNER = 0.22;

/** Draw an outline of a part in its own coordinates: along it if it is a line, else around its box. */
export const drawOutline = (part, kind) => outlineParts([part], kind)[0];

/** Draw such outlines of parts for their own elements. */
export function outlineParts(parts, kind) {
  return drawOutlines(parts.map((part) => ({ part, element: part.dataset.element, kind })));
}

/** Draw outlines of parts for elements. All are measured before any is drawn, to avoid layouts. */
export function drawOutlines(parts) {
  const shapes = parts.map(outlineOf);
  shapes.forEach((shape, number) => parts[number].part.after(shape));
  return shapes;
}

/** Return an outline. Of a part that a move can start with (`touch`), it is the corners of its box, or dots along it. */
function outlineOf({ part, element, kind }) {
  const line = lineOf(part);
  const shape = line ? line.cloneNode(false) : boxOf(part);
  for (const name of ["id", "data-element", "style"]) shape.removeAttribute(name);
  shape.setAttribute("class", `offer-ring ${line ? "along" : "around"} ${kind}`);
  shape.setAttribute("aria-hidden", "true");
  shape.dataset.of = element;
  if (kind === "touch" && !line) shape.style.setProperty("--corners", corners(shape));
  return shape;
}

/** Return the dashes of which only the corners of a box remain. */
function corners(box) {
  const [width, height] = ["width", "height"].map((name) => Number(box.getAttribute(name)));
  const length = Math.min(width, height) * CORNER;
  const [across, down] = [width - 2 * length, height - 2 * length];
  return [length, across, 2 * length, down, 2 * length, across, 2 * length, down, length].join(" ");
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
