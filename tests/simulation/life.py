"""Six weeks of a community: its start, its games and its end, all determined by the seed."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import count

import msgspec

from domain.game import ruleset
from domain.table.clock.options import Bank, Clock, DaysPerTurn, Hours
from domain.table.facts import SeatTaken, UndoPolicy
from service.notifications import channels
from service.notifications.quiet_hours import Times
from service.usecases import tables
from service.usecases.command_handler import CommandContext
from tests.simulation import checking
from tests.simulation.community import Community, Person
from tests.simulation.people import ZONES, visit

BEGINNINGS = (
    datetime(2026, 3, 1, 12, tzinfo=UTC),
    datetime(2026, 9, 20, 3, tzinfo=UTC),
    datetime(2026, 12, 10, 20, tzinfo=UTC),
)
"""Before summer time starts in America and Europe; before it ends there and starts in the south; before a new year."""

LONGEST_CLOSING = 60
"""The number of rounds of visits by all users after which every toy game must have ended."""


@dataclass(frozen=True)
class Size:
    """The size of a community."""

    games: int = 20
    people: int = 16
    days: float = 42.0
    real: float = 0.08
    """The fraction of the games that are not toy games."""


def live(url: str, seed: str, size: Size) -> Community:
    """Simulate a community, check all invariants, and return it."""
    chance = random.Random(f"life {seed}")
    site = Community(url, seed, chance.choice(BEGINNINGS))
    try:
        _settle(site, chance, size)
        _six_weeks(site, chance, size)
        checking.rows_follow_from_the_log(site)
        _closing(site)
        checking.at_the_end(site)
    except BaseException:
        site.close()
        raise
    return site


def _settle(site: Community, chance: random.Random, size: Size) -> None:
    for number in range(size.people):
        person = _person(site, chance, number, size)
        site.register(person)
        _wish(site, chance, person)
    for number in range(size.games):
        site.clock.advance(minutes=chance.choice([0, 1, 30]))
        _open(site, chance, number, size)


def _person(site: Community, chance: random.Random, number: int, size: Size) -> Person:
    person = Person(
        id=f"person-{number}",
        zone=chance.choice(ZONES),
        every=chance.choice([8, 16, 24, 60]),
        eager=chance.choice([0.95, 0.7, 0.4]),
        waits_for_message=chance.random() < 0.4,
        crafty=chance.random() < 0.2,
    )
    if chance.random() < 0.3:
        person.away_from = site.clock() + timedelta(days=chance.uniform(1, size.days))
        if chance.random() < 0.6:
            person.back_at = person.away_from + timedelta(days=chance.uniform(2, 20))
    return person


def _wish(site: Community, chance: random.Random, person: Person) -> None:
    """Set the channels and times of a user's notifications. Users who visit only when notified get all kinds."""
    with site.storage.database.transaction() as rows:
        for way in range(1 if person.waits_for_message else chance.choice([0, 1, 2])):
            made = channels.add(rows, person.id, "webhook", "", f"https://example.org/{person.id}/{way}", site.clock())
            if not person.waits_for_message and chance.random() < 0.4:
                wanted = tuple(kind for kind in channels.KINDS if chance.random() < 0.7)
                daily = chance.random() < 0.5
                channels.change(rows, msgspec.structs.replace(made, events=wanted, daily_digest=daily))
        if chance.random() < 0.6:
            begin, end = time(chance.randrange(20, 24)), time(chance.randrange(4, 9), 30)
            person.quiet = begin, end
            times = Times(quiet_from=begin, quiet_until=end, daily_at=time(7, 45))
            channels.save_times(rows, person.id, times)


# --------------------------------------------------------------------------------------------------------------------
# Tables
# --------------------------------------------------------------------------------------------------------------------


def _agreed(chance: random.Random) -> Clock | None:
    if chance.random() < 0.1:
        return None
    pace = (
        DaysPerTurn(days=chance.choice([1, 2, 3]))
        if chance.random() < 0.6
        else Bank(start=chance.choice([24, 72]), increment=chance.choice([0, 4, 12]), cap=96)
    )
    ran_out = chance.choice(["remind", "offer", "stand_in", "end"])
    return Clock(
        pace=pace,
        weekends_off=chance.random() < 0.4,
        hours=Hours(first=chance.choice([0, 2, 8]), until=chance.choice([20, 23])) if chance.random() < 0.4 else None,
        vacation=chance.choice(["none", "planned", "by_itself"]),
        ran_out=ran_out,
        by_itself=ran_out in ("offer", "stand_in") and chance.random() < 0.6,
    )


