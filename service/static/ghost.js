/* The table as it will be: before a move is confirmed, the drawings that it changes stand there as they will be then. */

import { ringAround } from "./offers.js";
import { isOpen } from "./tabs.js";
import { reveal } from "./views.js";
import { element as made } from "./words.js";

/** Parts that change with every move; figures tell them. */
const TOLD_ELSEWHERE = /^(player|prospect):/;

/** What stands in place of the drawings of now, and how to have those back. */
export class Ghost {
  #hidden = new Map();
  #figures = [];

  /** Show these drawings (`name`, `svg`) to who has this seat, in place of those of now, and outline what is different. */
  show(drawings, seat) {
    const own = `mat-${seat}`;
    const changed = drawings.flatMap(({ name, svg }) => this.#replace(name === own ? "own" : name, svg));
    const inner = changed.filter((part) => !changed.some((other) => other !== part && part.contains(other)));
    reveal(inner);
    for (const part of inner.filter(isOpen)) ringAround(part, part.dataset.element, "ghost");
  }

  /** Beside the players' figures, what they will be. */
  tell(changes) {
    for (const { account, seat, after } of changes) {
      const now = document.querySelector(
        `#players a[href*="/statement/${account}/${seat}?"], #players a[href$="/statement/${account}/${seat}"]`,
      );
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
    this.#hidden.clear();
    for (const figure of this.#figures.splice(0)) figure.remove();
  }

  /** What is shown meanwhile is no part that the page knows by its digest. */
  #replace(name, svg) {
    const canvas = document.getElementById(`drawing-${name}`);
    if (!canvas) return [];
    const before = looks(canvas);
    this.#hidden.set(canvas, { nodes: [...canvas.childNodes], part: canvas.dataset.part });
    delete canvas.dataset.part;
    canvas.replaceChildren(...new DOMParser().parseFromString(svg, "text/html").body.childNodes);
    canvas.classList.add("foreseen");
    const parts = [...canvas.querySelectorAll("svg [data-element]")];
    return parts.filter(
      ({ dataset: { element }, innerHTML }) => before.get(element) !== innerHTML && !TOLD_ELSEWHERE.test(element),
    );
  }
}

function looks(canvas) {
  const parts = [...canvas.querySelectorAll("svg [data-element]")];
  return new Map(parts.map((part) => [part.dataset.element, part.innerHTML]));
}
