/* Hearing of changes: server-sent events, and long polling where an event stream does not get through. */

const PATIENCE = 3;
const WAIT = 25;

/**
 * Follow a game from a version on. `changed` is called when there is news and answers with the version it has loaded;
 * calls never overlap.
 */
export function follow(address, { invite }, version, changed) {
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

  let failures = 0;
  const source = new EventSource(`${address}?${query({ after: seen })}`);
  source.onmessage = (event) => {
    failures = 0;
    heard(Number(event.lastEventId));
  };
  source.onerror = () => {
    failures += 1;
    if (failures < PATIENCE && source.readyState !== EventSource.CLOSED) return;
    source.close();
    poll(() => `${address}?${query({ after: seen, wait: WAIT })}`, heard);
  };
}

async function poll(address, heard) {
  for (;;) {
    try {
      const answer = await fetch(address(), { headers: { Accept: "application/json" } });
      if (answer.ok) await heard((await answer.json()).version);
      else await pause(5);
    } catch {
      await pause(5);
    }
  }
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
