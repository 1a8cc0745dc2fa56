/* Keyboard navigation in a drawing: o moves to the next selectable part, O to the previous one; Enter or space selects
   it, Escape leaves it. */

import { element } from "../core/dom.js";
import { onSwap } from "../core/partial_reload.js";
import { onTabChange } from "../core/tabs.js";
import { drawOutline } from "../drawings/outlines.js";
import { scrollToParts } from "../drawings/zoom_pan.js";

let current = null;

/** Make the touchable parts of drawings reachable by keyboard. */
export function startKeyboardNav() {
  document.addEventListener("keydown", onKey, { capture: true });
  document.addEventListener("click", leave);
  onSwap(leave);
  onTabChange(leave);
}

function onKey(event) {
  const view = event.target.closest?.(".view");
  if (!view || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key.toLowerCase() === "o") go(view, event.key === "o" ? 1 : -1);
  else if (current && (event.key === "Enter" || event.key === " ")) touch(event);
  else if (current && event.key === "Escape") {
    event.stopPropagation();
    leave();
  }
}

/** Return the parts that can be touched; of several with the same name only the first. */
function touchable(view) {
  const byName = new Map();
  for (const part of view.querySelectorAll(".offered, .touchable"))
    if (!byName.has(part.dataset.element)) byName.set(part.dataset.element, part);
  return [...byName.values()];
}

function go(view, step) {
  const parts = touchable(view);
  const at = parts.indexOf(current?.part);
  leave();
  if (!parts.length) return;
  const next = at < 0 && step < 0 ? parts.at(-1) : parts.at((at + step) % parts.length);
  scrollToParts(view, [next]);
  const title = next.querySelector("title")?.textContent ?? next.textContent;
  const box = element("div", { class: "inspected", role: "status" }, element("p", {}, title));
  view.closest(".panel").append(box);
  const isDrawn = next instanceof SVGGraphicsElement;
  current = { part: next, box, outline: isDrawn ? drawOutline(next, "hinted") : null };
}

/** Click the part: the handlers for the mouse do the rest. */
function touch(event) {
  event.preventDefault();
  event.stopPropagation();
  const { part } = current;
  leave();
  part.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

function leave() {
  current?.box.remove();
  current?.outline?.remove();
  current = null;
}
