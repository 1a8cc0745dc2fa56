/* Requests of the form for a move. */

/** Return the query with these values as picks. */
export const asPicks = (values) => new URLSearchParams(values.map((value) => ["picks", value]));

/** Fetch something of a game for the player's seat; return the answer and its body. */
export async function getForSeat({ api, seat }, what, query) {
  query.set("seat", seat);
  const answer = await fetch(`${api}/${what}?${query}`, { headers: { Accept: "application/json" } });
  return { answer, body: await answer.json() };
}

/**
 * Make a move at the version that it was previewed for; with `endsTurn`, end the turn too. Return the answer, and the
 * version after an accepted move.
 */
export async function postMove({ api, seat }, { command, version, picks, endsTurn }) {
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "If-Match": `"${version}"`,
    "Idempotency-Key": command,
  };
  const body = { picks, seat: Number(seat), ends_turn: endsTurn };
  const answer = await fetch(`${api}/moves`, { method: "POST", headers, body: JSON.stringify(body) });
  return { answer, version: answer.ok ? (await answer.json()).version : null };
}
