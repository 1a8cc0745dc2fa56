"""Two worlds that differ only in what is hidden from a seat: the same users, ids, times, moves and commitment.

This module states what is hidden independently of the rulesets' own ``view`` and ``veil``, which are under test.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest import mock
from uuid import UUID

import msgspec
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from domain import play
from domain.game import Command, IllegalMove, Ruleset, Table, copied, random_command, ruleset
from domain.table.facts import SeatTaken
from domain.verifiable_random import Stated
from service.accounts import users
from service.http.problems import MEDIA_TYPE
from service.pages import template_context
from service.usecases import moves, stream_ids, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service.openapi_client import Client
from tests.service.sites import Person, Site, close, site_on

Outcomes = dict[str, list[str]]
Options = Mapping[str, Any]
NO_OPTIONS: Options = MappingProxyType({})
Step = tuple[int, Command] | None
"""A seat's command, or None to undo the last move."""


@dataclass(frozen=True)
class Secrecy:
    """What a ruleset hides from a seat: shuffles with hidden items, and a function that blanks secrets in facts."""

    rules: str
    hidden_shuffles: tuple[str, ...]
    public: Callable[[Any, int], Any]
    seats: tuple[int, ...] = (2, 3, 4)
    """The numbers of seats at which anything is hidden."""
    hides_hands: bool = False
    """Whether one seat sees some of what is hidden from another."""
    options: Options = field(default_factory=dict)
    """Options of the table; automas among them take the last seats."""


# --------------------------------------------------------------------------------------------------------------------
# Secrets
# --------------------------------------------------------------------------------------------------------------------


def _blank(hands: Sequence[Sequence[str]], viewer: int) -> list[Any]:
    return [list(hand) if seat == viewer else len(hand) for seat, hand in enumerate(hands)]


def _public_toy(fact: Any, viewer: int) -> Any:
    shown = msgspec.to_builtins(fact)
    if shown["topic"] == "toy.started":
        shown |= {"hands": _blank(shown["hands"], viewer), "deck": len(shown["deck"])}
    if shown["topic"] == "toy.drawn" and fact.seat != viewer:
        shown["number"] = "?"
    return shown


def _public_lancashire(fact: Any, viewer: int) -> Any:
    shown = msgspec.to_builtins(fact)
    match shown["topic"]:
        case "brass.lancashire.started":
            piles = ("deck", "set_aside", "market_tiles", "rail_hands", "rail_deck", "rail_market_tiles", "boxed")
            shown |= {"hands": _blank(shown["hands"], viewer), **{name: len(shown[name]) for name in piles}}
        case "brass.lancashire.turn_ended" if fact.seat != viewer:
            shown["drawn"] = len(fact.drawn)
        case "brass.lancashire.era_began":
            shown["hands"] = _blank(shown["hands"], viewer)
    return shown


def _public_birmingham(fact: Any, viewer: int) -> Any:
    shown = msgspec.to_builtins(fact)
    match shown["topic"]:
        case "brass.birmingham.started":
            down = [card if seat == viewer else "?" for seat, card in enumerate(shown["face_down"])]
            hidden = {name: len(shown[name]) for name in ("deck", "rail_hands", "rail_deck")}
            shown |= {"hands": _blank(shown["hands"], viewer), "face_down": down, **hidden}
        case "brass.birmingham.turn_ended" if fact.seat != viewer:
            shown["drawn"] = len(fact.drawn)
        case "brass.birmingham.era_began":
            shown["hands"] = _blank(shown["hands"], viewer)
    return shown


def _public_barrage(fact: Any, viewer: int) -> Any:
    shown = msgspec.to_builtins(fact)
    if shown["topic"] == "barrage.started":
        tops = {"automa_card": shown["piles"]["automa_cards"][0]} if "automa_cards" in shown["piles"] else {}
        shown |= {"piles": {name: len(pile) for name, pile in shown["piles"].items()}, "renewal_key": "?"} | tops
    for change in shown.get("changes", ()):
        if change["change"] == "pile_renewed":
            change["order"] = len(change["order"])
    return shown


