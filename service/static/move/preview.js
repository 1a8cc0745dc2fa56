/* The preview of a move: until the user confirms, it shows the changed drawings as they will be after the move. */

import { element } from "../core/dom.js";
import { format, messages } from "../core/i18n.js";
import { isVisible } from "../core/tabs.js";
import { changedParts, snapshot } from "../drawings/changes.js";
import { drawOutline } from "../drawings/outlines.js";
import { fitAll, reveal } from "../drawings/zoom_pan.js";

const listeners = [];

/** Call back whenever a preview has replaced drawings. */
export function onPreview(listener) {
  listeners.push(listener);
}

/** The drawings and figures of a preview, and the current ones that they replace. */
export class Preview {
  #hidden = new Map();
  #figures = [];

  /** Show drawings (`name`, `svg`) to the player of a seat instead of the current ones, and outline the changes. */
  showDrawings(drawings, seat) {
    const shown = drawings
      .map(({ name, svg }) => ({ canvas: canvasOf(name, seat), svg }))
      .filter(({ canvas }) => canvas);
    const canvases = shown.map(({ canvas }) => canvas);
    const before = snapshot(canvases);
    for (const { canvas, svg } of shown) this.#replace(canvas, svg);
    fitAll();
    const different = changedParts(canvases, before);
    reveal(different);
    for (const part of different.filter(isVisible)) drawOutline(part, part.dataset.element, "ghost");
    listeners.forEach((listener) => listener());
  }

  /** Show the future figures of the players beside the current ones. */
  showFigures(changes) {
    for (const { account, seat, after } of changes) {
      const now = document.querySelector(`#players [data-statement="${account}:${seat}"]`);
      if (!now) continue;
      const then = element("span", { class: "then" }, ` → ${after}`);
      now.after(then);
      this.#figures.push(then);
    }
  }

  /** Restore the current drawings, unless later ones have replaced them. */
  clear() {
    for (const [canvas, { nodes, part }] of this.#hidden) {
      canvas.replaceChildren(...nodes);
      canvas.dataset.part = part;
      canvas.classList.remove("foreseen");
    }
    if (this.#hidden.size) fitAll();
    this.#hidden.clear();
    for (const figure of this.#figures.splice(0)) figure.remove();
  }

  /** Replace a drawing and drop its digest: the page does not have this part from the service. */
  #replace(canvas, svg) {
    this.#hidden.set(canvas, { nodes: [...canvas.childNodes], part: canvas.dataset.part });
    delete canvas.dataset.part;
    canvas.replaceChildren(...new DOMParser().parseFromString(svg, "text/html").body.childNodes);
    canvas.classList.add("foreseen");
  }
}

/** The element of a drawing; that of your own mat has a name without a number. */
const canvasOf = (name, seat) => document.getElementById(`drawing-${name === `mat-${seat}` ? "own" : name}`);

/** Return a table of the figures that a move changes, or an empty string. */
export function changesTable(changes) {
  if (!changes.length) return "";
  const row = (change) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, format(messages().change, change)),
      element("td", { class: "count" }, String(change.before)),
      element("td", { class: "count change" }, `→ ${change.after}`),
      element(
        "td",
        { class: "count" },
        `${change.after > change.before ? "+" : "−"}${Math.abs(change.after - change.before)}`,
      ),
    );
  return element("table", {}, element("tbody", {}, ...changes.map(row)));
}
