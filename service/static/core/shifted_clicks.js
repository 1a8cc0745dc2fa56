/* Clicks on buttons and links that the page moves while they are pressed, for example because choices above them load. */

import { isPlainClick } from "./partial_reload.js";

/** Pixels that the pointer may move during a click; farther away, the user cancels it. */
const SLIP = 8;

let press = null;

/** Let a click count for the button or link that was pressed, even if another element is there on release. */
export function startShiftedClicks() {
  document.addEventListener("pointerdown", onPress, true);
  document.addEventListener("click", onClick, true);
}

function onPress({ target, clientX, clientY }) {
  press = { control: target.closest?.("button, a[href], summary"), clientX, clientY };
}

/** The browser sends such a click to the nearest element that contains both. */
function onClick(event) {
  const { control, clientX, clientY } = press ?? {};
  press = null;
  if (!control || !isPlainClick(event) || control.contains(event.target) || !event.target.contains(control)) return;
  if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > SLIP || control.closest("[inert]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.click();
}
