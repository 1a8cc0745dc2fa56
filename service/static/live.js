/* Hearing of changes: server-sent events, and long polling where an event stream does not get through. */

const PATIENCE = 3;
const WAIT = 25;
const ROUNDS = 12;

/**
 * Follow a game from a version on. `changed` is called when there is news and answers with the version it has loaded;
 * calls never overlap. `polling` is called with whether news comes later, since there is no event stream.
 */
export function follow(address, { invite }, version, changed, polling) {
  const query = (more) => new URLSearchParams({ ...more, ...(invite && { invite }) });
  let seen = version;
  let newest = version;
  let busy = false;

  async function heard(number) {
    newest = Math.max(newest, number);
    if (busy) return;
    busy = true;
    try {
      while (seen < newest) {
        const wanted = newest;
        seen = Math.max(await changed(), wanted);
      }
    } finally {
      busy = false;
    }
  }

  function listen() {
    let failures = 0;
    const source = new EventSource(`${address}?${query({ after: seen })}`);
    source.onopen = () => polling(false);
    source.onmessage = (event) => {
      failures = 0;
      heard(Number(event.lastEventId));
    };
    source.onerror = async () => {
      failures += 1;
      if (failures < PATIENCE && source.readyState !== EventSource.CLOSED) return;
      source.close();
      polling(true);
      await poll((waiting) => `${address}?${query({ after: seen, ...waiting })}`, heard);
      listen();
    };
  }

  listen();
}

/** Ask for news, some minutes long. Where there is no place to listen, look now and then without waiting for anything. */
async function poll(address, heard) {
  let waiting = { wait: WAIT };
  for (let round = 0; round < ROUNDS; round += 1) {
    try {
      const answer = await fetch(address(waiting), { headers: { Accept: "application/json" } });
      if (answer.ok) await heard((await answer.json()).version);
      else await sentAway(answer);
      waiting = [429, 503].includes(answer.status) ? {} : { wait: WAIT };
    } catch {
      await pause(5);
    }
  }
}

/** Come back when the service says so, but not in the same instant as everybody else. */
export function sentAway(answer) {
  return pause(Number(answer.headers.get("Retry-After") || 5) * (1 + Math.random() / 2));
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
