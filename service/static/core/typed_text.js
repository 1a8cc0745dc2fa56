/* What the user typed in the forms of a page and has not sent. */

const FIELDS = "main form[method=post] :is(input, textarea, select)[name]:not([data-submits])";
const NOT_KEPT = ["hidden", "password", "file", "submit", "button"];
/** Marks a form that is shown again with what was typed. */
const SHOWN_AGAIN = "data-shown-again";

/** Fields that the user has changed; scripts fill in some as well. */
const changed = new WeakSet();

/** Note what the user types from now on. */
export function watchTyping() {
  document.addEventListener("input", ({ target }) => changed.add(target));
}

/** Return what the user typed, field by field; null for nothing. */
export function typedText() {
  const typed = fields().filter(({ field }) => isTyped(field));
  return typed.length ? typed.map(({ place, field: { value, checked } }) => ({ place, value, checked })) : null;
}

/** Fill in again what was typed, where the page still has the field, and show it. */
export function restoreTypedText(typed) {
  const found = new Map(fields().map(({ place, field }) => [place, field]));
  const kept = typed.filter(({ place }) => found.has(place));
  for (const { place, value, checked } of kept) {
    const field = found.get(place);
    changed.add(field);
    if (checked === undefined || !isChecked(field)) field.value = value;
    else field.checked = checked;
    field.form.setAttribute(SHOWN_AGAIN, "");
    field.closest("details")?.setAttribute("open", "");
  }
  if (kept.length) found.get(kept[0].place).focus();
}

const isChecked = ({ type }) => ["checkbox", "radio"].includes(type);

/** Return the fields of the page, each with a place by which a later page has it too. */
function fields() {
  const counts = new Map();
  const kept = [...document.querySelectorAll(FIELDS)].filter(({ type }) => !NOT_KEPT.includes(type));
  return kept.map((field) => {
    const { pathname, search } = new URL(field.form.getAttribute("action") || location.href, location.href);
    const name = `${pathname}${search} ${field.name}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return { place: `${name} ${counts.get(name)}`, field };
  });
}

function isTyped(field) {
  if (!changed.has(field)) return field.form.hasAttribute(SHOWN_AGAIN);
  if (field.localName === "select") return true;
  return isChecked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
