/* Prefetched positions. They are discarded as soon as another change affects the page. */

const MOST = 64;
const CONCURRENT = 2;

let pages = new Map();
let queue = [];
let running = 0;

/** Return the text of a page that was prefetched or is being fetched; undefined or null if there is none. */
export function prefetchedPage(address) {
  return pages.get(String(address));
}

/** Fetch these addresses soon, in this order, instead of those that are still queued. */
export function prefetch(addresses, headers) {
  queue = addresses.map(String).filter((address) => !pages.has(address));
  while (running < CONCURRENT && queue.length) fetchNext(headers);
}

/** Discard all prefetched pages: the game has changed since. */
export function clearPrefetched() {
  pages = new Map();
  queue = [];
}

async function fetchNext(headers) {
  const address = queue.shift();
  const current = pages;
  const text = fetchPage(address, headers());
  current.set(address, text);
  while (current.size > MOST) current.delete(current.keys().next().value);
  running += 1;
  if ((await text) === null) {
    current.delete(address);
    queue = [];
  }
  running -= 1;
  if (running < CONCURRENT && queue.length) fetchNext(headers);
}

/** Return the text of a page, or null. Never retried: nobody is waiting for it, and the service may be busy. */
async function fetchPage(address, headers) {
  try {
    const answer = await fetch(address, { headers: { ...headers, "Daybook-Hidden": "yes" } });
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}
