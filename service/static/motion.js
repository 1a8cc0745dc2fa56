/* Motion that explains: after a move what was taken from a mat slides from there to where it is now, and what else is new
   comes in. None of it where less motion is wanted. */

const MILLISECONDS = 280;
const less = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the parts of drawings that a move changed move; a mat that cannot be seen lets nothing slide. */
export function explain(different) {
  if (less.matches) return;
  const seen = different.filter((part) => part instanceof SVGGraphicsElement && part.checkVisibility());
  const mats = seen.filter((part) => part.dataset.element.startsWith("mat:"));
  for (const part of seen.filter((each) => !mats.includes(each)))
    part.animate(fromMat(part, mats) ?? { opacity: [0, 1] }, { duration: MILLISECONDS, easing: "ease-out" });
}

/** Sliding in the part's own units, after whatever places it; only slots take tiles, and only of one stack is it known. */
function fromMat(part, mats) {
  if (mats.length !== 1 || !part.dataset.element.startsWith("slot:")) return null;
  const [from, to] = [middle(mats[0]), middle(part)];
  const { a: scale } = part.getScreenCTM();
  const away = `translate(${(from.x - to.x) / scale}px, ${(from.y - to.y) / scale}px)`;
  return { transform: [away, "translate(0px, 0px)"], composite: "add" };
}

function middle(part) {
  const { left, top, width, height } = part.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
