/* The replay of a finished game on the front page: pictures of its board, one after another. It pauses if the user
   prefers reduced motion, while it is not visible, and when the user presses a button. */

/** Milliseconds between two pictures, and the number of those that the last one stays. */
const INTERVAL = 900;
const END_INTERVALS = 5;

function startReplay(replay) {
  const picture = replay.querySelector("img");
  const button = replay.querySelector("button");
  const bar = replay.querySelector("progress");
  const frames = Number(replay.dataset.frames);
  let at = frames - 1;
  let rests = 0;
  let isInView = true;
  let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** Show the next picture once it is loaded, so that the display never flickers. */
  async function step() {
    if (!running || !isInView || document.hidden) return;
    if (at === frames - 1 && rests < END_INTERVALS) rests += 1;
    else await show((at + 1) % frames);
  }

  async function show(next) {
    const loaded = new Image();
    loaded.src = replay.dataset.film.replace("{frame}", next);
    await loaded.decode().catch(() => {});
    if (!loaded.naturalWidth) return;
    [at, rests] = [next, 0];
    picture.src = loaded.src;
    bar.value = next + 1;
  }

  function updateButton() {
    button.textContent = running ? button.dataset.pause : button.dataset.play;
  }

  async function go() {
    await step();
    setTimeout(go, INTERVAL);
  }

  button.addEventListener("click", () => {
    running = !running;
    rests = END_INTERVALS;
    updateButton();
  });
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1).isIntersecting;
  }).observe(replay);
  updateButton();
  go();
}

document.querySelectorAll("[data-film]").forEach(startReplay);
