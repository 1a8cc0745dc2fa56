"""High and Low: a small game, for tests only, with everything that a ruleset can have.

Numbers 1 to 9 are shuffled, and each seat holds two. In a turn, a seat takes one or two actions. It plays a number and
calls it high (which scores the number if it is at least 5) or low (which scores 5 if it is below 5), or takes 2 coins.
It then ends its turn, and draws a number if any are left. A seat without numbers gets no more turns; the game ends when
no seat has a number. The most points win; if points are tied, the most coins win.

The last seats may be automas: in a turn, each calls one number.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from domain import game
from domain.data_faults import explained
from domain.game import (
    HIDDEN,
    Choose,
    Command,
    Fact,
    IllegalMove,
    Ruleset,
    Script,
    Table,
    ToAct,
    Viewer,
    random_command,
)
from domain.graphics.drawing import Drawing
from domain.message import Message, Say, Seat, Term, message
from domain.presentation import Chapter, Place, Standing, Summary
from domain.verifiable_random import Chance, Misstated

FIGURES = b"numbers = 9\ncoins = 2\n"
DIGEST = hashlib.sha256(FIGURES).hexdigest()


Level = Literal["gentle", "keen"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    coins: int = 3
    automas: Annotated[
        tuple[Level, ...], msgspec.Meta(max_length=2, title="Automas", description="Who plays the last seats.")
    ] = ()


class Started(Fact, frozen=True, kw_only=True, tag="toy.started"):
    hands: list[list[str]]
    deck: list[str]
    coins: int
    automas: list[str] = []


class Called(Fact, frozen=True, kw_only=True, tag="toy.called"):
    seat: int
    number: str
    call: str
    points: int


class CoinsTaken(Fact, frozen=True, kw_only=True, tag="toy.coins_taken"):
    seat: int
    coins: int


class TurnEnded(Fact, frozen=True, kw_only=True, tag="toy.turn_ended"):
    seat: int


class Drawn(Fact, frozen=True, kw_only=True, tag="toy.drawn"):
    seat: int
    number: str


class TurnBegun(Fact, frozen=True, kw_only=True, tag="toy.turn_begun"):
    seat: int


class GameEnded(Fact, frozen=True, kw_only=True, tag="toy.game_ended"):
    pass


class Call(Command, frozen=True, kw_only=True, tag="call"):
    number: str
    call: str


class TakeCoins(Command, frozen=True, kw_only=True, tag="take_coins"):
    pass


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    pass


class State(msgspec.Struct):
    hands: list[list[str]]
    deck: list[str]
    coins: list[int]
    points: list[int]
    turn: int = 0
    actions: int = 0
    finished: bool = False
    automas: list[str] = []
    """The levels of the last seats."""


def _setup(table: Table, chance: Chance) -> Started:
    order = chance.shuffle("numbers", [str(number) for number in range(1, 10)])
    hands = [sorted(order[2 * seat : 2 * seat + 2]) for seat in range(table.seats)]
    options = msgspec.convert(table.options, Options)
    automas = list(options.automas)
    return Started(hands=hands, deck=order[2 * table.seats :], coins=options.coins, automas=automas)


def _initial(started: Started) -> State:
    seats = len(started.hands)
    hands = [list(hand) for hand in started.hands]
    return State(hands, list(started.deck), [started.coins] * seats, [0] * seats, automas=list(started.automas))


def _script(state: State, seat: int) -> Script:
    _require_turn(state, seat)
    kinds = ["call"] * bool(state.hands[seat]) + ["take_coins"] if state.actions < 2 else []
    kinds += ["end_turn"] * bool(state.actions)
    quiet = [kind for kind in ("call", "take_coins", "end_turn") if kind not in kinds]
    kind = yield Choose(
        message("test.what-do-you-do", "What do you do?"),
        kinds,
        lambda value: message("test.action", "{action}", action=Term(value)),
        quiet=quiet,
    )
    if kind == "take_coins":
        return TakeCoins()
    if kind == "end_turn":
        return EndTurn()
    number = yield Choose(
        message("test.which-number", "Which number?"),
        state.hands[seat],
        lambda value: message("test.n", "{n}", n=value),
        lambda value: (f"number:{value}",),
    )
    call = yield Choose(
        message("test.high-or-low", "High or low?"),
        ["high", "low"],
        lambda value: message("test.call", "{call}", call=Term(value)),
    )
    return Call(number=number, call=call)


def _require_turn(state: State, seat: int) -> None:
    if state.finished or seat != state.turn:
        raise IllegalMove("TOY-1", message("test.it-is-not-the", "It is not the turn of {seat}.", seat=Seat(seat)))


def _tries(state: State, seat: int, about: str) -> list[Command]:
    kind, _, name = about.partition(":")
    if kind == "number":
        return [Call(number=name, call="high")]
    held = state.hands[seat] or ["1"]
    actions = {"call": Call(number=held[0], call="high"), "take_coins": TakeCoins(), "end_turn": EndTurn()}
    return [actions[name]] if kind == "action" and name in actions else []


def _decide(state: State, seat: int, command: Command) -> list[Fact]:
    _require_turn(state, seat)
    if not isinstance(command, EndTurn) and state.actions == 2:
        raise IllegalMove("TOY-3", message("test.both-actions-of-the", "Both actions of the turn are done."))
    match command:
        case Call(number=number, call=call):
            if number not in state.hands[seat]:
                raise IllegalMove(
                    "TOY-2",
                    message("test.does-not-hold", "{seat} does not hold {number}.", seat=Seat(seat), number=number),
                )
            value = int(number)
            points = (value if value >= 5 else 0) if call == "high" else (5 if value < 5 else 0)
            return [Called(seat=seat, number=number, call=call, points=points)]
        case TakeCoins():
            return [CoinsTaken(seat=seat, coins=2)]
    if not state.actions:
        raise IllegalMove("TOY-4", message("test.at-least-one-action", "At least one action comes first."))
    return _turn_end(state, seat)


def _turn_end(state: State, seat: int) -> list[Fact]:
    facts: list[Fact] = [TurnEnded(seat=seat)]
    held = [len(hand) for hand in state.hands]
    if state.deck:
        facts.append(Drawn(seat=seat, number=state.deck[0]))
        held[seat] += 1
    order = [(seat + step) % len(held) for step in range(1, len(held) + 1)]
    following = next((other for other in order if held[other]), None)
    facts.append(GameEnded() if following is None else TurnBegun(seat=following))
    return facts


def _apply(state: State, fact: Fact) -> None:
    match fact:
        case Called():
            state.hands[fact.seat].remove(fact.number)
            state.points[fact.seat] += fact.points
            state.actions += 1
        case CoinsTaken():
            state.coins[fact.seat] += fact.coins
            state.actions += 1
        case Drawn():
            state.deck.remove(fact.number if fact.number in state.deck else HIDDEN)
            state.hands[fact.seat].append(fact.number)
        case TurnBegun():
            state.turn = fact.seat
            state.actions = 0
        case GameEnded():
            state.finished = True


def _recover(fact: Fact) -> Command | None:
    match fact:
        case Called():
            return Call(number=fact.number, call=fact.call)
        case CoinsTaken():
            return TakeCoins()
        case TurnEnded():
            return EndTurn()
    return None


def _seated(levels: Sequence[str], seats: int) -> dict[int, str]:
    return dict(enumerate(levels, start=seats - len(levels)))


def _by_rules(state: State) -> tuple[int, Command] | None:
    """Return the command of an automa: a gentle one calls its lowest number high, a keen one its highest correctly."""
    automas = _seated(state.automas, len(state.hands))
    if state.finished or state.turn not in automas:
        return None
    if state.actions:
        return state.turn, EndTurn()
    hand = sorted(state.hands[state.turn], key=int)
    gentle = automas[state.turn] == "gentle"
    number = hand[0] if gentle else hand[-1]
    return state.turn, Call(number=number, call="high" if gentle or int(number) >= 5 else "low")


def _to_act(state: State) -> tuple[ToAct, ...]:
    return (
        ()
        if state.finished
        else (ToAct(state.turn, message("test.is-to-act", "{seat} is to act.", seat=Seat(state.turn))),)
    )


def _veiled(hands: Sequence[list[str]], viewer: Viewer) -> list[list[str]]:
    return [hand if viewer in (seat, "auditor") else [HIDDEN] * len(hand) for seat, hand in enumerate(hands)]


def _view(state: State, viewer: Viewer) -> State:
    deck = state.deck if viewer == "auditor" else [HIDDEN] * len(state.deck)
    return msgspec.structs.replace(state, hands=_veiled(state.hands, viewer), deck=list(deck))


def _veil(fact: Fact, viewer: Viewer) -> Fact:
    match fact:
        case Started() if viewer != "auditor":
            hidden = [HIDDEN] * len(fact.deck)
            return msgspec.structs.replace(fact, hands=_veiled(fact.hands, viewer), deck=hidden)
        case Drawn() if viewer not in (fact.seat, "auditor"):
            return msgspec.structs.replace(fact, number=HIDDEN)
    return fact


def _reimagine(state: State, viewer: Viewer, chance: Chance) -> State:
    known = [hand if viewer == seat else [] for seat, hand in enumerate(state.hands)]
    hidden = [number for seat, hand in enumerate(state.hands) if viewer != seat for number in hand] + state.deck
    order = chance.shuffle("imagined", sorted(hidden))
    hands = [hand or [order.pop() for _ in state.hands[seat]] for seat, hand in enumerate(known)]
    return msgspec.structs.replace(state, hands=[list(hand) for hand in hands], deck=order)


def _narrate(fact: Fact, figures: str, seats: int) -> Message:
    match fact:
        case Called():
            return message(
                "test.calls", "{seat} calls {number} {call}.", seat=Seat(fact.seat), number=fact.number, call=fact.call
            )
        case CoinsTaken():
            return message("test.takes-coins", "{seat} takes {coins} coins.", seat=Seat(fact.seat), coins=fact.coins)
        case Drawn():
            return message("test.draws", "{seat} draws {number}.", seat=Seat(fact.seat), number=fact.number)
        case TurnEnded() | TurnBegun():
            return message("test.the-turn-of-begins", "The turn of {seat} begins or ends.", seat=Seat(fact.seat))
    return message("test.the-game-starts-or", "The game starts or ends.")


def _chapter(fact: Fact) -> Chapter | None:
    return (
        Chapter("era", message("test.the-numbers-are-dealt", "The numbers are dealt"))
        if isinstance(fact, Started)
        else None
    )


def _standing(state: State) -> Standing:
    worth = [(-points, -coins) for points, coins in zip(state.points, state.coins, strict=True)]
    best_first = sorted(range(len(worth)), key=worth.__getitem__)
    ranking = [Place(sorted(worth).index(worth[seat]) + 1, seat, state.points[seat]) for seat in best_first]
    return Standing(list(state.points), state.finished, ranking if state.finished else [])


def _summary(view: State) -> Summary:
    order = tuple((view.turn + step) % len(view.points) for step in range(len(view.points)))
    return Summary(message("test.numbers-are-left", "{left} numbers are left.", left=len(view.deck)), order, ())


def _bot(ruleset: Ruleset[State], view: State, seat: int, rng: random.Random) -> Command:
    if view.actions < 2 and view.hands[seat]:
        best = max(view.hands[seat], key=int)
        return Call(number=best, call="high" if int(best) >= 5 else "low")
    return random_command(ruleset, view, seat, rng)


class Outcomes(msgspec.Struct, forbid_unknown_fields=True):
    hands: list[list[str]]
    deck: list[str]


def _stated(chance: Mapping[str, Any]) -> dict[str, list[str]]:
    try:
        outcomes = msgspec.convert(chance, Outcomes)
    except msgspec.ValidationError as error:
        raise Misstated(explained(error)) from error
    return {"numbers": [*itertools.chain(*outcomes.hands), *outcomes.deck]}


def _outcomes(started: Started) -> dict[str, Any]:
    return {"hands": started.hands, "deck": started.deck}


def _figures_content(digest: str) -> bytes:
    if digest != DIGEST:
        raise KeyError(digest)
    return FIGURES


def _draw(view: State, names: Sequence[str], say: Say) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{len(view.deck)}</text></svg>'


RULESET: Ruleset[State] = Ruleset(
    name="toy",
    title="High and Low",
    seats=range(2, 4),
    options=Options,
    state=State,
    started=Started,
    facts=(Started, Called, CoinsTaken, TurnEnded, Drawn, TurnBegun, GameEnded),
    commands=(Call, TakeCoins, EndTurn),
    setup=_setup,
    initial=_initial,
    script=_script,
    tries=_tries,
    chapter=_chapter,
    places=lambda fact: (f"number:{fact.number}",) if isinstance(fact, Called | Drawn) else (),
    decide=_decide,
    apply=_apply,
    recover=_recover,
    to_act=_to_act,
    confirmation=lambda state: EndTurn() if state.actions == 2 and not state.finished else None,
    ends_turn=(TurnEnded,),
    reveals=lambda fact: isinstance(fact, Started | Drawn),
    view=_view,
    veil=_veil,
    reimagine=_reimagine,
    narrate=_narrate,
    standing=_standing,
    accounts=lambda state: {"points": list(state.points), "coins": list(state.coins)},
    account_titles={
        "points": message("test.points", "Points"),
        "coins": message("test.coins", "Coins"),
    },
    scored=lambda state, fact: [(message("test.calls", "Calls"), None)],
    draw=_draw,
    drawings=(Drawing("deck", message("test.deck", "Deck"), "map", _draw),),
    draw_seat=lambda view, seat, names, say: (
        f'<svg xmlns="http://www.w3.org/2000/svg"><text>{names[seat]}</text></svg>'
    ),
    summary=_summary,
    stated=_stated,
    outcomes=_outcomes,
    catalogue=Path(__file__).with_name("toy.md"),
    current_figures=lambda: DIGEST,
    figures_content=_figures_content,
    record_figures=lambda content: hashlib.sha256(content).hexdigest(),
    automas=lambda options, seats: _seated(options.automas, seats),
    by_rules=_by_rules,
    bots={"random": random_command, "best": _bot},
    upcasters={"toy.said": lambda stored: {**stored, "topic": "toy.called"}},
)


def refuse_three(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of the rules, so that it fails at a table of three as soon as any seat has coins."""

    def refusing(state: State, *arguments: Any) -> Any:
        found = function(state, *arguments)
        if len(state.coins) == 3 and any(state.coins):
            raise ZeroDivisionError("three cannot share")
        return found

    return refusing


def change(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Replace these functions of the toy game for the rest of a test."""
    monkeypatch.setitem(game.rulesets(), "toy", dataclasses.replace(RULESET, **changes))


class _EntryPoint:
    def load(self) -> Ruleset[State]:
        return RULESET


def install() -> None:
    """Register the toy game beside the installed games; call this before anything else in a test process."""
    game.entry_points = lambda group: [*entry_points(group=group), _EntryPoint()]  # type: ignore[attr-defined]
    game.rulesets.cache_clear()
