/* Motion that explains: after a move what was taken from a mat slides from there to where it is now, what else is new
   comes in, and what ran its way over a drawing runs it. None of it where less motion is wanted. */

const MILLISECONDS = 280;
/** Of it one runs so long; of several the last begins when so much is left. */
const RUNNING = 200;
const SAMPLES = 24;
const SVG = "http://www.w3.org/2000/svg";
const less = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the parts of drawings that a move changed move; a mat that cannot be seen lets nothing slide. */
export function explain(different) {
  if (less.matches) return;
  const seen = different.filter((part) => part instanceof SVGGraphicsElement && part.checkVisibility());
  const mats = seen.filter((part) => part.dataset.element.startsWith("mat:"));
  for (const part of seen.filter((each) => !mats.includes(each)))
    part.animate(fromMat(part, mats) ?? { opacity: [0, 1] }, { duration: MILLISECONDS, easing: "ease-out" });
}

/** Let something run over drawings that are seen: each `path`, in the units of its `drawing`, in their order. */
export function run(motions) {
  if (less.matches) return;
  const runs = motions
    .map(({ drawing, path }) => ({ svg: document.querySelector(`#drawing-${drawing} svg`), path }))
    .filter(({ svg }) => svg?.checkVisibility());
  runs.forEach(({ svg, path }, index) => {
    const dot = svg.appendChild(document.createElementNS(SVG, "circle"));
    dot.setAttribute("class", "running");
    dot.setAttribute("r", svg.viewBox.baseVal.width / 80);
    const delay = ((MILLISECONDS - RUNNING) * index) / runs.length;
    dot.animate(along(path), { duration: RUNNING, delay, fill: "backwards" }).onfinish = () => dot.remove();
  });
}

function along(path) {
  const way = document.createElementNS(SVG, "path");
  way.setAttribute("d", path);
  const length = way.getTotalLength();
  return Array.from({ length: SAMPLES + 1 }, (_, step) => {
    const { x, y } = way.getPointAtLength((length * step) / SAMPLES);
    return { transform: `translate(${x}px, ${y}px)` };
  });
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
