/* The search of the rules: shows only entries that contain all words, with their headings, and rules before examples and
   diagrams. */

import { showLoading } from "../core/loading.js";

/** Return the entries of the rules with their headings: rules and other content of the sections. */
function entriesOf(place) {
  let heading = null;
  const entries = [];
  for (const each of place.querySelectorAll("h1, h2, h3, li, p, pre, table, figure")) {
    if (/^H[123]$/.test(each.tagName)) heading = each;
    else if (!each.parentElement.closest("li, table, figure"))
      entries.push({ each, heading, text: each.textContent.toLowerCase() });
  }
  return entries;
}

/** Show the entries that have all words; return their number. */
function filter(place, entries, words) {
  place.classList.toggle("searching", words.length > 0);
  for (const heading of place.querySelectorAll("h1, h2, h3")) heading.hidden = words.length > 0;
  let shown = 0;
  for (const { each, heading, text } of entries) {
    each.hidden = !words.every((word) => text.includes(word));
    if (each.hidden) continue;
    shown += 1;
    if (heading) heading.hidden = false;
  }
  return shown;
}

/** Handle the search field. An entry that the address names is always shown. */
function startSearch() {
  const field = document.querySelector("[data-seeks]");
  if (!field) return;
  const place = document.querySelector(field.dataset.seeks);
  const entries = entriesOf(place);
  const count = field.parentElement.querySelector("output");
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = filter(place, entries, words);
    if (place.getBoundingClientRect().top < 0) place.scrollIntoView();
    count.textContent = words.length > 0 ? field.dataset.found.replace("{count}", shown) : "";
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.stopPropagation();
  });
  addEventListener("hashchange", () => {
    if (field.value === "") return;
    field.value = "";
    search();
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
}

startSearch();
document.querySelectorAll(".figures img").forEach(showLoading);
