/* Refusals: the reasons why an action is not possible, with the text of the rule. */

import { element } from "../core/dom.js";
import { format, messages } from "../core/i18n.js";
import { getForSeat } from "./move_api.js";

const MAX_REASONS = 3;

/** Fetch and render the reasons against an action or a part of a drawing; an empty list if it is possible. */
export async function fetchRefusals({ api, seat, rules }, asked) {
  const query = new URLSearchParams({ element: asked });
  const found = await getForSeat({ api, seat }, "refusals", query).catch(() => null);
  if (!found?.answer.ok) return [];
  return found.body.reasons
    .slice(0, MAX_REASONS)
    .flatMap((reason) => [element("p", {}, reason.detail), quoteRule(rules, reason)]);
}

/** Render the text of a rule, with a link to it. */
export function quoteRule(rules, { rule, rule_text: text }) {
  const link = element("a", { href: `${rules}#${rule}` }, format(messages().rule, { rule }));
  return element("blockquote", {}, element("p", { class: "rule" }, link), element("p", {}, text ?? ""));
}

/** Return a link to the rule that a prompt is about; an empty string without a rule. */
export function ruleLink(rules, rule) {
  if (!rule) return "";
  const name = format(messages().rule, { rule });
  return element("a", { class: "rule-link", href: `${rules}#${rule}`, title: name, "aria-label": name }, "?");
}

/** Return the list of the options that are not possible; `explain` shows why one is not. */
export function impossibleOptions(options, explain) {
  const items = options.map((option) => {
    const button = element("button", { type: "button", class: "quiet" }, option.label);
    button.addEventListener("click", () => explain(option));
    return element("li", {}, button);
  });
  return element(
    "div",
    { class: "impossible" },
    element("p", { class: "soft small" }, messages().impossible),
    element("ul", { "aria-label": messages().impossible }, ...items),
  );
}
