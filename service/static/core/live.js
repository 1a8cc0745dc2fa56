/* Hearing of changes. All pages of a browser share one line: the one that was looked at last has the lock and listens for
   all of them, by server-sent events or, where an event stream does not get through, by long polling. */

import { checkSession } from "./session.js";

const NAME = "daybook-live";
const ADDRESS = "/api/games/events";
/** Games that one line may carry, that of who listens first; others that are open are asked for now and then. */
const MOST = 40;
/** Seconds between two looks at those. */
const REST = 20;
const PATIENCE = 3;
/** Seconds until a stream that broke off is opened again. */
const AGAIN = 2;
const WAIT = 25;
const ROUNDS = 12;

/**
 * Follow a game (`id`, `version`, `invite`) from a version on, and its talk from a change on (`talk`), if it has one.
 * `changed` is called with a version when there is news of it, and answers with the one it has loaded. Calls never overlap.
 * `said` is called when something was said, or taken back, and `polling` with whether news comes later, since there is no
 * event stream; `lost` when the server does not have what the page shows, since a backup was restored.
 */
export function follow(game, { changed, said, lost, polling }) {
  const page = Math.random().toString(36).slice(2);
  const hear = hearing(game, changed);
  const take = ({ games = [], late, left = [] }) => {
    if (late !== undefined) polling(late || left.includes(game.id));
    for (const { id, version, talk, reset } of games) {
      if (id !== game.id) continue;
      if (reset) {
        lost();
        return;
      }
      hear(version);
      if (talk > game.talk) {
        game.talk = talk;
        said();
      }
    }
  };
  // Sites without https have no locks: there each page listens for itself.
  if (!navigator.locks) {
    line(take).join(page, game);
    return;
  }
  const others = new BroadcastChannel(NAME);
  const say = (message) => others.postMessage(message);
  const join = () => say({ join: { page, game } });
  let shared;
  let waits = false;

  /** Listen for all pages, until another page takes that over. */
  function listenForAll(options) {
    let own;
    const granted = () => {
      if (!options.steal) waits = false;
      own = shared = line((message) => {
        take(message);
        say(message);
      });
      shared.join(page, game);
      say({ who: true });
      return new Promise(() => {});
    };
    navigator.locks.request(NAME, options, granted).catch(() => {
      own?.end();
      if (shared === own) shared = undefined;
      wait();
    });
  }

  function wait() {
    if (!waits) listenForAll({});
    waits = true;
  }

  // Browsers put pages to sleep that nobody looks at, so that such a one does not listen for others.
  function start() {
    join();
    if (document.visibilityState === "hidden") wait();
    else if (!shared) listenForAll({ steal: true });
  }

  others.onmessage = ({ data }) => {
    take(data);
    if (data.who) join();
    if (data.join) shared?.join(data.join.page, data.join.game);
    if (data.leave) shared?.leave(data.leave);
  };
  start();
  document.addEventListener("visibilitychange", start);
  window.addEventListener("pageshow", (event) => event.persisted && start());
  window.addEventListener("pagehide", () => say({ leave: page }));
}

/** What takes in that a game has a version. Nothing is missed, and nothing is loaded twice at a time. */
function hearing(game, changed) {
  let newest = game.version;
  let busy = false;
  return async (version) => {
    if (version === null) {
      location.reload(); // It may not be seen any more: the service says why.
      return;
    }
    newest = Math.max(newest, version);
    if (busy) return;
    busy = true;
    while (game.version < newest) {
      const wanted = newest;
      try {
        game.version = Math.max(await changed(wanted), wanted);
      } catch {
        await pause(5); // The line may be back while the service is not yet.
      }
    }
    busy = false;
  };
}

/**
 * A line for several pages, until `end`. `tell` is called with what versions their games have, and with whether that
 * comes late: for all of them, or for those that it does not carry (`left`).
 */
function line(tell) {
  const pages = new Map();
  const newest = new Map();
  const talks = new Map();
  const ended = new AbortController();
  let carried = new Set();
  let source;
  let failures = 0;
  let late = false;
  const looking = setInterval(askForOthers, REST * 1000);

  const games = () => [...new Map([...pages.values()].map((game) => [game.id, game])).values()];
  const left = () => games().filter(({ id }) => !carried.has(id));
  const followed = ({ id, invite }) => [id, newest.get(id), ...(invite ? [invite] : [])].join(":");

  function addressOf(some, more = {}) {
    const listened = some.filter(({ id }) => talks.has(id));
    const asked = [
      ...some.map((game) => ["games", followed(game)]),
      ...listened.map(({ id }) => ["talk", `${id}:${talks.get(id)}`]),
    ];
    return `${ADDRESS}?${new URLSearchParams([...asked, ...Object.entries(more)])}`;
  }

  function address(more) {
    const first = games().slice(0, MOST);
    carried = new Set(first.map(({ id }) => id));
    return addressOf(first, more);
  }

  function heard({ games }) {
    for (const { id, version, talk } of games) {
      if (version) newest.set(id, version);
      if (talk !== undefined) talks.set(id, talk);
    }
    tell({ games });
  }

  function say(whether = late) {
    late = whether;
    tell({ late, left: left().map(({ id }) => id) });
  }

  /** Without waiting for anything; where that fails, they are asked for again next time. */
  async function askForOthers() {
    const others = left();
    for (let at = 0; at < others.length; at += MOST) {
      const wanted = addressOf(others.slice(at, at + MOST));
      const sent = { headers: { Accept: "application/json" }, signal: ended.signal };
      const answer = await fetch(wanted, sent).catch(() => null);
      if (answer?.ok) heard(await answer.json());
    }
  }

  /** Each time with what is known by then: browsers that open a stream again themselves name what was known at first. */
  function listen() {
    const opened = new EventSource(address());
    source = opened;
    opened.onopen = () => say(false);
    opened.onmessage = (event) => {
      failures = 0;
      heard(JSON.parse(event.data));
    };
    opened.onerror = async () => {
      failures = opened.readyState === EventSource.CLOSED ? PATIENCE : failures + 1;
      opened.close();
      checkSession();
      if (failures < PATIENCE) await pause(AGAIN);
      else {
        failures = 0;
        say(true);
        await poll(address, heard, ended.signal);
      }
      if (!ended.signal.aborted && source === opened) listen();
    };
  }

  /** A page follows a game. Who polls asks for it in the next round; where the line is full, others are told so. */
  function join(page, game) {
    const known = [...pages.values()].some(({ id }) => id === game.id);
    pages.set(page, game);
    if (!known) newest.set(game.id, game.version);
    if (!talks.has(game.id) && game.talk !== undefined) talks.set(game.id, game.talk);
    const [version, talk] = [newest.get(game.id), talks.get(game.id)];
    if (version > game.version || talk > game.talk) tell({ games: [{ id: game.id, version, talk }] });
    if (!known && !late && carried.size < MOST) {
      source?.close();
      listen();
    } else if (late || left().length) say();
  }

  function leave(page) {
    pages.delete(page);
  }

  function end() {
    ended.abort();
    clearInterval(looking);
    source.close();
  }

  return { join, leave, end };
}

/** Ask for news, some minutes long. Where there is no place to listen, look now and then without waiting for anything. */
async function poll(address, heard, signal) {
  let waiting = { wait: WAIT };
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    try {
      const answer = await fetch(address(waiting), { headers: { Accept: "application/json" }, signal });
      if (answer.ok) heard(await answer.json());
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

export const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
