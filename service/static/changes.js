/* Showing what changed: for a moment, an outline around the drawn parts that are new or look different. */

import { ringAround } from "./offers.js";
import { onSwap } from "./regions.js";

const MILLISECONDS = 2500;
const MOST = 40;
/** Parts that change with every turn; the table of players tells them. */
const TOLD_ELSEWHERE = /^(player|prospect):/;

/** Outline what is different after each swap; to be called before anything is outlined for another reason. */
export function startChanges() {
  let canvas = drawn();
  let known = looks();
  onSwap(() => {
    if (drawn() === canvas) return;
    const now = looks();
    if (known.size && now.size) show(changed(known, now));
    [canvas, known] = [drawn(), now];
  });
}

/** The drawing of the board, which another one takes the place of when anything is different. */
const drawn = () => document.querySelector("#canvas");

/** What every part of the board looks like, by name. */
function looks() {
  return new Map(parts().map((part) => [part.dataset.element, part.innerHTML]));
}

function parts() {
  return [...document.querySelectorAll("#board svg [data-element]")];
}

/** The innermost parts that differ. */
function changed(before, after) {
  const differ = parts().filter(({ dataset: { element } }) => before.get(element) !== after.get(element));
  const shown = differ.filter((part) => !TOLD_ELSEWHERE.test(part.dataset.element));
  return shown.filter((part) => !shown.some((other) => other !== part && part.contains(other)));
}

/** Another position altogether is no change to be followed. */
function show(differing) {
  if (differing.length > MOST) return;
  const rings = differing.map((part) => ringAround(part, part.dataset.element, "changed"));
  setTimeout(() => rings.forEach((ring) => ring.remove()), MILLISECONDS);
}
