/* Clicks on buttons and links that the page moves while they are pressed, for example because choices above them load. */

import { isPlainClick } from "./partial_reload.js";
import { isVisible } from "./tabs.js";

/** The button or link under the pressed mouse, and its place then. */
let press = null;

/** Let a click of the mouse count for the button or link that was pressed, even if it has moved by the release. */
export function startShiftedClicks() {
  document.addEventListener("pointerdown", onPress, true);
  document.addEventListener("click", onClick, true);
}

function onPress({ target, pointerType, button }) {
  const control = pointerType === "mouse" && button === 0 && target.closest?.("button, a[href], summary");
  press = control ? { control, place: control.getBoundingClientRect() } : null;
}

/** Complete a click that the browser sent to the nearest common ancestor of the pressed element and the one under the
 * pointer on release. */
function onClick(event) {
  const { control, place } = press ?? {};
  press = null;
  if (!control || !event.isTrusted || !isPlainClick(event)) return;
  if (control.contains(event.target) || !event.target.contains(control)) return;
  if (!hasMoved(control, place) || !isWithin(place, event) || !isOperable(control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.click();
}

function hasMoved(control, place) {
  const { left, top } = control.getBoundingClientRect();
  return left !== place.left || top !== place.top;
}

/** Whether the pointer is released where it was pressed: moving it off a button cancels the click. */
function isWithin({ left, right, top, bottom }, { clientX, clientY }) {
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}

function isOperable(control) {
  const dialog = document.querySelector("dialog:modal");
  return isVisible(control) && !control.closest("[inert]") && (!dialog || dialog.contains(control));
}
