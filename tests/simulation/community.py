"""A site in simulated time: processes that may die at any step, users and their games, and a clock."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.aggregate import Game
from domain.table.clock.counting import Interval
from domain.table.clock.transitions import awaited
from domain.table.refusals import Refused
from projections.db_protocol import parsed, timestamp
from service.calendars import outages
from service.notifications import channels, delivery_schedule, inbox, reminders
from service.notifications.inbox import SeenVersion
from service.outbox.errors import RetryLater
from service.outbox.queue import Outbox, Waiting
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases.command_handler import CommandContext, CommandHandler, VersionConflict
from service.workers import notifier
from service.workers.bot_runner import BotRunner
from service.workers.deadline_worker import DeadlineWorker
from tests.clocks import Clock, record_heartbeat
from tests.deliveries import deliver_due
from tests.simulation.fake_receiver import Post
from tests.simulation.fault_injection import Died, Fate, mortal

LONGEST_HELD = timedelta(days=2)
"""The longest time for which settings hold a notification."""

LONGEST_NIGHT = timedelta(hours=13)
"""The longest quiet hours."""


@dataclass
class Person:
    """A user and their habits."""

    id: str
    zone: str
    every: float
    """The average number of hours between two visits."""
    eager: float
    """The probability that they play when it is their turn."""
    waits_for_message: bool = False
    """Whether they open a game only after a message about it, or if they left it during their turn."""
    crafty: bool = False
    """Whether they try to gain time: by time zones, vacations, returns and by keeping seats that others offer."""
    away_from: datetime | None = None
    """The start of their absence, if any."""
    back_at: datetime | None = None
    """The end of their absence; None if they stay away."""
    minds: set[str] = field(default_factory=set)
    """Games that they know are waiting for them."""

    quiet: tuple[time, time] | None = None
    """Their quiet hours, which span midnight."""

    def asleep(self, now: datetime) -> bool:
        """Return whether a time is in their quiet hours."""
        there = now.astimezone(ZoneInfo(self.zone)).time()
        return self.quiet is not None and (there >= self.quiet[0] or there < self.quiet[1])

    def there(self, now: datetime) -> bool:
        return self.away_from is None or now < self.away_from or (self.back_at is not None and now >= self.back_at)


@dataclass(frozen=True)
class Away:
    """Planned days of vacation, until some of them are cancelled."""

    first: date
    last: date
    planned_at: str
    until: datetime | None = None


@dataclass
class Turns:
    """The acting users after each command of a game, at the time of its append."""

    at: list[tuple[int, frozenset[str]]] = field(default_factory=list)


class Community:
    """The whole state of one simulation."""

    def __init__(self, url: str, seed: str, begins: datetime, deaths: float = 0.03) -> None:
        self.chance = random.Random(f"community {seed}")
        self.clock = Clock()
        self.clock.now = begins
        self.deaths = deaths
        self.people: dict[str, Person] = {}
        self.games: list[str] = []
        self.turns: dict[str, Turns] = defaultdict(Turns)
        self.seen_versions: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        self.given_back: list[tuple[str, Away]] = []
        self.disturbed: list[tuple[str, datetime]] = []
        """The users who received a message in their quiet hours, and when."""
        self.sent: list[tuple[str, CommandContext, Callable[[CommandContext], Game]]] = []
        self.outages: list[Interval] = []
        """Each from the last heartbeat of a web process to the next."""
        self._web_is_down = False
        self._beaten = begins
        self._web_fate, self._worker_fate = Fate(), Fate()
        self._web = mortal(url, self._web_fate, self.clock)
        self._web.migrate()
        self._workers = mortal(url, self._worker_fate, self.clock)
        self.post = Post(self.clock, random.Random(f"post {seed}"), self._worker_fate)
        self._begin_web()
        self._begin_worker()

    @property
    def storage(self) -> Storage:
        """The storage for checks, which is that of the web processes."""
        return self._web

    def close(self) -> None:
        self._web.close()
        self._workers.close()

    # ----------------------------------------------------------------------------------------------------------------
    # Processes
    # ----------------------------------------------------------------------------------------------------------------

    def _begin_web(self) -> None:
        self._web_fate.lives(None)
        self.handler = CommandHandler(self._web, self.clock)

    def _begin_worker(self) -> None:
        self._worker_fate.lives(None)
        handler = CommandHandler(self._workers, self.clock)
        self._deadline_worker = DeadlineWorker(handler)
        self._bots = BotRunner(handler)
        self._outbox = Outbox(self._workers.database, self.clock)

    def write(self, stream: str, write: CommandContext, act: Callable[[CommandContext], Game]) -> Game | None:
        """Send a user's write, and repeat it if the process dies; return the game, or None if the write is refused.

        Sometimes keep the write, so that :meth:`sent_again` repeats it later.
        """
        if self.chance.random() < self.deaths:
            self._web_fate.lives(self.chance.randint(1, 12))
        while True:
            try:
                game = act(write)
            except Died:
                self.counts["deaths of web processes"] += 1
                self._begin_web()
            except (Refused, VersionConflict):
                self._web_fate.lives(None)
                self.counts["refusals"] += 1
                return None
            else:
                self._web_fate.lives(None)
                self.counts["writes"] += 1
                self.seen_to(stream)
                if self.chance.random() < 0.02:
                    self.sent.append((stream, write, act))
                return game

    def sent_again(self) -> None:
        """Send a completed write again, and check that it has no further effect."""
        if not self.sent:
            return
        stream, write, act = self.sent.pop(self.chance.randrange(len(self.sent)))
        before = self.handler.games.game(stream).version
        act(write)
        self.counts["writes that came twice"] += 1
        since = self.handler.games.game(stream).records[before:]  # Automatic facts that are due may be added.
        assert not [record for record in since if record.actor], "a repeated write had an effect"

    def seen_to(self, stream: str) -> None:
        """Record the users whose turn it is now."""
        game = self.handler.games.game(stream)
        turns = self.turns[stream]
        if game.origin is None and (not turns.at or turns.at[-1][0] < game.version):
            seats = awaited(game, self.handler.games.position(game)) if game.table.phase == "running" else ()
            chairs = [game.table.chairs[seat] for seat in seats]
            people = frozenset(chair.user or "" for chair in chairs if chair.present)
            turns.at.append((game.version, people))

    def work(self, *, clean: bool = False) -> None:
        """Run most workers once, in any order; they may die at any step. With ``clean``, run all until done."""
        self._is_up(just_now=clean)
        if clean:
            self._work_until_done()
            return
        if self.chance.random() < 3 * self.deaths:
            self._worker_fate.lives(self.chance.randint(1, 60))
        workers = list(self._all_workers())
        self.chance.shuffle(workers)
        try:
            for worker in workers:
                if self.chance.random() < 0.8:
                    worker()
            self._worker_fate.lives(None)
        except Died:
            self.counts["deaths of workers"] += 1
            self._begin_worker()
        self._note_turns()

    def _work_until_done(self) -> None:
        """Run the workers in order, repeatedly until they have no more work."""
        while True:
            last = self._workers.last_id()
            for worker in self._all_workers():
                worker()
            self._note_turns()
            if self._workers.last_id() == last:
                return

    def deliver_what_is_held(self) -> None:
        """Advance the time past the next quiet hours and digests, and deliver the messages; nothing else happens."""
        for wait in (LONGEST_HELD, LONGEST_NIGHT):  # After the first wait, it is night for some users.
            self.clock.now += wait
            delivery_schedule.release_due(self._workers.database, self.clock())
            self._deliver()

    def _all_workers(self) -> Iterator[Callable[[], object]]:
        yield lambda: catch_up(self._workers)
        yield self._deadline_worker.look
        yield self._let_bots_move
        yield lambda: catch_up(self._workers)
        yield self._notify
        yield self._deliver

    def _let_bots_move(self) -> None:
        for streams in self._bots._waiting():
            for stream in streams:
                self._bots.move(stream)  # The read model knows the substitute bots before the follower does.
                self.seen_to(stream)  # A turn that begins with this move may end before the next record.

    def _notify(self) -> None:
        database = self._workers.database
        notifier.follow(self._workers, self.clock())
        while notifier.remind(self._workers, self.clock()) == reminders.AT_A_TIME:
            pass
        while delivery_schedule.release_due(database, self.clock()) == delivery_schedule.AT_A_TIME:
            pass

    def _deliver(self) -> None:
        while deliver_due(self._outbox, self._send):
            pass

    def _send(self, waiting: Waiting) -> None:
        """Send a message to the fake receiver, or hold it in quiet hours, as the real sender does."""
        with self._workers.database.reading() as rows:
            way = channels.one(rows, waiting.channel)
            assert way is not None
            morning = delivery_schedule.quiet_until(rows, way, self.clock())
        if morning is not None:
            raise RetryLater(morning)
        person = self.people.get(waiting.user)
        if person is not None and not way.daily_digest and person.asleep(self.clock()):
            self.disturbed.append((person.id, self.clock()))
        self.post.send(waiting)

    def try_again(self) -> None:
        """Send all undeliverable messages again, as the operator."""
        self.counts["messages given up, and sent by the operator"] += self._outbox.try_again()

    def _note_turns(self) -> None:
        for stream in self.games:
            self.seen_to(stream)

    # ----------------------------------------------------------------------------------------------------------------
    # Time
    # ----------------------------------------------------------------------------------------------------------------

    def stand_still(self, hours: float) -> None:
        """Stop the web processes, perhaps with the workers; either may restart first. Only heartbeats show it."""
        self._is_up()
        self._web_is_down = True
        began = self._beaten
        workers_are_down = self.chance.random() < 0.7
        for _ in range(4):
            self.clock.advance(hours=hours / 4)
            if not workers_are_down:
                self.work()
        self._begin_web()
        self._begin_worker()
        if self.chance.random() < 0.5:
            self.work()
        with self._web.database.transaction() as rows:
            outages.beat(rows, self.clock(), self._web.tracking.end(rows))
        self._web_is_down = False
        self._beaten = self.clock()
        self.outages.append((began, self._beaten))
        self.counts["outages"] += 1

    def _is_up(self, *, just_now: bool = False) -> None:
        """Record the latest heartbeat of the running web processes: one every ten seconds would be too many."""
        if not self._web_is_down:
            ago = timedelta(seconds=0 if just_now else self.chance.randrange(10))
            self._beaten = max(self._beaten, self.clock() - ago)
            record_heartbeat(self._web, self._beaten)

    def wakes(self) -> datetime | None:
        """Return the next time at which something is due according to the tables, if any."""
        with self._web.database.reading() as rows:
            found = [rows.execute(query)[0]["due"] for query in _NEXT]
        return min((parsed(each) for each in found if each), default=None)

    def look(self, person: Person, stream: str) -> None:
        """Record that a user has seen the latest version of a game."""
        version = self.handler.games.game(stream).version
        with self._web.database.async_commit() as rows:
            inbox.record_seen(rows, [SeenVersion(stream, person.id, version)], self.clock())
        self.seen_versions[stream, person.id].append(version)

    def register(self, person: Person) -> None:
        self.people[person.id] = person
        with self._web.database.transaction() as rows:
            rows.execute(
                "INSERT INTO users (id, name, folded_name, password, created_at, time_zone)"
                " VALUES (:id, :id, :id, '', :now, :zone)",
                {"id": person.id, "now": timestamp(self.clock()), "zone": person.zone},
            )


_NEXT = (
    "SELECT MIN(deadline) AS due FROM deadlines",
    "SELECT MIN(remind_at) AS due FROM turn_notifications",
    "SELECT MIN(due_at) AS due FROM held_notifications",
    "SELECT MIN(due_at) AS due FROM outbox",
)
