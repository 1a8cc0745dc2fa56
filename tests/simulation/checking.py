"""Invariants of a community at any time."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from operator import itemgetter
from typing import Any

from domain import aggregate, audit, play
from domain.aggregate import Game
from domain.log import HeadMoved, Recorded
from domain.table.clock.clocks import Clocks, overdue
from domain.table.clock.facts import ClocksSet, TimeExtended, TimeRanOut
from domain.table.clock.options import DAYS_A_YEAR, DaysPerTurn
from domain.table.seat_changes.facts import OfferWithdrawn, SeatHandedOver, SeatOffered
from projections import game_list
from projections.db_protocol import parsed
from service.notifications import channels
from service.storage.mapper import stored_hash
from service.usecases.seat_rules import OFFER_STANDS
from tests import clock_ledger
from tests.service.readmodels.rows import contents, rebuild_all
from tests.simulation.calendars import Lives, wrong_windows
from tests.simulation.community import Community


class Wrong(AssertionError):
    """A violated invariant."""


def require(true: object, what: str, *about: object) -> None:
    """Raise Wrong unless the condition is true."""
    if not true:
        raise Wrong(f"{what}: {', '.join(map(str, about))}")


# --------------------------------------------------------------------------------------------------------------------
# Whenever the workers have finished
# --------------------------------------------------------------------------------------------------------------------


def now(site: Community) -> None:
    """Check that no seat waits for an event that never comes."""
    for stream in site.games:
        game = site.handler.games.game(stream)
        if game.table.phase == "running":
            _no_seat_is_frozen(site, game)
    _whoever_waits_knows(site)


def _no_seat_is_frozen(site: Community, game: Game) -> None:
    position = site.handler.games.position(game)
    require(play.bot_to_act(game, position) is None, "a bot has not moved", game.id)
    clocks = game.table.clocks
    if clocks is None:
        return
    require(not list(overdue(clocks, site.clock())), "an expired deadline has no flag", game.id, clocks)
    _automatic_consequences(game, clocks)
    for act in play.to_act(game.ruleset, game.table, position):
        running = clocks.of(act.seat)
        ticks = running is not None and (running.deadline is not None or clocks.paused)
        bot = game.table.chairs[act.seat].bot
        require(ticks or act.seat in clocks.out or bot, "no clock runs for an awaited seat", game.id, act.seat, clocks)


def _automatic_consequences(game: Game, clocks: Clocks) -> None:
    """Check that a bot plays for each player out of time, or that their seat is offered, if the table agreed on it."""
    if not clocks.clock.by_itself:
        return
    for seat in clocks.out:
        chair = game.table.chairs[seat]
        follows = chair.bot or chair.offered or _has_returned(game, seat)
        require(follows, "nothing follows a flag", game.id, seat, clocks)


def _has_returned(game: Game, seat: int) -> bool:
    """Return whether a player has acted since their flag: after a move in time or an undo, the flag remains."""
    flags = [number for number, record in enumerate(game.records) if record.fact == TimeRanOut(seat=seat)]
    return any(record.seat == seat and record.actor for record in game.records[flags[-1] + 1 :])


def _whoever_waits_knows(site: Community) -> None:
    """Check that every awaited player has been notified since they last acted, or has seen that it is their turn."""
    with site.storage.database.reading() as rows:
        found = rows.execute("SELECT stream, user_id, version FROM notifications WHERE kind = 'turn'")
        shown = {table.stream: table for table in game_list.some(rows, site.games)}
    notified: dict[tuple[str, str], int] = defaultdict(int)
    for row in found:
        key = row["stream"], row["user_id"]
        notified[key] = max(notified[key], row["version"])
    for stream, table in shown.items():
        waiting = {seat.user for seat in table.seats if seat.plays and seat.user and seat.bot is None}
        for user in waiting:
            last = _last_act(site, stream, user)
            require(
                notified[stream, user] > last or _saw(site, stream, user, last),
                "a player was not notified of their turn",
                stream,
                user,
                f"acted at {last}, notified at {notified[stream, user]}, of {table.version}",
            )


def _last_act(site: Community, stream: str, user: str) -> int:
    records = site.handler.games.game(stream).records
    return max((record.originator_version for record in records if record.actor == user), default=0)


def _saw(site: Community, stream: str, user: str, last: int) -> bool:
    """Return whether it was the user's turn when they last acted, or at a version that they have seen since."""
    seen = [last, *(version for version in site.seen_versions[stream, user] if version >= last)]
    return any(user in _waiting_at(site, stream, version) for version in seen)


