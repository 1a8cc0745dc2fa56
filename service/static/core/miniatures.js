/* Miniature boards in lists: a list that no one has opened for some time may request more than the service draws at
   once, so a refused miniature is requested again a little later. */

const TRIES = 5;
const WAIT = 1000;

/** Request refused miniatures again, each time after a longer wait. */
export function startMiniatures() {
  document.addEventListener("error", ({ target }) => target.matches?.("img.miniature") && retry(target), true);
  document.addEventListener(
    "load",
    ({ target }) => target.matches?.("img.miniature") && delete target.dataset.tries,
    true,
  );
  for (const picture of document.querySelectorAll("img.miniature"))
    if (picture.complete && !picture.naturalWidth) retry(picture);
}

function retry(picture) {
  const tries = Number(picture.dataset.tries ?? 0) + 1;
  picture.dataset.tries = tries;
  if (tries <= TRIES)
    setTimeout(() => (picture.src = picture.getAttribute("src")), WAIT * tries * (0.5 + Math.random()));
}
