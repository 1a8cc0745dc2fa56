/* Worked examples of the rules: buttons, the list and the arrow keys change the step without loading the page. */

import { showLoading } from "../core/loading.js";

function startExample(example) {
  const picture = example.querySelector("img");
  const steps = [...example.querySelectorAll("[data-drawing]")];
  let at = steps.findIndex((step) => step.hasAttribute("aria-current"));

  function show(next) {
    at = Math.min(Math.max(next, 0), steps.length - 1);
    for (const step of steps) step.removeAttribute("aria-current");
    steps[at].setAttribute("aria-current", "step");
    picture.src = steps[at].dataset.drawing;
    showLoading(picture);
    picture.alt = steps[at].textContent;
    history.replaceState(null, "", `?step=${at}`);
    prefetchNext();
  }

  /** Prefetch the next drawing. */
  function prefetchNext() {
    if (steps[at + 1]) new Image().src = steps[at + 1].dataset.drawing;
  }

  example.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const chosen = link.dataset.step ? at + Number(link.dataset.step) : steps.indexOf(link);
    if (chosen < 0 && !link.dataset.step) return;
    event.preventDefault();
    show(chosen);
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
    event.preventDefault();
    show(at + by);
  });
  prefetchNext();
}

document.querySelectorAll("[data-example]").forEach(startExample);
