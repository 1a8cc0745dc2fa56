/* Live updates. All pages of a browser share one connection: the page that the user viewed last holds a lock and
   listens for all of them, by server-sent events or, if event streams do not work, by long polling. */

import { sleep, waitToRetry } from "./requests.js";
import { checkSession } from "./session.js";

const NAME = "daybook-live";
const ADDRESS = "/api/games/events";
/** Games that one connection follows, that of the listening page first; other open games are polled now and then. */
const MOST = 40;
/** Seconds between two polls of those. */
const REST = 20;
/** Failures in a row after which a stream is replaced by long polling. */
const MAX_FAILURES = 3;
/** Seconds until a broken stream is opened again. */
const RECONNECT_AFTER = 2;
/** Seconds that a long poll waits, and the number of polls until a stream is tried again. */
const WAIT = 25;
const ROUNDS = 12;

/**
 * Follow a game (`id`, `version`, `invite`) after a version, and its chat after a change (`chat`), if it has a chat.
 *
 * `onVersion` is called with a new version and returns the version it has loaded; calls never overlap. `onChat` is
 * called when a message was posted or deleted. `onPolling` is called with whether updates are delayed because there is
 * no event stream. `onReset` is called when the server no longer has what the page shows: a backup was restored.
 */
export function subscribe(game, { onVersion, onChat, onReset, onPolling }) {
  const page = Math.random().toString(36).slice(2);
  const load = versionLoader(game, onVersion);
  const receive = ({ games = [], late, left = [] }) => {
    if (late !== undefined) onPolling(late || left.includes(game.id));
    for (const { id, version, chat, reset } of games) {
      if (id !== game.id) continue;
      if (reset) {
        onReset();
        return;
      }
      load(version);
      if (chat > game.chat) {
        game.chat = chat;
        onChat();
      }
    }
  };
  // Sites without https have no locks: each page has its own connection there.
  if (!navigator.locks) {
    connect(receive).join(page, game);
    return;
  }
  const others = new BroadcastChannel(NAME);
  const broadcast = (message) => others.postMessage(message);
  const join = () => broadcast({ join: { page, game } });
  let shared;
  let isQueued = false;

  /** Listen for all pages until another page takes over. */
  function listenForAll(options) {
    let own;
    const granted = () => {
      if (!options.steal) isQueued = false;
      own = shared = connect((message) => {
        receive(message);
        broadcast(message);
      });
      shared.join(page, game);
      broadcast({ who: true });
      return new Promise(() => {});
    };
    navigator.locks.request(NAME, options, granted).catch(() => {
      own?.end();
      if (shared === own) shared = undefined;
      queueForLock();
    });
  }

  function queueForLock() {
    if (!isQueued) listenForAll({});
    isQueued = true;
  }

  // Browsers suspend hidden pages, so a hidden page only listens for the others if no visible one does.
  function start() {
    join();
    if (document.visibilityState === "hidden") queueForLock();
    else if (!shared) listenForAll({ steal: true });
  }

  others.onmessage = ({ data }) => {
    receive(data);
    if (data.who) join();
    if (data.join) shared?.join(data.join.page, data.join.game);
    if (data.leave) shared?.leave(data.leave);
  };
  start();
  document.addEventListener("visibilitychange", start);
  window.addEventListener("pageshow", (event) => event.persisted && start());
  window.addEventListener("pagehide", () => broadcast({ leave: page }));
}

/** Return a function that loads a version of a game. It misses no version, and never loads twice at the same time. */
function versionLoader(game, onVersion) {
  let newest = game.version;
  let busy = false;
  return async (version) => {
    if (version === null) {
      if (!(await checkSession())) location.reload(); // The user may no longer see the game: the service says why.
      return;
    }
    newest = Math.max(newest, version);
    if (busy) return;
    busy = true;
    while (game.version < newest) {
      const wanted = newest;
      newest = 0;
      try {
        game.version = await onVersion(wanted); // It is lower if another page announced a version that was lost.
      } catch {
        newest = Math.max(newest, wanted);
        await sleep(5); // The network may be back before the service is.
      }
    }
    busy = false;
  };
}

