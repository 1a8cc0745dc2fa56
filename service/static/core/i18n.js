/* The words of the page, translated by the service, and the building of small pieces of page. */

/** The messages the page brought along, by name. */
export function words() {
  return JSON.parse(document.getElementById("words").textContent);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text whose right-to-left letters do not change the order of what is around it, as in service/http/isolation.py. */
export function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Put values into the named gaps of a message. */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => isolated(values[name] ?? gap));
}

/** A new element with attributes and children; text is never read as markup. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== ""));
  return made;
}

/** A name for a command that nobody else gives. Also made where a site is served without https, unlike randomUUID. */
export function newCommand() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
