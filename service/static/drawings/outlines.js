/* Outlines around parts of a drawing. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;
/** The length of a mark's corner, relative to the shorter side. */
const CORNER = 0.22;

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

/** Draw a mark at a part that a move can start with: the corners of its box, or dots along it if it is a line. */
export function drawMark(part, element) {
  const mark = drawOutline(part, element, "touch");
  if (mark.matches("rect.around")) mark.style.setProperty("--corners", corners(mark));
  return mark;
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