def _waiting_at(site: Community, stream: str, version: int) -> frozenset[str]:
    before = [people for at, people in site.turns[stream].at if at <= version]
    return before[-1] if before else frozenset()


def rows_follow_from_the_log(site: Community) -> None:
    """Check that all read models, including running deadlines, equal rebuilt ones."""
    site.work(clean=True)
    before = contents(site.storage)
    rebuild_all(site.storage)
    for table, rows in contents(site.storage).items():
        require(rows == before[table], "rows do not follow from the log", table, set(rows) ^ set(before[table]))


# --------------------------------------------------------------------------------------------------------------------
# At the end
# --------------------------------------------------------------------------------------------------------------------


def none_is_stuck(site: Community) -> None:
    """Check that every toy game has ended, now that all players are present."""
    for stream in site.games:
        game = site.handler.games.game(stream)
        if game.ruleset.name == "toy":
            waiting = play.to_act(game.ruleset, game.table, site.handler.games.position(game))
            require(game.table.phase != "running", "a game is stuck", stream, game.version, waiting, game.table)


def at_the_end(site: Community) -> None:
    """Check logs, clocks, vacations and notifications."""
    for stream in site.games:
        _log(site, stream)
    lives = Lives(site)
    for stream in site.games:
        wrong = next(wrong_windows(lives, site.handler.games.game(stream)), None)
        require(wrong is None, "the wrong time counts", stream, wrong)
        _no_flag_in_an_automatic_vacation(lives, site.handler.games.game(stream))
    _vacation_days_are_limited(site)
    _notifications(site)
    _flags_are_notified(site)


def _vacation_days_are_limited(site: Community) -> None:
    days: Counter[tuple[str, int]] = Counter()
    with site.storage.database.reading() as rows:
        for row in rows.execute("SELECT * FROM vacations"):
            first, last = date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"])
            for number in range((last - first).days + 1):
                days[row["user_id"], (first + timedelta(days=number)).year] += 1
    require(all(count <= DAYS_A_YEAR for count in days.values()), "more vacation days than are allowed", days)


def _no_flag_in_an_automatic_vacation(lives: Lives, game: Game) -> None:
    """Check that no time runs out on a day that is vacation in all zones that count, if vacations start automatically.

    Ignore vacations planned on the previous day or later: they may not apply yet.
    """
    for number, record in enumerate(game.records[:]):
        if not isinstance(record.fact, TimeRanOut):
            continue
        table = aggregate.truncated(game, number).table
        assert table.clocks is not None
        user, running = table.chairs[record.fact.seat].user, table.clocks.of(record.fact.seat)
        if table.clocks.clock.vacation == "by_itself" and user is not None and running is not None:
            assert running.deadline is not None
            zones = lives.zones_at(user, running.deadline, running.began)
            days = {running.deadline.astimezone(zone).date() for zone in zones}
            away = [each for each in lives.away[user] if each.until is None]
            planned = [
                each
                for each in away
                if each.first <= min(days) <= max(days) <= each.last
                and each.planned_at < (min(days) - timedelta(days=1)).isoformat()
            ]
            require(not planned, "flagged in a vacation", record, planned)


def _flags_are_notified(site: Community) -> None:
    """Check that all players are notified of each flag, unless they saw it, acted after it or left."""
    with site.storage.database.reading() as rows:
        found = rows.execute("SELECT * FROM notifications WHERE kind IN ('ran_out', 'late')")
    notified = {(row["stream"], row["user_id"], row["kind"], row["version"]) for row in found}
    for stream in site.games:
        game = site.handler.games.game(stream)
        for record in game.records[:]:
            if isinstance(record.fact, TimeRanOut):
                version = record.originator_version
                chairs = aggregate.truncated(game, version).table.chairs
                late = chairs[record.fact.seat].user
                for user in {chair.user for chair in chairs if chair.user}:
                    kind = "ran_out" if user == late else "late"
                    latest = max(site.seen_versions[stream, user], default=-1)
                    saw = latest >= version or _acted(game, user, version)
                    require(
                        (stream, user, kind, version) in notified or saw or _left(game, user),
                        "a flag without a notification",
                        record,
                    )


