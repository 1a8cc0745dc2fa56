/* Animations after a move: a tile slides from the mat to its slot, other changes fade in, and a dot runs along paths.
   They are disabled if the user prefers reduced motion. */

const MILLISECONDS = 280;
/** Milliseconds that each dot runs; the dots start one after another within the whole time. */
const RUNNING = 200;
const SAMPLES = 24;
const SVG = "http://www.w3.org/2000/svg";
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Animate changed parts of drawings. Nothing slides from a mat that is not visible. */
export function animateChanges(different) {
  if (reducedMotion.matches) return;
  const seen = different.filter((part) => part instanceof SVGGraphicsElement && part.checkVisibility());
  const mats = seen.filter((part) => part.dataset.element.startsWith("mat:"));
  for (const part of seen.filter((each) => !mats.includes(each)))
    part.animate(slideFromMat(part, mats) ?? { opacity: [0, 1] }, { duration: MILLISECONDS, easing: "ease-out" });
}

/** Animate a dot along each `path`, given in the units of its `drawing`, in order and on visible drawings only. */
export function animatePaths(movements) {
  if (reducedMotion.matches) return;
  const runs = movements
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
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  const length = line.getTotalLength();
  return Array.from({ length: SAMPLES + 1 }, (_, step) => {
    const { x, y } = line.getPointAtLength((length * step) / SAMPLES);
    return { transform: `translate(${x}px, ${y}px)` };
  });
}

/** Return the keyframes of a slide from the mat, for slots only; null if several mats changed. */
function slideFromMat(part, mats) {
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
