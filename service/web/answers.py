"""What the API tells of a game, for one viewer: everything that leaves the service goes through view or veil here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from flask_babel import get_locale

from domain import aggregate, disclosure, log, play, table
from domain import game as contract
from domain.aggregate import Game
from domain.game import Command, Fact
from domain.log import Recorded
from domain.message import message
from domain.play import Acted, require_turn
from domain.table import NotStarted
from projections.branches import Branch
from projections.tables import Table
from service.access import Acting, Seen, invitation_to
from service.services import services
from service.usecases.games import UnknownGame
from service.web import render


class NoPosition(UnknownGame):
    """There is no position at this version."""


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def told(seen: Seen, fact: Fact, names: Sequence[str] | None = None) -> dict[str, Any]:
    """A fact as the viewer may see it, and its sentence; ``names`` are those who sat there then (default: now)."""
    known = disclosure.veiled(seen.game.ruleset, fact, seen.viewer)
    said = disclosure.narrated(seen.game.ruleset, seen.game.figures, known)
    return {"fact": known, "sentence": render.text(said, names or seen.names), "message": said}


def events(seen: Seen, records: Iterable[Recorded[Any]]) -> list[dict[str, Any]]:
    """Recorded facts with their place in the stream and whether they count now."""
    on_line, arrived = set(log.line(seen.game.tree)), aggregate.arrived(seen.game)
    seatings = _seatings(seen.game)
    shown = []
    for record in records:
        version = record.originator_version
        names = seatings[version - 1] if version <= len(seatings) else seen.names
        shown.append(_event(seen, _without_users(record) if version < arrived else record, on_line, names))
    return shown


def _seatings(game: Game) -> list[Sequence[str]]:
    """Who sat where at each fact before the start, or had sat there last; then seats change hands no more."""
    if game.origin is not None:
        return []
    names = [""] * len(game.table.chairs)
    found: list[Sequence[str]] = []
    for record in takewhile(lambda record: not isinstance(record.fact, game.ruleset.started), game.records):
        if isinstance(record.fact, table.SeatTaken):
            names = [*names]
            names[record.fact.seat] = record.fact.name
        found.append(names)
    return found


def _without_users(record: Recorded[Any]) -> Recorded[Any]:
    return msgspec.structs.replace(record, fact=disclosure.without_users(record.fact))


def _event(seen: Seen, record: Recorded[Any], on_line: set[int], names: Sequence[str]) -> dict[str, Any]:
    version = record.originator_version
    return {
        "version": version,
        "at": record.at,
        "seat": record.seat,
        "move": _first_of_move(seen.game, version),
        "is_move": isinstance(record.fact, seen.game.ruleset.facts),
        "on_line": version in on_line,
        **_kept(seen, record, names),
    }


def _kept(seen: Seen, record: Recorded[Any], names: Sequence[str]) -> dict[str, Any]:
    """What :func:`told` says of a recorded fact, which is the same for all who look with the same eyes."""
    kept = services().told
    key = (record.originator_id, record.originator_version, seen.viewer, str(get_locale()), tuple(names))
    try:
        return kept.get(key)
    except KeyError:
        said = told(seen, record.fact, names)
        kept.put(key, said)
        return said


def _first_of_move(game: Game, version: int) -> int:
    """The version of the first fact that the same command appended."""
    while version > 1 and log.same_write(game.records[version - 2], game.records[version - 1]):
        version -= 1
    return version


# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def viewed(seen: Seen, at: int | None = None) -> Any:
    """The position at a version (default: now) as the viewer may see it; raises NotStarted and NoPosition."""
    game = seen.game
    if not game.started:
        raise NotStarted(message("The game has not started yet."))
    if at is not None and not aggregate.has_position(game, at):
        raise NoPosition(game.id)
    return game.ruleset.view(services().daybook.position(game, at), seen.viewer)


def state(seen: Seen, at: int | None = None) -> dict[str, Any]:
    """The position, whose turn it is, and how things stand."""
    game = seen.game
    view = viewed(seen, at)
    version = game.version if at is None else at
    # A branch has a position at 0 already, the one it is opened with, but no table before its first fact.
    then = aggregate.truncated(game, max(version, 1)) if version < game.version else game
    return {
        "id": game.id,
        "version": game.version,
        "at": version,
        "head": game.tree.heads[version],
        "viewer": seen.viewer,
        "phase": then.table.phase,
        **position(seen, view, then),
        **_reach(seen),
    }


def position(seen: Seen, view: Any, then: Game) -> dict[str, Any]:
    """What a view of a position says."""
    return {
        "to_act": _to_act(seen, play.to_act(then, view)),
        "standing": standing(seen, view),
        "summary": _summary(seen, view),
        "state": view,
    }


def _to_act(seen: Seen, waiting: Iterable[contract.ToAct]) -> list[dict[str, Any]]:
    return [{"seat": act.seat, "reason": render.text(act.reason, seen.names)} for act in waiting]


def standing(seen: Seen, view: Any) -> dict[str, Any]:
    """Points by seat, and the ranking once the game is over."""
    found = seen.game.ruleset.standing(view)
    return {
        "points": found.points,
        "finished": found.finished,
        "ranking": found.ranking,
        "decided_by": render.text(found.decided_by, seen.names) if found.decided_by else None,
    }


def _summary(seen: Seen, view: Any) -> dict[str, Any]:
    found = seen.game.ruleset.summary(view)
    figures = [{"label": render.text(row.label, seen.names), "values": _values(seen, row)} for row in found.figures]
    return {"headline": render.text(found.headline, seen.names), "order": found.order, "figures": figures}


def _values(seen: Seen, row: contract.Figure) -> list[str | int]:
    return [value if isinstance(value, int) else render.text(value, seen.names) for value in row.values]


def _reach(seen: Seen) -> dict[str, list[int]]:
    """Where the viewer may take the game back or forward to at once."""
    if seen.user is None or not (mine := table.seats_of(seen.game.table, seen.user.id)):
        return {"undo": [], "redo": []}
    seat = seen.viewer if isinstance(seen.viewer, int) else mine[0]
    if seen.game.table.phase != "running":
        return {"undo": [], "redo": []}
    return {"undo": aggregate.undo_targets(seen.game, seat), "redo": aggregate.redo_targets(seen.game, seat)}


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def choice(acting: Acting, picks: Sequence[str]) -> dict[str, Any]:
    """The next field of the acting seat's move, or the finished command with a preview."""
    view = viewed(acting)
    require_turn(acting.game, view, acting.seat)
    asked = contract.choices(acting.game.ruleset, view, acting.seat, picks)
    answer: dict[str, Any] = {"version": acting.game.version, "seat": acting.seat, "picks": list(picks)}
    if asked.command is not None:
        return answer | {"command": asked.command, "preview": preview(acting, asked.command)}
    assert asked.prompt is not None
    options = [_option(acting, option) for option in asked.options]
    return answer | {"prompt": render.text(asked.prompt, acting.names), "options": options}


