/* Touching without a mouse: with the focus on a drawing, o goes on to its next part that a move concerns and O back;
   Enter or the space bar touches it, Escape leaves it. */

import { ringAround } from "./highlights.js";
import { onSwap } from "../core/partial_reload.js";
import { onTabs } from "../core/tabs.js";
import { bring } from "../drawings/zoom_pan.js";
import { element } from "../core/i18n.js";

let reached = null;

/** Let whatever can be touched in a drawing be reached by keys. */
export function startReaching() {
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("click", end);
  onSwap(end);
  onTabs(end);
}

function onKey(event) {
  const view = event.target.closest?.(".view");
  if (!view || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key.toLowerCase() === "o") go(view, event.key === "o" ? 1 : -1);
  else if (reached && (event.key === "Enter" || event.key === " ")) touch(event);
  else if (reached && event.key === "Escape") {
    event.stopPropagation();
    end();
  }
}

/** Parts that can be touched; of several with one name the first. */
function touchable(view) {
  const byName = new Map();
  for (const part of view.querySelectorAll(".offered, .touchable"))
    if (!byName.has(part.dataset.element)) byName.set(part.dataset.element, part);
  return [...byName.values()];
}

function go(view, step) {
  const parts = touchable(view);
  const at = parts.indexOf(reached?.part);
  end();
  if (!parts.length) return;
  const next = at < 0 && step < 0 ? parts.at(-1) : parts.at((at + step) % parts.length);
  bring(view, [next]);
  const said = next.querySelector("title")?.textContent ?? next.textContent;
  const box = element("div", { class: "inspected", role: "status" }, element("p", {}, said));
  view.closest(".panel").append(box);
  const drawn = next instanceof SVGGraphicsElement;
  reached = { part: next, box, ring: drawn ? ringAround(next, next.dataset.element, "hinted") : null };
}

/** As a click with the mouse does, which the drawing already answers. */
function touch(event) {
  event.preventDefault();
  event.stopPropagation();
  const { part } = reached;
  end();
  part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

function end() {
  reached?.box.remove();
  reached?.ring?.remove();
  reached = null;
}
