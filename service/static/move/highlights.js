/* Showing what may be chosen: outlines around the parts of the drawing that an option concerns. */

import { isOpen, onTabs } from "../core/tabs.js";
import { reveal } from "../drawings/zoom_pan.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 4;

/** The drawn parts (`data-element`) that are on offer now, with what to do when one is chosen or pointed at. */
export class Offers {
  #rings = [];
  /** Parts that are marked, each with its name and how. */
  #shown = [];
  #byElement = new Map();
  #touchable = [];
  #choose = () => {};
  #point = () => {};
  #touch = () => {};

  constructor() {
    document.addEventListener("click", (event) => this.#withOptions(event, (...found) => this.#choose(...found)));
    document.addEventListener("mouseover", (event) => this.#withOptions(event, (...found) => this.#point(...found)));
    document.addEventListener("click", (event) => this.#withTouchable(event));
    onTabs(() => this.#ring());
    document.addEventListener("mouseout", (event) => this.#withOptions(event, () => this.#point(null, [])));
  }

  /** Offer the elements of these options; `choose` and `point` get the element and its options. */
  show(options, choose, point) {
    this.clear();
    this.#choose = choose;
    this.#point = point;
    for (const option of options)
      for (const element of option.elements)
        this.#byElement.set(element, [...(this.#byElement.get(element) ?? []), option]);
    for (const element of this.#byElement.keys()) this.#mark(element, "offered");
    this.#bring();
  }

  /** Let a move begin with any of these elements too; `act` gets the one that was touched. */
  touch(elements, act) {
    this.#touch = act;
    this.#touchable = elements;
    this.mark();
  }

  /** Mark what can be touched, in the drawings that stand there now. */
  mark() {
    for (const part of document.querySelectorAll(".touchable")) part.classList.remove("touchable");
    for (const part of this.#touchable.flatMap(drawn)) part.classList.add("touchable");
  }

  /** Show what has been decided, with nothing on offer. */
  showPicked(elements) {
    this.clear();
    for (const element of elements) this.#mark(element, "picked");
    this.#bring();
  }

  /** Emphasise the elements of one option. */
  hint(elements) {
    for (const part of document.querySelectorAll(".offered.hinted")) part.classList.remove("hinted");
    for (const ring of this.#rings) ring.classList.toggle("hinted", elements.includes(ring.dataset.of));
    for (const part of elements.flatMap(drawn)) if (part.classList.contains("offered")) part.classList.add("hinted");
  }

  /** Nothing is on offer. */
  clear() {
    this.#shown.forEach(({ part }) => part.classList.remove("offered", "hinted", "picked"));
    this.#shown = [];
    this.#ring();
    this.#byElement.clear();
  }

  #mark(element, kind) {
    for (const part of drawn(element)) {
      part.classList.add(kind);
      this.#shown.push({ part, element, kind });
    }
  }

  #bring() {
    reveal(this.#shown.map(({ part }) => part));
    this.#ring();
  }

  /** Outlines around what can be seen: behind a tab nothing has a size. */
  #ring() {
    this.#rings.forEach((ring) => ring.remove());
    const seen = this.#shown.filter(({ part }) => part instanceof SVGGraphicsElement && isOpen(part));
    this.#rings = seen.map(({ part, element, kind }) => ringAround(part, element, kind));
  }

  #withTouchable(event) {
    const part = event.target.closest?.(".offered, .touchable");
    if (part && !this.#byElement.has(part.dataset.element)) this.#touch(part.dataset.element);
  }

  #withOptions(event, act) {
    const part = event.target.closest?.(".offered");
    const element = part?.dataset.element;
    if (this.#byElement.has(element)) act(element, this.#byElement.get(element));
  }
}

function drawn(element) {
  return [...document.querySelectorAll(`[data-element="${CSS.escape(element)}"]`)];
}

/** An outline of the part in its own coordinates: along it if it is drawn as a line, else around its box. */
export function ringAround(part, element, kind) {
  const line = lineOf(part);
  const ring = line ? line.cloneNode(false) : boxOf(part);
  for (const name of ["id", "data-element", "style"]) ring.removeAttribute(name);
  ring.setAttribute("class", `offer-ring ${line ? "along" : "around"} ${kind}`);
  ring.setAttribute("aria-hidden", "true");
  ring.dataset.of = element;
  part.after(ring);
  return ring;
}

/** The path of a part whose first shape is not filled. */
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
