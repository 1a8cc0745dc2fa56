/* The translated messages of the page, and interpolation of values into them. */

/** Return the messages that the service sent with the page, by name. */
export function messages() {
  return JSON.parse(document.getElementById("words").textContent);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolate right-to-left text so that it does not reorder the text around it, as service/http/isolation.py does. */
export function isolate(text) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Replace the named placeholders of a message. */
export function format(text, values) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => isolate(values[name] ?? placeholder));
}

/** Return a number as users read it: with a minus sign, as domain/numerals.py does; texts stay as they are. */
export function numeral(value) {
  return typeof value === "number" ? String(value).replace("-", "−") : value;
}
