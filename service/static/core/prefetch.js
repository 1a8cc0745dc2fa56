/* Positions fetched before the reader comes to them. What is kept is forgotten as soon as anything else changes the page. */

const MOST = 64;
const AT_ONCE = 2;

let pages = new Map();
let queue = [];
let running = 0;

/** The text of a page that was fetched ahead or is on its way; nothing where it is neither, or could not be had. */
export function keptPage(address) {
  return pages.get(String(address));
}

/** Fetch these addresses soon, the first ones first, in place of those that were still to be fetched. */
export function fetchAhead(addresses, headers) {
  queue = addresses.map(String).filter((address) => !pages.has(address));
  while (running < AT_ONCE && queue.length) next(headers);
}

/** Something else has changed: what was fetched tells of a game that is not so any more. */
export function forgetPages() {
  pages = new Map();
  queue = [];
}

async function next(headers) {
  const address = queue.shift();
  const kept = pages;
  const text = fetched(address, headers());
  kept.set(address, text);
  while (kept.size > MOST) kept.delete(kept.keys().next().value);
  running += 1;
  if ((await text) === null) {
    kept.delete(address);
    queue = [];
  }
  running -= 1;
  if (running < AT_ONCE && queue.length) next(headers);
}

/** A service that has too much to do is not asked again for what nobody waits for. */
async function fetched(address, headers) {
  try {
    const answer = await fetch(address, { headers: { ...headers, "Daybook-Hidden": "yes" } });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}
