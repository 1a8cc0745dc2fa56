/* Why something cannot be done: the rule's sentence, and what would have to be different. */

import { element, fill, words } from "../core/i18n.js";

const MOST = 3;

/** What stands against what somebody asks about: the part of a drawing, or an action. Nothing where a way is open. */
export async function refusals({ api, seat, rules }, about) {
  const answer = await fetch(`${api}/why-not?${new URLSearchParams({ about, seat })}`, {
    headers: { Accept: "application/json" },
  });
  if (!answer.ok) return [];
  const { reasons } = await answer.json();
  return reasons.slice(0, MOST).flatMap((reason) => [element("p", {}, reason.detail), quoted(rules, reason)]);
}

/** A rule in its own words, with the way to it. */
export function quoted(rules, { rule, rule_text: text }) {
  const link = element("a", { href: `${rules}#${rule}` }, fill(words().rule, { rule }));
  return element("blockquote", {}, element("p", { class: "rule" }, link), element("p", {}, text ?? ""));
}