def _acted(game: Game, user: str, version: int) -> bool:
    return any(record.actor == user for record in game.records[version:])


def _left(game: Game, user: str) -> bool:
    """Return whether the user has left the table."""
    return all(chair.user != user for chair in game.table.chairs)


def _log(site: Community, stream: str) -> None:
    records, tip = site.storage.application.read(stream)
    stored = site.storage.application.recorder.select_events(stream)
    hashes = ["", *map(stored_hash, stored)]
    require([record.previous for record in records] == hashes[:-1], "the chain is broken", stream)
    require(all(a.at <= b.at for a, b in itertools.pairwise(records)), "time ran backwards", stream)
    bad = [finding for finding in audit.examine(stream, records) if finding.verdict != "identical"]
    require(not bad, "a log does not verify", stream, bad)
    replayed = aggregate.rebuilt(stream, records, tip)
    require(replayed.table == site.handler.games.game(stream).table, "a replay gives another table", stream)
    _flags(site, stream, records)
    site.counts["writes with clocks"] += clock_ledger.check(replayed)


def _flags(site: Community, stream: str, records: list[Recorded[Any]]) -> None:
    """Check that flags are right and occur once in a turn, or again after an extension or a handover."""
    table, said, acted = None, Counter[tuple[int, datetime]](), set[int | None]()
    game = aggregate.rebuilt(stream, records, "")
    for record in records:
        if isinstance(record.fact, TimeRanOut):
            table = aggregate.truncated(game, record.originator_version - 1).table
            assert table.clocks is not None
            running = table.clocks.of(record.fact.seat)
            require(running is not None and not table.clocks.paused, "flagged while no time ran", stream, record)
            assert running is not None
            require(running.deadline is not None and running.deadline <= record.at, "flagged too early", stream, record)
            assert running.deadline is not None
            ran_out = _ran_out(records[: record.originator_version - 1], record.fact.seat)
            down = [(began, ended) for began, ended in site.outages if began < ran_out and record.at <= ended]
            require(not any(began < record.at for began, _ in down), "flagged in an outage", stream, record, down)
            said[record.fact.seat, running.began] += 1
            site.counts["flags"] += 1
        elif isinstance(record.fact, OfferWithdrawn) and record.actor and record.seat == record.fact.seat:
            recent = _recently_offered_by_others(records[: record.originator_version], record.actor, record.fact.seat)
            require(not recent, "a late seat was kept without a move", stream, record)
        elif isinstance(record.fact, HeadMoved):
            said.clear()
        elif isinstance(record.fact, ClocksSet):  # Several turns may begin at one instant, even of one seat.
            still = {running.seat for running in record.fact.running} - (acted - set(record.fact.out))
            said = Counter({key: number for key, number in said.items() if key[0] in still})
            acted = set()
        elif isinstance(record.fact, TimeExtended | SeatHandedOver):
            said = Counter({key: number for key, number in said.items() if key[0] != record.fact.seat})
        acted.add(record.seat)
        require(all(number == 1 for number in said.values()), "flagged twice in a turn", stream, record)


def _recently_offered_by_others(records: list[Recorded[Any]], actor: str | None, seat: int) -> bool:
    """Return whether the seat's last flag or offer before the final record is not the actor's and under a day old."""
    latest = records[-1].at - OFFER_STANDS
    for record in reversed(records[:-1]):
        if isinstance(record.fact, TimeRanOut | SeatOffered) and record.fact.seat == seat:
            return record.actor != actor and record.at > latest
    return False


def _ran_out(records: list[Recorded[Any]], seat: int) -> datetime:
    """Return the last deadline of a seat that was set with time left; an outage sets expired clocks to its end."""
    settings = (record.fact.running for record in reversed(records) if isinstance(record.fact, ClocksSet))
    found = (each for running in settings for each in running if each.seat == seat and each.left > 0)
    return next(each.deadline for each in found if each.deadline is not None)