def _option(seen: Seen, option: contract.Option) -> dict[str, Any]:
    label = render.text(option.label, seen.names)
    return {"value": option.value, "label": label, "message": option.label, "elements": option.elements}


def preview(acting: Acting, given: Command | Sequence[str]) -> dict[str, Any]:
    """What a move would do, up to where something hidden would come to light."""
    game = acting.game
    daybook = services().daybook
    facts = daybook.preview(game, acting.seat, given)
    known = _foreseeable(game, facts)
    before = game.ruleset.view(daybook.position(game), acting.viewer)
    after = daybook.position(game)
    for fact, _ in known:
        game.ruleset.apply(after, fact)
    view = game.ruleset.view(after, acting.viewer)
    return {
        "version": game.version,
        "seat": acting.seat,
        "events": [{"seat": seat, **told(acting, fact)} for fact, seat in known],
        "stopped": len(known) < len(facts),
        "changes": _changes(acting, before, view),
        **position(acting, view, game),
    }


def _foreseeable(game: Game, facts: Sequence[Acted]) -> Sequence[Acted]:
    revealing = (index for index, (fact, _) in enumerate(facts) if disclosure.reveals(game.ruleset, fact))
    return facts[: next(revealing, len(facts))]


def _changes(seen: Seen, before: Any, after: Any) -> list[dict[str, Any]]:
    """The accounts a move changes, seat by seat."""
    accounts = seen.game.ruleset.accounts
    return [
        {
            "seat": seat,
            "name": render.seat_name(seat, seen.names),
            "account": account,
            "title": render.account_title(account),
            "before": old,
            "after": new,
        }
        for (account, olds), news in zip(accounts(before).items(), accounts(after).values(), strict=True)
        for seat, (old, new) in enumerate(zip(olds, news, strict=True))
        if old != new
    ]


