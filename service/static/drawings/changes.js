/* Showing what changed: for a moment, an outline around the drawn parts that are new or look different. */

import { explain, run } from "./animations.js";
import { ringAround } from "../move/highlights.js";
import { onSwap } from "../core/partial_reload.js";
import { isOpen } from "../core/tabs.js";

const MILLISECONDS = 2500;
const MOST = 40;
/** Facts from one position to another beyond which it is another position altogether, and no change to be followed. */
const FAR = 30;
/** Parts that change with every turn; the table of players tells them. */
const TOLD_ELSEWHERE = /^(player|prospect):/;

/** Outline what is different after each swap; to be called before anything is outlined for another reason. */
export function startChanges() {
  let drawings = drawn();
  let at = version();
  let known = looks(canvases());
  onSwap(() => {
    if (drawn() === drawings) return;
    const now = looks(canvases());
    if (known.size && now.size && Math.abs(version() - at) <= FAR) {
      show(changed(canvases(), known));
      run(motions().filter((motion) => motion.version > at));
    }
    [drawings, known, at] = [drawn(), now, version()];
  });
}

const canvases = () => [...document.querySelectorAll(".canvas")];
const version = () => Number(document.querySelector("main[data-at]").dataset.at);

/** What moved when what is told last happened. */
const motions = () => JSON.parse(document.getElementById("happened")?.dataset.motions ?? "[]");

/** Which drawings are shown, by their digests. */
const drawn = () =>
  canvases()
    .map((canvas) => canvas.dataset.part)
    .join(" ");

/** What every part of some drawings looks like, by name. */
export function looks(canvases) {
  return new Map(partsOf(canvases).map((part) => [part.dataset.element, part.innerHTML]));
}

const partsOf = (canvases) => canvases.flatMap((canvas) => [...canvas.querySelectorAll("svg [data-element]")]);

/** The innermost parts of some drawings that looked different before. */
export function changed(canvases, before) {
  const differ = partsOf(canvases).filter((part) => before.get(part.dataset.element) !== part.innerHTML);
  const shown = differ.filter((part) => !TOLD_ELSEWHERE.test(part.dataset.element));
  return shown.filter((part) => !shown.some((other) => other !== part && part.contains(other)));
}

/** Where everything is different nothing is to be followed. */
function show(differing) {
  if (differing.length > MOST) return;
  explain(differing);
  const rings = differing.filter(isOpen).map((part) => ringAround(part, part.dataset.element, "changed"));
  setTimeout(() => rings.forEach((ring) => ring.remove()), MILLISECONDS);
}
