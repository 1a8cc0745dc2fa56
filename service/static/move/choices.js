/* The choices of a move, each on one line: its name and value, a stepper for a number, and on demand the alternatives. */

import { element } from "../core/dom.js";
import { format, messages } from "../core/i18n.js";

/** Return the lines of these picks, one of them expanded to its alternatives.
 *
 * `opened` has its index and the alternatives; `acts` has `toggle(index)`, `take(index, value, name)` and `hint(elements)`. */
export function choiceLines(picks, opened, acts) {
  const lines = picks.map((pick, index) => {
    const isOpen = opened?.index === index;
    const steps = pick.decrement || pick.increment ? stepper(pick, index, acts) : [];
    const others = isOpen ? [alternatives(pick, opened, acts)] : [];
    return element("li", { class: isOpen ? "open" : "" }, valueButton(pick, index, isOpen, acts), ...steps, ...others);
  });
  return element("ol", { class: "picks", "aria-label": messages().picks }, ...lines);
}

/** Return the button that expands a choice. */
function valueButton(pick, index, isOpen, { toggle }) {
  const button = element(
    "button",
    { type: "button", class: "value", title: messages().changePick, "data-open": `${index}` },
    element("span", { class: "soft" }, pick.name === pick.prompt ? pick.prompt : format(messages().choiceName, pick)),
    " ",
    element("span", { class: "taken" }, pick.label),
  );
  button.setAttribute("aria-expanded", isOpen);
  button.addEventListener("click", () => toggle(index));
  return button;
}

/** Return buttons for less and more of a number. */
function stepper(pick, index, { take }) {
  const step = (sign, value, name) => {
    const button = element("button", { type: "button", class: "step", "data-step": `${index} ${name}` }, sign);
    button.setAttribute("aria-label", format(messages()[name], { label: pick.prompt }));
    button.disabled = !value;
    button.addEventListener("click", () => take(index, value, name));
    return button;
  };
  return [step("−", pick.decrement, "fewer"), step("+", pick.increment, "oneMore")];
}

/** Return the alternatives to picks at a part of a drawing: the index of the pick, and a value. */
export function alternativesAt(picks, part) {
  return picks.flatMap(({ value, alternatives = [] }, index) =>
    alternatives
      .filter((other) => other.value !== value && other.elements.includes(part))
      .map((other) => [index, other.value]),
  );
}

/** Return the list of the alternatives to a choice, with the present one marked. */
function alternatives(pick, { index, options }, { take, hint }) {
  const items = options.map((option, at) => {
    const isTaken = option.value === pick.value;
    const attributes = { "data-step": `${index} ${option.value}`, "aria-current": isTaken ? "true" : "" };
    return optionItem(option, at, attributes, { act: () => take(index, option.value), hint });
  });
  return element("ul", { class: "options", "aria-label": pick.prompt }, ...items);
}

/** Return an item of a list of options, with the key that chooses it; `act` takes it, `hint` emphasises its parts. */
export function optionItem(option, at, attributes, { act, hint }) {
  const key = at < 9 ? element("span", { class: "key", "aria-hidden": "true" }, String(at + 1)) : "";
  const cost = option.cost ? element("span", { class: "cost" }, option.cost) : "";
  const named = { type: "button", "data-value": option.value, ...attributes };
  const button = element("button", named, key, option.label, " ", cost);
  button.addEventListener("click", act);
  for (const kind of ["mouseenter", "focus"]) button.addEventListener(kind, () => hint(option.elements));
  for (const kind of ["mouseleave", "blur"]) button.addEventListener(kind, () => hint([]));
  return element("li", {}, button);
}