# --------------------------------------------------------------------------------------------------------------------
# The table
# --------------------------------------------------------------------------------------------------------------------


def seated(seen: Seen) -> dict[str, Any]:
    """The table: its options, who sits where, and what it waits for."""
    game = seen.game
    opened = game.table.opened
    return {
        "id": game.id,
        "version": game.version,
        "ruleset": game.ruleset.name,
        "title": game.ruleset.title,
        "figures": game.figures,
        "name": game.origin.opened.name if game.origin else opened.name,
        "owner": opened.owner,
        "private": opened.private,
        "undo": opened.undo,
        "options": opened.options,
        "phase": game.table.phase,
        "opened_at": game.records[0].at,
        "changed_at": game.records[-1].at,
        "viewer": seen.viewer,
        "seats": [_chair(seen, seat) for seat in range(len(game.table.chairs))],
        "undo_request": game.table.request,
        "chance": _chance(game),
        "origin": _origin(game),
        "imported": arrival_of(game),
        "to_act": _to_act(seen, play.to_act(game, viewed(seen))) if game.started else [],
    }


def _chair(seen: Seen, seat: int) -> dict[str, Any]:
    chair = seen.game.table.chairs[seat]
    return {
        "seat": seat,
        "name": chair.name,
        "bot": chair.bot,
        "free": chair.free,
        "yours": seen.user is not None and chair.user == seen.user.id,
        "words": chair.words,
        "automatic": chair.automatic,
        "agrees_to_abandon": chair.agrees_to_abandon,
    }


def _chance(game: Game) -> dict[str, Any]:
    """What can be known of the game's chance: the commitment from the beginning, the seed when the game is over."""
    opened = game.table.opened
    over = game.origin is None and game.table.phase in ("finished", "abandoned")
    return {"commitment": opened.commitment, "recorded": opened.recorded, "seed": opened.seed if over else None}


def _origin(game: Game) -> dict[str, Any] | None:
    if game.origin is None:
        return None
    opened = game.origin.opened
    return {"id": opened.origin, "at": opened.at_version, "imagined": opened.imagined is not None}


def arrival_of(game: Game) -> dict[str, Any] | None:
    """Who brought the game, or what it continues, here in a file, and when; None for what was played here."""
    arrival = game.table.imported
    if arrival is None:
        return None
    user = services().accounts.user(arrival.by)
    return {"by": user.name if user else None, "at": arrival.at, "superseded": arrival.superseded}


def invitation(seen: Seen) -> dict[str, str]:
    """What to give to somebody who shall see and join a private table."""
    secret = invitation_to(seen.game)
    return {"invite": secret, "link": f"/games/{seen.game.id}?invite={secret}"}


# --------------------------------------------------------------------------------------------------------------------
# Lists
# --------------------------------------------------------------------------------------------------------------------


def arrival(found: Table | Branch, importers: Mapping[str, str]) -> dict[str, Any] | None:
    """What a list says of who brought in what it shows, and when."""
    arrival = found.imported
    if arrival is None:
        return None
    return {"by": importers.get(arrival.by), "at": arrival.at, "superseded": arrival.superseded}


def importers_of(found: Iterable[Table | Branch]) -> dict[str, str]:
    """The names of those who brought in what of these games and branches was imported, by their ids."""
    return services().accounts.names({table.imported.by for table in found if table.imported is not None})