/**
 * Open a connection for several pages, until `end`. `send` is called with the versions of their games, and with whether
 * updates are delayed: for all games (`late`), or for those that the connection does not follow (`left`).
 */
function connect(send) {
  const pages = new Map();
  const newest = new Map();
  const chats = new Map();
  const ended = new AbortController();
  let followed = new Set();
  let source;
  let failures = 0;
  let late = false;
  const timer = setInterval(pollOthers, REST * 1000);

  const games = () => [...new Map([...pages.values()].map((game) => [game.id, game])).values()];
  const left = () => games().filter(({ id }) => !followed.has(id));
  const parameter = ({ id, invite }) => [id, newest.get(id), ...(invite ? [invite] : [])].join(":");

  function addressOf(some, more = {}) {
    const listened = some.filter(({ id }) => chats.has(id));
    const asked = [
      ...some.map((game) => ["games", parameter(game)]),
      ...listened.map(({ id }) => ["chat", `${id}:${chats.get(id)}`]),
    ];
    return `${ADDRESS}?${new URLSearchParams([...asked, ...Object.entries(more)])}`;
  }

  function address(more) {
    const first = games().slice(0, MOST);
    followed = new Set(first.map(({ id }) => id));
    return addressOf(first, more);
  }

  function receive({ games }) {
    for (const { id, version, chat } of games) {
      if (version) newest.set(id, version);
      if (chat !== undefined) chats.set(id, chat);
    }
    send({ games });
  }

  function sendDelays(isLate = late) {
    late = isLate;
    send({ late, left: left().map(({ id }) => id) });
  }

  /** Poll the games that the connection does not follow, without waiting; after a failure they are polled next time. */
  async function pollOthers() {
    const others = left();
    for (let at = 0; at < others.length; at += MOST) {
      const wanted = addressOf(others.slice(at, at + MOST));
      const options = { headers: { Accept: "application/json" }, signal: ended.signal };
      const answer = await fetch(wanted, options).catch(() => null);
      if (answer?.ok) receive(await answer.json());
    }
  }

  /** Open a stream with the versions known now: a browser that reconnects by itself repeats the first address. */
  function listen() {
    const opened = new EventSource(address());
    source = opened;
    opened.onopen = () => sendDelays(false);
    opened.onmessage = (event) => {
      failures = 0;
      receive(JSON.parse(event.data));
    };
    opened.onerror = async () => {
      failures = opened.readyState === EventSource.CLOSED ? MAX_FAILURES : failures + 1;
      opened.close();
      checkSession();
      if (failures < MAX_FAILURES) await sleep(RECONNECT_AFTER);
      else {
        failures = 0;
        sendDelays(true);
        await poll(address, receive, ended.signal);
      }
      if (!ended.signal.aborted && source === opened) listen();
    };
  }

  /** Follow a game for a page. Long polling includes it in the next round; if the connection is full, it is polled. */
  function join(page, game) {
    const isKnown = [...pages.values()].some(({ id }) => id === game.id);
    pages.set(page, game);
    if (!isKnown) newest.set(game.id, game.version);
    if (!chats.has(game.id) && game.chat !== undefined) chats.set(game.id, game.chat);
    const [version, chat] = [newest.get(game.id), chats.get(game.id)];
    if (version > game.version || chat > game.chat) send({ games: [{ id: game.id, version, chat }] });
    if (!isKnown && !late && followed.size < MOST) {
      source?.close();
      listen();
    } else if (late || left().length) sendDelays();
  }

  function leave(page) {
    pages.delete(page);
  }

  function end() {
    ended.abort();
    clearInterval(timer);
    source.close();
  }

  return { join, leave, end };
}

/** Poll for some minutes. If the service has no capacity for waiting requests, poll now and then without waiting. */
async function poll(address, receive, signal) {
  let waiting = { wait: WAIT };
  for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
    try {
      const answer = await fetch(address(waiting), { headers: { Accept: "application/json" }, signal });
      if (answer.ok) receive(await answer.json());
      else await waitToRetry(answer);
      waiting = [429, 503].includes(answer.status) ? {} : { wait: WAIT };
    } catch {
      await sleep(5);
    }
  }
}
