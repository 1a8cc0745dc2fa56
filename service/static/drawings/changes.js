/* Changes: briefly outlines and animates parts of drawings that are new or look different. */

import { onSwap } from "../core/partial_reload.js";
import { isVisible } from "../core/tabs.js";
import { animateChanges, animatePaths } from "./animations.js";
import { outlineParts } from "./outlines.js";

const MILLISECONDS = 2500;
/** Changed parts; if there are more, none is shown. */
const MAX_PARTS = 40;
/** Events between two positions; if there are more, no change is shown. */
const MAX_EVENTS = 30;
/** Parts that change with every turn; the table of players shows them. */
const IGNORED = /^(player|prospect):/;

/** Show the changes after each swap. Call this before anything that draws other outlines. */
export function startChanges() {
  let shown = digests();
  let at = version();
  let before = snapshot(canvases());
  onSwap(() => {
    if (digests() === shown) return;
    const now = snapshot(canvases());
    if (before.size && now.size && Math.abs(version() - at) <= MAX_EVENTS) {
      show(changedParts(canvases(), before));
      animatePaths(movements().filter((movement) => movement.version > at));
    }
    [shown, before, at] = [digests(), now, version()];
  });
}

const canvases = () => [...document.querySelectorAll(".canvas")];
const version = () => Number(document.querySelector("main[data-at]").dataset.at);

/** The movements in the events that the page tells last. */
const movements = () => JSON.parse(document.getElementById("happened")?.dataset.motions ?? "[]");

/** The digests of the drawings that are shown. */
const digests = () =>
  canvases()
    .map((canvas) => canvas.dataset.part)
    .join(" ");

/** Return the content of every part of these drawings, by name. */
export function snapshot(canvases) {
  return new Map(partsOf(canvases).map((part) => [part.dataset.element, part.innerHTML]));
}

const partsOf = (canvases) => canvases.flatMap((canvas) => [...canvas.querySelectorAll("svg [data-element]")]);

/** Return the innermost parts of these drawings that differ from an earlier snapshot. */
export function changedParts(canvases, before) {
  const differ = partsOf(canvases).filter((part) => before.get(part.dataset.element) !== part.innerHTML);
  const shown = differ.filter((part) => !IGNORED.test(part.dataset.element));
  return shown.filter((part) => !shown.some((other) => other !== part && part.contains(other)));
}

function show(differing) {
  if (differing.length > MAX_PARTS) return;
  animateChanges(differing);
  const outlines = outlineParts(differing.filter(isVisible), "changed");
  setTimeout(() => outlines.forEach((outline) => outline.remove()), MILLISECONDS);
}
