/* Searching the rules: only those that have all the words are shown, with the headings they stand under. */

/** What is sought in, with the heading of each: rules, and whatever else a section says. */
function told(place) {
  let heading = null;
  const found = [];
  for (const each of place.querySelectorAll("h1, h2, h3, li, p, pre, table")) {
    if (/^H[123]$/.test(each.tagName)) heading = each;
    else if (!each.parentElement.closest("li, table"))
      found.push({ each, heading, text: each.textContent.toLowerCase() });
  }
  return found;
}

/** Show what has all words; tells how many there are. */
function show(place, entries, words) {
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

/** Let the search fields of the page search. What an address names is shown in any case. */
function startSeeking() {
  const field = document.querySelector("[data-seeks]");
  if (!field) return;
  const place = document.querySelector(field.dataset.seeks);
  const entries = told(place);
  const answer = field.parentElement.querySelector("output");
  const seek = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = show(place, entries, words);
    answer.textContent = words.length > 0 ? field.dataset.found.replace("{count}", shown) : "";
  };
  field.addEventListener("input", seek);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") event.stopPropagation();
  });
  addEventListener("hashchange", () => {
    if (field.value === "") return;
    field.value = "";
    seek();
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
}

startSeeking();