def _open(site: Community, chance: random.Random, number: int, size: Size) -> None:
    rules = chance.choice(["brass-birmingham", "barrage", "arkwright"]) if chance.random() < size.real else "toy"
    players = chance.sample(sorted(site.people), chance.choice([seats for seats in ruleset(rules).seats if seats > 1]))
    policy: UndoPolicy = chance.choice(["turn", "consent", "free", "off"])
    owner, handler = players[0], site.handler
    first = CommandContext(actor=owner, command=f"open-{number}")
    game = tables.open_table(
        handler,
        first,
        rules=rules,
        name=f"Game {number}",
        seats=len(players),
        options={},
        undo=policy,
        clock=_agreed(chance),
    )
    for seat, user in enumerate(players):
        taken = (
            SeatTaken(seat=seat, bot="random") if seat and chance.random() < 0.06 else SeatTaken(seat=seat, user=user)
        )
        tables.take_seat(handler, game.id, CommandContext(actor=user, seat=seat, command=f"sit-{number}-{seat}"), taken)
    site.games.append(game.id)
    tables.start(handler, game.id, CommandContext(actor=owner, seat=0, command=f"start-{number}"))
    site.seen_to(game.id)
    site.people[owner].minds.add(game.id)


# --------------------------------------------------------------------------------------------------------------------
# Time passes
# --------------------------------------------------------------------------------------------------------------------


def _six_weeks(site: Community, chance: random.Random, size: Size) -> None:
    order, end = count(), site.clock() + timedelta(days=size.days)
    visits = [
        (site.clock() + timedelta(hours=chance.uniform(0, p.every)), next(order), p) for p in site.people.values()
    ]
    heapq.heapify(visits)
    idle_until = site.clock()
    while visits and visits[0][0] < end:
        at, _, person = heapq.heappop(visits)
        _work_until(site, chance, max(at, site.clock()), idle_until)
        if person.there(site.clock()):
            visit(site, person)
        heapq.heappush(visits, (at + timedelta(hours=chance.expovariate(1 / person.every)), next(order), person))
        dice = chance.random()
        if dice < 0.004:
            idle_until = site.clock() + timedelta(hours=chance.uniform(0.5, 12))
            site.counts["standstills of the workers"] += 1
        elif dice < 0.006:
            site.stand_still(chance.uniform(0.01, 30))
        elif dice < 0.010:
            site.post.down_until = site.clock() + timedelta(hours=chance.uniform(0.1, 60))
        elif dice < 0.04:
            site.sent_again()
        elif dice < 0.10 and site.clock() >= idle_until:
            site.work(clean=True)
            checking.now(site)


def _work_until(site: Community, chance: random.Random, until: datetime, idle_until: datetime) -> None:
    """Advance the time, and run the workers whenever something is due, up to some minutes late."""
    while site.clock() >= idle_until:
        site.work()
        wakes = site.wakes()
        if wakes is None or wakes > until:
            break
        moment = max(wakes, site.clock()) + timedelta(seconds=chance.choice([0, 1, 20, 400]))
        if moment > until:
            break
        site.clock.now = moment
    site.clock.now = max(site.clock(), until)


def _closing(site: Community) -> None:
    """End the simulation: all users return and nothing fails, so every game ends or, if it is long, continues."""
    site.deaths = 0.0
    site.post.down_until = None
    site.post.unthankful = 0.0
    site.try_again()
    for person in site.people.values():
        person.away_from = None
    for _ in range(LONGEST_CLOSING):
        before = {stream: site.handler.games.game(stream).version for stream in site.games}
        going = [stream for stream in before if site.handler.games.game(stream).table.phase == "running"]
        if not [stream for stream in going if site.handler.games.game(stream).ruleset.name == "toy"]:
            break
        for person in site.people.values():
            _pass(site, hours=2)
            visit(site, person, closing=True)
    checking.none_is_stuck(site)
    _pass(site, days=4)
    site.deliver_what_is_held()


def _pass(site: Community, **time: float) -> None:
    until = site.clock() + timedelta(**time)
    site.work(clean=True)
    while (wakes := site.wakes()) is not None and wakes <= until:
        site.clock.now = max(wakes, site.clock())
        site.work(clean=True)
    site.clock.now = until
    site.work(clean=True)
    checking.now(site)