def _public_arkwright(fact: Any, viewer: int) -> Any:
    shown = msgspec.to_builtins(fact)
    if shown["topic"] == "arkwright.started" and shown["solo"]:
        shown["solo"] |= {"bags": [len(bag) for bag in shown["solo"]["bags"]], "tracks": "?"}
    return shown


TOY = Secrecy("toy", ("numbers",), _public_toy, seats=(2, 3), hides_hands=True)
BIRMINGHAM = Secrecy("brass-birmingham", ("canal deck", "rail deck"), _public_birmingham, hides_hands=True)
ARKWRIGHT = Secrecy(
    "arkwright", ("automa tracks", *(f"bag of era {era}" for era in ("I", "II", "III"))), _public_arkwright, (1,)
)
BARRAGE = Secrecy(
    "barrage",
    (
        *(f"{colour} contracts" for colour in ("green", "yellow", "red")),
        *(f"advanced tiles {level}" for level in (1, 2, 3)),
        "renewals",
    ),
    _public_barrage,
)
AUTOMAS = replace(
    BARRAGE,
    hidden_shuffles=(*BARRAGE.hidden_shuffles, "automa cards"),
    seats=(3,),
    options={"automas": ["normal", "overpowered"], "leeghwater": True},
)
"""Barrage with automas, whose cards are in an unknown order."""
LANCASHIRE = Secrecy(
    "brass-lancashire",
    ("canal deck", "rail deck", "canal distant market", "rail distant market"),
    _public_lancashire,
    hides_hands=True,
)
SECRECIES = {secrecy.rules: secrecy for secrecy in (TOY, BIRMINGHAM, ARKWRIGHT, BARRAGE, LANCASHIRE)}
"""The secrecy of each ruleset, by its name."""


# --------------------------------------------------------------------------------------------------------------------
# Constructing the other world
# --------------------------------------------------------------------------------------------------------------------


def set_up(rules: Ruleset[Any], seats: int, outcomes: Outcomes, options: Options = NO_OPTIONS) -> Any:
    return rules.setup(_table(rules, seats, options), Stated(outcomes))


def _table(rules: Ruleset[Any], seats: int, options: Options) -> Table:
    stated = msgspec.to_builtins(msgspec.convert(dict(options), rules.options))
    return Table(seats=seats, options=stated, figures=rules.current_figures())


def random_outcomes(rules: Ruleset[Any], seats: int, chance: random.Random, options: Options = NO_OPTIONS) -> Outcomes:
    """Return random outcomes of every shuffle of a set-up."""
    found: Outcomes = {}

    class Shuffling:
        def shuffle(self, label: str, items: Sequence[str]) -> list[str]:
            found[label] = chance.sample(list(items), len(items))
            return found[label]

    rules.setup(_table(rules, seats, options), Shuffling())
    return found


def some_steps(rules: Ruleset[Any], started: Any, length: int, chance: random.Random) -> list[Step]:
    """Return random moves, some undone at once; stop before the end, when nothing is hidden any more."""
    states = [rules.initial(started)]
    steps: list[Step] = []
    while len(steps) < length and (waiting := rules.to_act(states[-1])):
        if len(states) > 1 and chance.random() < 0.15:
            states.pop()
            steps.append(None)
            continue
        seat = waiting[0].seat
        command = random_command(rules, states[-1], seat, chance)
        state = _after(rules, states[-1], seat, command)[0]
        if not rules.to_act(state):
            break
        states.append(state)
        steps.append((seat, command))
    return steps


def same_steps(
    secrecy: Secrecy, states: Sequence[Any], viewer: int, length: int, chance: random.Random
) -> list[tuple[int, Command]]:
    """Return random moves that are legal in all of these positions and show this viewer the same in each."""
    rules, steps = ruleset(secrecy.rules), list[tuple[int, Command]]()
    while len(steps) < length and (waiting := rules.to_act(states[0])):
        seat = waiting[0].seat
        candidates = (random_command(rules, states[0], seat, chance) for _ in range(_CANDIDATES))
        found = ((command, _same_after(secrecy, states, seat, command, viewer)) for command in candidates)
        command, after = next(((command, after) for command, after in found if after), (None, None))
        if command is None or after is None:
            break
        states = after
        steps.append((seat, command))
    return steps


_CANDIDATES = 30


