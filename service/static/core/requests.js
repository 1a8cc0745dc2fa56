/* Helpers for requests to the service: delays, retries and idempotency keys. */

export const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Wait as long as a busy service asks for (`Retry-After`), plus a random part so that not all pages retry at once. */
export function waitToRetry(answer) {
  return sleep(Number(answer.headers.get("Retry-After") || 5) * (1 + Math.random() / 2));
}

/** Return a random idempotency key. Unlike `randomUUID`, this also works on sites without https. */
export function newIdempotencyKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
