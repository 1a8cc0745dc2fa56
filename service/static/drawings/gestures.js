/* Double clicks and double taps. Browsers report double clicks, but not all of them report double taps. */

/** Milliseconds and pixels between two taps that count as a double tap. */
const MAX_DELAY = 400;
const MAX_DISTANCE = 30;

/** Call back with the second click or tap, anywhere on the page. */
export function onDoubleTap(listener) {
  let last = { timeStamp: -Infinity };
  let isTouch = false;
  document.addEventListener(
    "click",
    (tap) => {
      isTouch = tap.pointerType === "touch";
      if (!isTouch) return;
      const near = Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < MAX_DISTANCE;
      const isDouble = near && tap.timeStamp - last.timeStamp < MAX_DELAY;
      last = isDouble ? { timeStamp: -Infinity } : tap;
      if (isDouble) listener(tap);
    },
    { capture: true },
  );
  document.addEventListener("dblclick", (event) => {
    if (!isTouch) listener(event);
  });
}
