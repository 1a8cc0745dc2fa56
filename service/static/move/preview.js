/* The table as it will be: before a move is confirmed, the drawings that it changes stand there as they will be then. */

import { changed, looks } from "../drawings/changes.js";
import { ringAround } from "./highlights.js";
import { isOpen } from "../core/tabs.js";
import { layAll, reveal } from "../drawings/zoom_pan.js";
import { element as made } from "../core/i18n.js";

/** What stands in place of the drawings of now, and how to have those back. */
export class Ghost {
  #hidden = new Map();
  #figures = [];

  /** Show these drawings (`name`, `svg`) to who has this seat, in place of those of now, and outline what is different. */
  show(drawings, seat) {
    const shown = drawings
      .map(({ name, svg }) => ({ canvas: canvasOf(name, seat), svg }))
      .filter(({ canvas }) => canvas);
    const canvases = shown.map(({ canvas }) => canvas);
    const before = looks(canvases);
    for (const { canvas, svg } of shown) this.#replace(canvas, svg);
    layAll();
    const different = changed(canvases, before);
    reveal(different);
    for (const part of different.filter(isOpen)) ringAround(part, part.dataset.element, "ghost");
  }

  /** Beside the players' figures, what they will be. */
  tell(changes) {
    for (const { account, seat, after } of changes) {
      const now = document.querySelector(`#players [data-statement="${account}:${seat}"]`);
      if (!now) continue;
      const then = made("span", { class: "then" }, ` → ${after}`);
      now.after(then);
      this.#figures.push(then);
    }
  }

  /** The drawings of now again, where they have not been replaced by later ones. */
  clear() {
    for (const [canvas, { nodes, part }] of this.#hidden) {
      canvas.replaceChildren(...nodes);
      canvas.dataset.part = part;
      canvas.classList.remove("foreseen");
    }
    if (this.#hidden.size) layAll();
    this.#hidden.clear();
    for (const figure of this.#figures.splice(0)) figure.remove();
  }

  /** What is shown meanwhile is no part that the page knows by its digest. */
  #replace(canvas, svg) {
    this.#hidden.set(canvas, { nodes: [...canvas.childNodes], part: canvas.dataset.part });
    delete canvas.dataset.part;
    canvas.replaceChildren(...new DOMParser().parseFromString(svg, "text/html").body.childNodes);
    canvas.classList.add("foreseen");
  }
}

/** Where a drawing stands: what lies before one's own seat goes by no number. */
const canvasOf = (name, seat) => document.getElementById(`drawing-${name === `mat-${seat}` ? "own" : name}`);
