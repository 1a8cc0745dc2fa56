/* Filters for the history: by seat, kind and place. Matching entries replace the list and link to their positions. */

import { format, messages } from "../core/i18n.js";
import { onSwap } from "../core/partial_reload.js";
import { openPanel } from "../core/tabs.js";

let asked = 0;
let shownVersion = "";

const form = () => document.getElementById("sift");
const found = () => document.getElementById("found");
const page = () => document.querySelector("main[data-api]").dataset;
const isFiltered = () => ["player_seat", "kind", "place"].some((name) => form().elements[name].value);

/** Let the user filter the history; the filters are applied again when the game continues. */
export function startFilters() {
  if (!form()) return;
  document.addEventListener("change", (event) => event.target.form === form() && applyFilters());
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    applyFilters();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sift]");
    if (link) loadMore(event, link);
    if (event.target.closest("#sift .about")) setPlace("", "");
  });
  onSwap(() => {
    if (isFiltered() && shownVersion !== page().version) applyFilters();
    else markCurrent();
  });
  if (isFiltered()) applyFilters();
}

/** Show everything that happened at a part of a drawing, by the part's name and its label. */
export function filterByPart(place, label) {
  form().reset();
  openPanel(form().closest(".panel"));
  setPlace(place, label);
}

function setPlace(place, label) {
  form().elements.place.value = place;
  const button = form().querySelector(".about");
  button.hidden = !place;
  button.textContent = format(messages().aboutPlace, { place: label });
  applyFilters();
}

async function applyFilters() {
  const ticket = ++asked;
  const items = isFiltered() ? await fetchItems(addressOf()) : [];
  if (ticket !== asked) return;
  found().replaceChildren(...items);
  found().hidden = !isFiltered();
  document.getElementById("history").classList.toggle("sifted", isFiltered());
  shownVersion = page().version;
  markCurrent();
}

function addressOf() {
  const query = [...new FormData(form())].filter(([, value]) => value);
  return `${form().action}?${new URLSearchParams(query)}`;
}

/** Put earlier entries into the list. */
async function loadMore(event, link) {
  event.preventDefault();
  const ticket = asked;
  const items = await fetchItems(link.href);
  if (ticket !== asked) return;
  link.parentElement.replaceWith(...items);
  markCurrent();
}

async function fetchItems(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return [];
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...fresh.getElementById("found").children].map((item) => document.adoptNode(item));
}

/** Mark the entry of the shown position. */
function markCurrent() {
  for (const link of found().querySelectorAll("a[data-to]")) {
    const isCurrent = link.dataset.to === page().at;
    link.parentElement.classList.toggle("here", isCurrent);
    if (isCurrent) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
