/* Two clicks or two taps at one place. Browsers tell of two clicks; of two taps not all of them do. */

const SOON = 400;
const NEAR = 30;

/** Call this with the second click or tap, wherever it is. */
export function onTwice(call) {
  let last = { timeStamp: -Infinity };
  let tapped = -Infinity;
  document.addEventListener(
    "click",
    (tap) => {
      if (tap.pointerType !== "touch") return;
      const near = Math.hypot(tap.clientX - last.clientX, tap.clientY - last.clientY) < NEAR;
      const twice = near && tap.timeStamp - last.timeStamp < SOON;
      last = twice ? { timeStamp: -Infinity } : tap;
      if (twice) call(tap);
      tapped = tap.timeStamp;
    },
    { capture: true },
  );
  document.addEventListener("dblclick", (event) => {
    if (event.timeStamp - tapped > SOON) call(event);
  });
}
