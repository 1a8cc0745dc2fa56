/* A finished game plays itself: pictures of its board, one after the other. It stands still where the reader wants less
   motion, while nobody looks, and when it is stopped. */

const EVERY = 900;
const AT_THE_END = 5;

function play(film) {
  const picture = film.querySelector("img");
  const button = film.querySelector("button");
  const bar = film.querySelector("progress");
  const frames = Number(film.dataset.frames);
  let at = frames - 1;
  let rests = 0;
  let seen = true;
  let running = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  /** The next picture, once it is there: what is shown never flickers. */
  async function step() {
    if (!running || !seen || document.hidden) return;
    if (at === frames - 1 && rests < AT_THE_END) rests += 1;
    else await show((at + 1) % frames);
  }

  async function show(next) {
    const loaded = new Image();
    loaded.src = film.dataset.film.replace("{frame}", next);
    await loaded.decode().catch(() => {});
    if (!loaded.naturalWidth) return;
    [at, rests] = [next, 0];
    picture.src = loaded.src;
    bar.value = next + 1;
  }

  function tell() {
    button.textContent = running ? button.dataset.pause : button.dataset.play;
  }

  async function go() {
    await step();
    setTimeout(go, EVERY);
  }

  button.addEventListener("click", () => {
    running = !running;
    rests = AT_THE_END;
    tell();
  });
  new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
  }).observe(film);
  tell();
  go();
}

document.querySelectorAll("[data-film]").forEach(play);
