/* The history by seat, by kind and by place: what is asked for stands in place of all of it, and leads to its positions. */

import { onSwap } from "../core/partial_reload.js";
import { open } from "../core/tabs.js";
import { fill, words } from "../core/i18n.js";

let asked = 0;
let shownFor = "";

const form = () => document.getElementById("sift");
const found = () => document.getElementById("found");
const page = () => document.querySelector("main[data-api]").dataset;
const isAsked = () => ["of_seat", "kind", "place"].some((name) => form().elements[name].value);

/** Let the history be sifted; what is found is looked for again when the game has gone on. */
export function startSifting() {
  if (!form()) return;
  document.addEventListener("change", (event) => event.target.form === form() && sift());
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    sift();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sift]");
    if (link) goOn(event, link);
    if (event.target.closest("#sift .about")) about("", "");
  });
  onSwap(() => {
    if (isAsked() && shownFor !== page().version) sift();
    else mark();
  });
  if (isAsked()) sift();
}

/** Show everything that happened at a drawn part, which is called so. */
export function everythingAt(place, called) {
  form().reset();
  open(form().closest(".panel"));
  about(place, called);
}

function about(place, called) {
  form().elements.place.value = place;
  const button = form().querySelector(".about");
  button.hidden = !place;
  button.textContent = fill(words().aboutPlace, { place: called });
  sift();
}

async function sift() {
  const ticket = ++asked;
  const items = isAsked() ? await itemsOf(addressOf()) : [];
  if (ticket !== asked) return;
  found().replaceChildren(...items);
  found().hidden = !isAsked();
  document.getElementById("history").classList.toggle("sifted", isAsked());
  shownFor = page().version;
  mark();
}

function addressOf() {
  const query = [...new FormData(form())].filter(([, value]) => value);
  return `${form().action}?${new URLSearchParams(query)}`;
}

/** What was before stands in the list, too. */
async function goOn(event, link) {
  event.preventDefault();
  const ticket = asked;
  const items = await itemsOf(link.href);
  if (ticket !== asked) return;
  link.parentElement.replaceWith(...items);
  mark();
}

async function itemsOf(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return [];
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...fresh.getElementById("found").children].map((item) => document.adoptNode(item));
}

/** Which of them is looked at. */
function mark() {
  for (const link of found().querySelectorAll("a[data-to]")) {
    const here = link.dataset.to === page().at;
    link.parentElement.classList.toggle("here", here);
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