def _notifications(site: Community) -> None:
    with site.storage.database.reading() as rows:
        notifications = rows.execute("SELECT * FROM notifications")
        held = rows.execute("SELECT * FROM held_notifications")
        outbox = rows.execute("SELECT * FROM outbox")
        ways = channels.of_users(rows, sorted(site.people))
    require(not site.disturbed, "a user was notified in their quiet hours", site.disturbed)
    require(not held and not outbox, "messages are still queued", len(held), len(outbox))
    site.counts["notifications"] += len(notifications)
    site.counts["messages"] += len(site.post.received)
    _one_per_turn(site, notifications)
    _one_unseen_turn(notifications)
    _no_early_reminders(site, notifications)
    _none_is_lost(site, notifications, ways)


def _one_per_turn(site: Community, notifications: list[dict[str, Any]]) -> None:
    """Check that players get at most one notification and one reminder for each of their turns."""
    said: Counter[tuple[str, str, str, int]] = Counter()
    beginnings = {stream: _beginnings(site, stream) for stream in site.games}
    for row in notifications:
        if row["kind"] in ("turn", "reminder"):
            stream, user = row["stream"], row["user_id"]
            began = max((at for at in beginnings[stream][user] if at <= row["version"]), default=0)
            said[stream, user, row["kind"], began] += 1
    require(
        all(number == 1 for number in said.values()),
        "two notifications of a turn",
        [k for k, n in said.items() if n > 1],
    )


def _one_unseen_turn(notifications: list[dict[str, Any]]) -> None:
    """Check that players are notified of a turn only once they have seen the notification of the turn before."""
    turns: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in sorted(notifications, key=itemgetter("version")):
        if row["kind"] == "turn":
            turns[row["stream"], row["user_id"]].append(row)
    for rows in turns.values():
        for first, second in itertools.pairwise(rows):
            seen = first["seen_at"] is not None and first["seen_at"] <= second["created_at"]
            require(seen, "notified again while the turn before is unseen", first, second)


def _no_early_reminders(site: Community, notifications: list[dict[str, Any]]) -> None:
    """Check that players get no reminder while more than a quarter of their time is left."""
    for row in notifications:
        if row["kind"] != "reminder":
            continue
        game, at = site.handler.games.game(row["stream"]), parsed(row["created_at"])
        clocks = game.table.clocks
        assert clocks is not None
        pace = clocks.clock.pace
        sets = [each.fact.running for each in game.records[:] if isinstance(each.fact, ClocksSet) and each.at <= at]
        wholes = [
            (running, pace.days * 86_400 if isinstance(pace, DaysPerTurn) else running.left)
            for running in itertools.chain.from_iterable(sets)
            if running.deadline is not None
        ]
        late = any(clock_ledger.left(running, at) <= whole // 4 + 1 for running, whole in wholes)
        require(late, "reminded too early", row)


def _beginnings(site: Community, stream: str) -> dict[str, list[int]]:
    """Return the versions at which turns began, by player: they were not awaited before, or acted, or the head moved.

    After a crash, several writes are recorded as one; the turn may have begun with their first fact.
    """
    records, found = site.handler.games.game(stream).records, defaultdict(list)
    before: frozenset[str] = frozenset()
    last = 0
    for version, people in site.turns[stream].at:
        write = records[last:version]
        moved = any(isinstance(record.fact, HeadMoved) for record in write)
        for user in people:
            if user not in before or moved or any(record.actor == user for record in write):
                found[user].append(last + 1)
        before, last = people, version
    return found


def _none_is_lost(site: Community, notifications: list[dict[str, Any]], ways: list[channels.Channel]) -> None:
    """Check that each notification arrived on every requested channel under one id, unless it was seen before."""
    ids: dict[tuple[str, str], set[str]] = defaultdict(set)
    for received in site.post.received:
        for notification in received.notifications:
            ids[received.channel, notification].add(received.id)
    require(all(len(found) == 1 for found in ids.values()), "a notification came under two ids")
    for row in notifications:
        for way in ways:
            if way.user_id == row["user_id"] and row["kind"] in way.events:
                came = (way.id, row["id"]) in ids
                require(came or row["seen_at"] is not None, "a notification is lost", row, way.id)
