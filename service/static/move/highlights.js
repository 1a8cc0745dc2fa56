/* Highlights: outlines around the parts of a drawing that can be chosen, and around chosen parts. */

import { isVisible, onTabChange } from "../core/tabs.js";
import { drawOutlines, outlineParts } from "../drawings/outlines.js";
import { reveal } from "../drawings/zoom_pan.js";

/** The highlighted parts (`data-element`), with callbacks for choosing and pointing at one. */
export class Highlights {
  #outlines = [];
  /** Highlighted parts, each with its element and kind. */
  #shown = [];
  #byElement = new Map();
  #touchable = [];
  #marks = [];
  /** The elements of the option under the pointer or with the focus. */
  #hinted = [];
  #choose = () => {};
  #point = () => {};
  #touch = () => {};

  constructor() {
    document.addEventListener("click", (event) => this.#withOptions(event, (...found) => this.#choose(...found)));
    document.addEventListener("mouseover", (event) => this.#withOptions(event, (...found) => this.#point(...found)));
    document.addEventListener("click", (event) => this.#withTouchable(event));
    onTabChange(() => this.#drawOutlines());
    document.addEventListener("mouseout", (event) => this.#withOptions(event, () => this.#point(null, [])));
  }

  /** Highlight the elements of these options; `choose` and `point` get the element and its options. */
  showOptions(options, choose, point) {
    this.#forget();
    this.#choose = choose;
    this.#point = point;
    for (const option of options)
      for (const element of option.elements)
        this.#byElement.set(element, [...(this.#byElement.get(element) ?? []), option]);
    this.#highlight(this.#byElement.keys(), "offered");
    this.#reveal();
  }

  /** Let a move also start with one of these elements; `touch` gets the one that was touched. */
  setTouchable(elements, touch) {
    this.#touch = touch;
    this.#touchable = elements;
    this.markTouchable();
  }

  /** Mark the touchable elements in the current drawings. */
  markTouchable() {
    const touchable = new Set(this.#touchable);
    for (const part of document.querySelectorAll("[data-element]"))
      part.classList.toggle("touchable", touchable.has(part.dataset.element));
    this.#drawMarks();
  }

  /** Draw marks at the touchable parts while nothing is highlighted: then these are the only hints. */
  #drawMarks() {
    this.#marks.forEach((mark) => mark.remove());
    const parts = this.#shown.length ? [] : [...document.querySelectorAll(".view .touchable")].filter(isVisible);
    this.#marks = outlineParts(parts, "touch");
  }

  /** Highlight the elements that were picked; none can be chosen. */
  showPicked(elements) {
    this.#forget();
    this.#highlight(elements, "picked");
    this.#reveal();
  }

  /** Highlight the options in replaced drawings too, and mark the touchable elements there. */
  restore() {
    if (this.#byElement.size) {
      this.#unmark();
      this.#highlight(this.#byElement.keys(), "offered");
      this.#drawOutlines();
    }
    this.markTouchable();
  }

  /** Emphasise the elements of one option. */
  hint(elements) {
    this.#hinted = elements;
    this.#showHint();
  }

  #showHint() {
    const isHinted = (element, kind) => kind === "offered" && this.#hinted.includes(element);
    for (const { part, element, kind } of this.#shown) part.classList.toggle("hinted", isHinted(element, kind));
    for (const outline of this.#outlines) outline.classList.toggle("hinted", this.#hinted.includes(outline.dataset.of));
  }

  /** Remove all highlights of options and picks. */
  clear() {
    this.#forget();
    this.#drawOutlines();
  }

  #forget() {
    this.#unmark();
    this.#byElement.clear();
    this.#hinted = [];
  }

  #unmark() {
    this.#shown.forEach(({ part }) => part.classList.remove("offered", "hinted", "picked"));
    this.#shown = [];
  }

  #highlight(elements, kind) {
    const parts = partsByElement();
    for (const element of elements)
      for (const part of parts.get(element) ?? []) {
        part.classList.add(kind);
        this.#shown.push({ part, element, kind });
      }
  }

  #reveal() {
    reveal(this.#shown.map(({ part }) => part));
    this.#drawOutlines();
  }

  /** Draw outlines around visible parts only: in a closed tab nothing has a size. */
  #drawOutlines() {
    this.#drawMarks();
    this.#outlines.forEach((outline) => outline.remove());
    const seen = this.#shown.filter(({ part }) => part instanceof SVGGraphicsElement && isVisible(part));
    this.#outlines = drawOutlines(seen);
    this.#showHint();
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

/** Return the parts of all elements: one search is cheaper than one for each of many elements. */
function partsByElement() {
  const parts = new Map();
  for (const part of document.querySelectorAll("[data-element]")) {
    const { element } = part.dataset;
    if (parts.has(element)) parts.get(element).push(part);
    else parts.set(element, [part]);
  }
  return parts;
}
