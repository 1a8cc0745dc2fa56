/* Choices that no longer count, because the game has changed since the player made them. */

import { element } from "../core/dom.js";
import { messages } from "../core/i18n.js";

const MAX_EVENTS = 500;
/** Events to list: more do not help a player who has to look at the position anyway. */
const MAX_LISTED = 5;

/** Return the events since a version, the oldest first; null if they cannot be fetched completely. */
export async function fetchSince({ api, seat, invite }, version) {
  const query = new URLSearchParams({ order: "backward", limit: MAX_EVENTS, ...(seat && { seat }) });
  if (invite) query.set("invite", invite);
  const answer = await fetch(`${api}/history?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return null;
  const events = (await answer.json()).events.filter((event) => event.version > version).reverse();
  return events[0]?.version === version + 1 ? events : null;
}

/** Whether the player in a seat has made a move among these events, or undone or redone one in another window. */
export function hasMoved(events, seat, { posted = false } = {}) {
  const counts = ({ is_move: isMove, version, move, data }) =>
    isMove ? version === move : !posted && data.topic === "log.head_moved";
  return events.some((event) => event.seat === Number(seat) && counts(event));
}

/** Render why choices were discarded: the player has moved in another window, or the game has changed otherwise. */
export function discardedNote(events, seat) {
  const own = hasMoved(events, seat);
  const listed = events.slice(0, MAX_LISTED).map((event) => element("li", {}, event.text));
  return [element("p", {}, own ? messages().movedElsewhere : messages().stale), element("ul", {}, ...listed)];
}