def _same_after(secrecy: Secrecy, states: Sequence[Any], seat: int, command: Command, viewer: int) -> list[Any] | None:
    """Return the positions after a command; None if it is not legal in all, or if the viewer sees a difference."""
    try:
        after = [_after(ruleset(secrecy.rules), state, seat, command) for state in states]
    except IllegalMove:
        return None
    shown = [[secrecy.public(fact, viewer) for fact in facts] for _, facts in after]
    return [state for state, _ in after] if all(each == shown[0] for each in shown) else None


def _after(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> tuple[Any, list[Any]]:
    state = copied(state)
    return state, _acted(rules, state, seat, command)


def _acted(rules: Ruleset[Any], state: Any, seat: int, command: Command) -> list[Any]:
    """Apply a command to a position, and return its facts."""
    return [fact for fact, _ in play.played(rules, state, seat, command, lambda acting, ending: False)]


def visible_to(
    secrecy: Secrecy, seats: int, outcomes: Outcomes, steps: Sequence[Step], viewer: int
) -> list[Any] | None:
    """Return everything that the viewer learns, or None if a step is not legal in this world."""
    try:
        return list(_learned(secrecy, seats, outcomes, steps, viewer))
    except IllegalMove:
        return None


def _learned(secrecy: Secrecy, seats: int, outcomes: Outcomes, steps: Sequence[Step], viewer: int) -> Iterator[Any]:
    """Yield everything that the viewer learns, fact by fact."""
    rules = ruleset(secrecy.rules)
    started = set_up(rules, seats, outcomes, secrecy.options)
    state = rules.initial(started)
    yield secrecy.public(started, viewer)
    taken_back, before = _taken_back(steps), list[Any]()
    for number, step in enumerate(steps):
        if step is None:
            state = before.pop()
            continue
        if number in taken_back:
            before.append(copied(state))
        facts = _acted(rules, state, *step)
        yield from (secrecy.public(fact, viewer) for fact in facts)


def _taken_back(steps: Sequence[Step]) -> set[int]:
    """Return the numbers of the moves that are undone later."""
    made, found = list[int](), set[int]()
    for number, step in enumerate(steps):
        if step is None:
            found.add(made.pop())
        else:
            made.append(number)
    return found


def _unnoticed(
    secrecy: Secrecy, seats: int, outcomes: Outcomes, steps: Sequence[Step], viewer: int, truth: Sequence[Any]
) -> bool:
    """Return whether the viewer learns exactly ``truth``; stop at the first difference."""
    learned = _learned(secrecy, seats, outcomes, steps, viewer)
    try:
        return all(one == other for one, other in itertools.zip_longest(learned, truth))
    except IllegalMove:
        return False


_SWAPS = 100

Swap = tuple[str, int, int]
"""A shuffle, and the indexes of two items in it to swap."""


def indistinguishable_outcomes(
    secrecy: Secrecy, seats: int, outcomes: Outcomes, steps: Sequence[Step], viewer: int, chance: random.Random
) -> Outcomes:
    """Return outcomes that the viewer cannot distinguish from these: hidden items are swapped where it is not seen."""
    truth = visible_to(secrecy, seats, outcomes, steps, viewer)
    assert truth is not None
    swaps: list[Swap] = []
    for _ in range(_SWAPS):
        label = chance.choice([label for label in secrecy.hidden_shuffles if label in outcomes])
        one, other = chance.sample(range(len(outcomes[label])), 2)
        swaps.append((label, one, other))
    return _with_unnoticed(
        outcomes, swaps, lambda candidate: _unnoticed(secrecy, seats, candidate, steps, viewer, truth)
    )


def _with_unnoticed(outcomes: Outcomes, swaps: Sequence[Swap], unnoticed: Callable[[Outcomes], bool]) -> Outcomes:
    """Return the outcomes after all swaps; if the viewer notices them, try the first half, then the second."""
    candidate = {label: list(order) for label, order in outcomes.items()}
    for label, one, other in swaps:
        order = candidate[label]
        order[one], order[other] = order[other], order[one]
    if unnoticed(candidate):
        return candidate
    if len(swaps) == 1:
        return outcomes
    half = len(swaps) // 2
    return _with_unnoticed(_with_unnoticed(outcomes, swaps[:half], unnoticed), swaps[half:], unnoticed)


# --------------------------------------------------------------------------------------------------------------------
# Building a world
# --------------------------------------------------------------------------------------------------------------------


@dataclass
class World:
    """A site with one game, in which all steps have been played."""

    site: Site
    players: list[Person]
    game: str
    certain: Certain


Certain = Callable[[], AbstractContextManager[None]]
"""A context in which ids and random numbers are the same in every world."""


@contextmanager
def world(
    directory: Path,
    rules: str,
    outcomes: Mapping[str, Sequence[str]],
    seats: int,
    steps: Sequence[Step],
    options: Options,
) -> Iterator[World]:
    """Yield a world with these shuffles. Everything else is the same in every world, within :attr:`World.certain`."""
    directory.mkdir()
    certain = _certainty()
    with certain():
        site = site_on(f"sqlite:///{directory}/x.sqlite", live_wait=0.01)
        site.app.test_client_class = UnderstoodClient
        seconds = itertools.count()
        clock = lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))  # noqa: E731
        handler = CommandHandler(site.services.storage, clock)
        site.app.extensions["daybook"] = replace(site.services, handler=handler)
        people = seats - len(options.get("automas", ()))
        players = [site.person(name) for name in ("Ada", "Ben", "Cleo", "Dora")[:people]]
        opening = {"rules": rules, "seats": seats, "options": dict(options)}
        game = _played(handler, opening, outcomes, players, steps)
        site.catch_up()
    try:
        yield World(site, players, game, certain)
    finally:
        close(site)


