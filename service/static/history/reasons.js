/* Reasons for automatic decisions: loaded when the user expands them, and shown on the board step by step. */

import { onSwap } from "../core/partial_reload.js";
import { drawOutline } from "../drawings/outlines.js";
import { reveal } from "../drawings/zoom_pan.js";

const STATES = ["standing", "falling", "fallen", "asked"];
const EDGE = 12;

/** The steps (`li`) that the user is walking through, and the current one. */
let walk = null;
let outlines = [];
let shown = [];

const stepper = () => document.getElementById("stepper");

/** Load reasons when they are unfolded, and step through them by buttons and arrow keys. */
export function startReasons() {
  document.addEventListener("toggle", (event) => unfold(event.target), true);
  document.addEventListener("click", (event) => {
    const begin = event.target.closest(".reasons .walk");
    if (begin) start(begin);
    const step = event.target.closest(".walking .chain > li");
    if (step && walk?.steps.includes(step) && !event.target.closest("a")) go(walk.steps.indexOf(step));
  });
  stepper().addEventListener("click", (event) => {
    const by = event.target.closest("[data-by]")?.dataset.by;
    if (by === "0") stop();
    else if (by) go(walk.at + Number(by));
  });
  stepper().addEventListener("keydown", onKey);
  onSwap(() => walk && (walk.steps[0].isConnected ? show() : stop()));
}

/** Load the reasons of an entry from their own page; if that fails, the link to the page remains. */
async function unfold(details) {
  const link = details.open && details.querySelector?.("a[data-reasons]");
  if (!link) return;
  const answer = await fetch(link.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const explanation = page.getElementById("why")?.firstElementChild;
  if (explanation) link.parentElement.replaceWith(document.adoptNode(explanation));
}

function start(button) {
  const reasons = button.closest(".reasons");
  const steps = [...reasons.querySelectorAll(".chain > li")];
  clear();
  walk = { steps, at: 0, drawing: reasons.querySelector(".drawn"), button };
  stepper().hidden = false;
  go(0);
  stepper().focus({ preventScroll: true });
}

function stop() {
  clear();
  walk.button.focus({ preventScroll: true });
  walk = null;
  stepper().hidden = true;
  document.body.classList.remove("walking");
}

function go(place) {
  walk.at = Math.min(Math.max(place, 0), walk.steps.length - 1);
  reveal(names(walk.steps[walk.at], "among").flatMap(onBoard));
  show();
  for (const list of ["#entries", "#happened", ".side"])
    scrollWithin(walk.steps[walk.at].closest(list), walk.steps[walk.at]);
}

/** Scroll a list, and nothing else, to a step. */
function scrollWithin(list, step) {
  if (!list) return;
  const [around, own] = [list.getBoundingClientRect(), step.getBoundingClientRect()];
  if (own.top < around.top) list.scrollTop += own.top - around.top - EDGE;
  if (own.bottom > around.bottom) list.scrollTop += own.bottom - around.bottom + EDGE;
}

function onKey(event) {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey || !walk) return;
  if (event.key === "Escape") stop();
  else if (by) go(walk.at + by);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Show the step in words, and on the board the remaining, just excluded and earlier excluded candidates. */
function show() {
  clear();
  const { steps, at } = walk;
  const step = steps[at];
  document.body.classList.add("walking");
  step.setAttribute("aria-current", "step");
  stepper().querySelector(".place").textContent = `${at + 1}/${steps.length}`;
  stepper().querySelector(".step-text").textContent = step.querySelector(".step-text").textContent;
  for (const button of stepper().querySelectorAll('[data-by="-1"], [data-by="1"]'))
    button.setAttribute("aria-disabled", String(!steps[at + Number(button.dataset.by)]));
  const left = names(step, "left");
  const excluded = names(step, "among").filter((name) => !left.includes(name));
  const before = initialCandidates(at).filter((name) => !left.includes(name) && !excluded.includes(name));
  for (const name of before) mark(onBoard(name), "fallen");
  for (const name of excluded) mark(onBoard(name), "falling");
  for (const name of left) mark(onBoard(name), "standing");
  if (walk.drawing && step.dataset.about) mark(within(walk.drawing, step.dataset.about), "asked");
}

/** Return the candidates at the start of the choice that a step belongs to. */
function initialCandidates(at) {
  let first = at;
  while (
    first > 0 &&
    walk.steps[first].dataset.among &&
    walk.steps[first - 1].dataset.left === walk.steps[first].dataset.among
  )
    first -= 1;
  return names(walk.steps[first], "among");
}

function names(step, what) {
  return step.dataset[what] ? step.dataset[what].split(" ") : [];
}

function onBoard(name) {
  return [...document.querySelectorAll(".view")].flatMap((view) => within(view, name));
}

function within(place, name) {
  return [...place.querySelectorAll(`[data-element="${CSS.escape(name)}"]`)];
}

function mark(parts, state) {
  for (const part of parts) {
    part.classList.add(state);
    shown.push(part);
    if (state !== "fallen") outlines.push(drawOutline(part, state));
  }
}

function clear() {
  outlines.forEach((outline) => outline.remove());
  shown.forEach((part) => part.classList.remove(...STATES));
  walk?.steps.forEach((step) => step.removeAttribute("aria-current"));
  outlines = [];
  shown = [];
}