class UnderstoodClient(Client):
    """A client that fails if the site does not understand a request: every world would return the same error, and the
    comparison would prove nothing.
    """

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        sent = f"{answer.request.method} {answer.request.path}"
        try:
            self.application.url_map.bind("").match(answer.request.path, answer.request.method)
        except HTTPException as error:
            raise NotUnderstood(f"There is no route for {sent}") from error
        if _is_misunderstood(answer):
            raise NotUnderstood(f"{sent}: {answer.text}")
        return answer


class NotUnderstood(Exception):
    """A request with a path, a parameter or a body that the site does not know."""


_MISUNDERSTOOD = {"malformed", "not-json", "invalid", "key-reused", "version-needed"}
"""Kinds of problems with requests that are wrong in any game."""


def _is_misunderstood(answer: TestResponse) -> bool:
    if answer.mimetype == MEDIA_TYPE:
        return answer.json["type"].rpartition("#")[2] in _MISUNDERSTOOD
    return answer.status_code in (400, 422)  # Pages do not name the kind.


def _certainty() -> Certain:
    """Return a context that replaces random numbers and ids by counters; each use continues from the last."""
    numbers = itertools.count()
    ids = (UUID(int=number) for number in itertools.count(1))

    def token_bytes(length: int = 32) -> bytes:
        return hashlib.sha256(b"%d" % next(numbers)).digest()[:length]

    @contextmanager
    def certain() -> Iterator[None]:
        with ExitStack() as patched:
            patched.enter_context(mock.patch.object(secrets, "token_bytes", token_bytes))
            for drawing in (users, stream_ids, template_context):
                patched.enter_context(mock.patch.object(drawing, "uuid4", lambda: next(ids)))
            yield

    return certain


def _played(
    handler: CommandHandler,
    opening: dict[str, Any],
    outcomes: Mapping[str, Sequence[str]],
    players: Sequence[Person],
    steps: Sequence[Step],
) -> str:
    numbers = itertools.count()

    def write(seat: int) -> CommandContext:
        return CommandContext(actor=players[seat].id, seat=seat, command=f"write-{next(numbers)}")

    game = tables.open_table(handler, write(0), name="Evening", undo="free", **opening)
    for seat, player in enumerate(players):
        tables.take_seat(handler, game.id, write(seat), SeatTaken(seat=seat, user=player.id))
    with mock.patch.object(play, "Seeded", lambda seed, words: Stated(outcomes)):
        tables.start(handler, game.id, write(0))
    for step in steps:
        if step is None:
            handler.run(moves.undo(handler, game.id, write(0)))
        else:
            handler.run(moves.move(handler, game.id, write(step[0]), step[1]))
    return game.id
