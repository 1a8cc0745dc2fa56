"""The interface of every game, and the driver that turns a decision script into choices.

A game is a :class:`Ruleset`: data types and small pure functions. ``decide`` turns a command into facts or refuses it
with a rule id; ``apply`` writes facts into the state and does nothing else; ``script`` asks for the fields of a
command one at a time. Rulesets are found through the entry point group ``daybook.rulesets``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

import msgspec

from domain.graphics.drawing import Drawing, LastBoard
from domain.message import Message, Say
from domain.presentation import Chapter, Emblem, Explanation, Itemised, Motion, Preset, Standing, Summary
from domain.rules import rulebook, translated_rules
from domain.verifiable_random import Chance

State = TypeVar("State", bound=msgspec.Struct)
Tagged = TypeVar("Tagged", bound=msgspec.Struct)

Viewer = int | Literal["spectator", "auditor"]
"""A seat number, a spectator (sees only public information) or the auditor (sees everything)."""

HIDDEN = "hidden"
"""The value that a view has in place of anything that its viewer may not see."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="topic"):
    """Base of every domain event. ``tag`` is its stable topic, for instance ``brass.birmingham.built``."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="action", gc=False):
    """Base of every command of every game; ``tag`` is the action's name."""


def facts_in(module: str) -> tuple[type[Fact], ...]:
    """Return the facts that a module defines (its classes with a topic), in order."""
    return _tagged_in(module, Fact)


def commands_in(module: str) -> tuple[type[Command], ...]:
    """Return the commands that a module defines (its classes with an action's name), in order."""
    return _tagged_in(module, Command)


def _tagged_in(module: str, base: type[Tagged]) -> tuple[type[Tagged], ...]:
    defined = (each for each in vars(sys.modules[module]).values() if isinstance(each, type) and issubclass(each, base))
    return tuple(each for each in defined if each.__module__ == module and each.__struct_config__.tag is not None)


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a table that a set-up needs: the number of seats, the options, the component figures by digest."""

    seats: int
    options: dict[str, Any] = {}
    figures: str


class IllegalMove(Exception):
    """A refused command: the id of the rule that forbids it, and the condition that does not hold."""

    def __init__(self, rule: str, detail: Message) -> None:
        super().__init__(rule, detail)
        self.rule = rule
        self.detail = detail


class ToAct(msgspec.Struct, frozen=True):
    """A seat that must act now, and the reason."""

    seat: int
    reason: Message


# --------------------------------------------------------------------------------------------------------------------
# Decision scripts
# --------------------------------------------------------------------------------------------------------------------


Usual = Callable[[], Sequence[str]]
"""The usual values, best first; computed only on demand."""


class Choose(msgspec.Struct, frozen=True):
    """One field of a command: a prompt and the values on offer (letters, digits and ``_ - . : / @``, for URLs).

    ``label`` and ``elements`` are called only if a user sees the options, so bots and enumeration compute no text.
    ``elements`` names the parts of the drawn board that an option concerns (their ``data-element``).
    """

    prompt: Message
    values: Sequence[str]
    label: Callable[[str], Message]
    elements: Callable[[str], tuple[str, ...]] = lambda value: ()
    quiet: Sequence[str] = ()
    """Values that players would expect but that are not possible now (see :mod:`domain.refusals`)."""
    usual: Usual = tuple
    """The usual values, best first: pages preselect the first one on offer, and players can change it. Bots and
    searches never request it.
    """
    once_touched: bool = False
    """Preselect the usual value only if the player clicked a part that no earlier answer concerns, and only usual
    values lead to it."""
    counts: bool = False
    """Whether the values are quantities, which players may want to increase or reduce."""
    cost: Callable[[str], Message | None] = lambda value: None
    """What an option costs or brings, as far as it is known and not part of the label."""

    def option(self, value: str, prompt: Message | None = None) -> Option:
        """Return a value as users see it."""
        return Option(value, self.label(value), self.elements(value), prompt, cost=self.cost(value))


class FinalField(msgspec.Struct, frozen=True):
    """A script's result when one independent field is left: the field, and the command for each of its values.

    So enumeration does not have to run the script again for each value.
    """

    choose: Choose
    command: Callable[[str], Command]


Script = Generator[Choose, str, "Command | FinalField"]


class Option(msgspec.Struct, frozen=True):
    """One value on offer as users see it. A selected option also has its question, the neighbours of a number, and, if
    it was the usual value, the alternatives.
    """

    value: str
    label: Message
    elements: tuple[str, ...] = ()
    prompt: Message | None = None
    fewer: str | None = None
    more: str | None = None
    among: tuple[Option, ...] = ()
    cost: Message | None = None


class Choice(msgspec.Struct, frozen=True):
    """The next decision (``options``), or, if nothing is left to decide, the ``command``."""

    prompt: Message | None = None
    options: tuple[Option, ...] = ()
    command: Command | None = None


class BadPick(ValueError):
    """A pick that is not on offer; ``index`` counts from 0."""

    def __init__(self, index: int, pick: str, offered: Sequence[str]) -> None:
        super().__init__(f"pick {index} is {pick!r}, the options were: {', '.join(offered) or 'none'}")
        self.index = index
        self.pick = pick
        self.offered = list(offered)


def follow(script: Script, picks: Sequence[str]) -> Choose | Command:
    """Run a script with the picks so far. Steps with only one value are taken automatically and are not picks.

    Raise :class:`BadPick` for a pick that is not on offer or that comes after the last field.
    """
    taken = 0
    pick: str | None = None
    while True:
        try:
            asked = next(script) if pick is None else script.send(pick)
        except StopIteration as stop:
            outcome: Command | FinalField = stop.value
            break
        if len(asked.values) == 1:
            pick = asked.values[0]
        elif taken == len(picks):
            return asked
        else:
            pick = _checked(asked, picks, taken)
            taken += 1
    if isinstance(outcome, FinalField):
        values = outcome.choose.values
        if len(values) == 1:
            outcome = outcome.command(values[0])
        elif taken == len(picks):
            return outcome.choose
        else:
            outcome = outcome.command(_checked(outcome.choose, picks, taken))
            taken += 1
    if taken < len(picks):
        raise BadPick(taken, picks[taken], [])
    return outcome


def _checked(asked: Choose, picks: Sequence[str], index: int) -> str:
    if picks[index] not in asked.values:
        raise BadPick(index, picks[index], asked.values)
    return picks[index]


def choices(ruleset: Ruleset[Any], state: Any, seat: int, picks: Sequence[str]) -> Choice:
    """Return the next field of the seat's command with labelled options, or the finished command."""
    asked = follow(ruleset.script(state, seat), picks)
    if isinstance(asked, Command):
        return Choice(command=asked)
    return Choice(prompt=asked.prompt, options=tuple(map(asked.option, asked.values)))


def legal_commands(ruleset: Ruleset[Any], state: Any, seat: int) -> Iterator[Command]:
    """Yield every command the seat may give now, in the order of the script's options."""
    todo: list[tuple[str, ...]] = [()]
    while todo:
        outcome = _first_outcome(ruleset.script(state, seat), todo.pop(), todo)
        if isinstance(outcome, FinalField):
            yield from map(outcome.command, outcome.choose.values)
        else:
            yield outcome


def _first_outcome(script: Script, sent: tuple[str, ...], todo: list[tuple[str, ...]]) -> Command | FinalField:
    """Run a script with these values, then always with the first value on offer; add the others to ``todo``."""
    try:
        asked = next(script)
        for value in sent:
            asked = script.send(value)
        while True:
            first, *others = asked.values
            todo.extend((*sent, value) for value in reversed(others))
            sent = (*sent, first)
            asked = script.send(first)
    except StopIteration as stop:
        outcome: Command | FinalField = stop.value
    return outcome


def copied(state: State) -> State:
    """Return a copy of a position that can be changed separately."""
    return copier(state)()


def copier(state: State) -> Callable[[], State]:
    """Return a function that makes copies of a position as it is now, which is faster than copying it each time."""
    return partial(msgspec.msgpack.decode, msgspec.msgpack.encode(state), type=type(state))


def random_command(ruleset: Ruleset[Any], state: Any, seat: int, rng: random.Random) -> Command:
    """Return the command of a bot that picks uniformly among the values of each step."""
    script = ruleset.script(state, seat)
    try:
        asked = next(script)
        while True:
            asked = script.send(rng.choice(asked.values))
    except StopIteration as stop:
        outcome: Command | FinalField = stop.value
    if isinstance(outcome, FinalField):
        return outcome.command(rng.choice(outcome.choose.values))
    return outcome


# --------------------------------------------------------------------------------------------------------------------
# Rulesets
# --------------------------------------------------------------------------------------------------------------------

Bot = Callable[["Ruleset[Any]", Any, int, random.Random], Command]
"""Chooses a command from the view of its seat: (ruleset, view, seat, random numbers) -> command."""


def proposing(choose: Callable[[Any, int, Callable[[], Command]], Command]) -> Bot:
    """Return the bot that chooses among random commands: (view, seat, draw one) -> command."""

    def bot(ruleset: Ruleset[Any], view: Any, seat: int, numbers: random.Random) -> Command:
        return choose(view, seat, partial(random_command, ruleset, view, seat, numbers))

    return bot


@dataclass(frozen=True)
class Ruleset(Generic[State]):
    """One game. States, facts and commands are msgspec Structs; their JSON shape is the public one."""

    name: str
    """Stable name in URLs and logs, for instance ``brass-birmingham``."""
    title: str
    seats: range
    """The numbers of seats the game can be played with."""
    options: type[msgspec.Struct]
    """The table options; every field has a default, and its ``msgspec.Meta`` describes it."""
    state: type[State]
    started: type[Fact]
    """The first fact of a game, which describes the whole initial position."""
    facts: tuple[type[Fact], ...]
    """Every fact of the game, ``started`` included."""
    commands: tuple[type[Command], ...]

    setup: Callable[[Table, Chance], Fact]
    initial: Callable[[Any], State]
    """The state right after ``started``."""
    script: Callable[[State, int], Script]
    """The fields of the seat's next command; raises IllegalMove for a seat that is not to act."""
    decide: Callable[[State, int, Any], list[Fact]]
    """Facts that follow from the command, the command's own fact first; or IllegalMove."""
    apply: Callable[[State, Any], None]
    recover: Callable[[Any], Command | None]
    """The command that led to a fact; None for facts that follow automatically."""
    to_act: Callable[[State], tuple[ToAct, ...]]
    confirmation: Callable[[State], Command | None]
    """The command that only ends the acting seat's turn, if no other command is left."""
    ends_turn: tuple[type[Fact], ...]
    """The facts that end the turn of their seat, even if the seat is to act again at once."""
    reveals: Callable[[Any], bool]
    """True if a fact reveals something that was hidden from some or all players, such as drawn cards."""

    view: Callable[[State, Viewer], State]
    veil: Callable[[Any, Viewer], Fact]
    reimagine: Callable[[State, Viewer, Chance], State]
    narrate: Callable[[Any, str, int], Message]
    """A fact in complete sentences, with the figures of its table, which have this digest, for this number of seats."""
    standing: Callable[[State], Standing]
    accounts: Callable[[State], dict[str, list[int]]]
    """The accounts of the ledger, by name, one number per seat, in new lists each time: money, points, income …"""
    account_titles: Mapping[str, Message]
    """The title of each account."""
    scored: Callable[[State, Any], Iterable[tuple[Message, Sequence[int] | None]]]
    """From the position before a fact: the points that the fact brings to each seat, by the game's own categories
    (contracts, links, an industry …); None for all other points.
    """
    draw: Callable[[State, Sequence[str], Say], str]
    """SVG of the board from a view and the seats' names, in the reader's language."""
    draw_seat: Callable[[State, int, Sequence[str], Say], str]
    """SVG or HTML of the area of one seat (its mat, and the hand if the view shows it), in the reader's language.
    Parts that options may name carry ``data-element`` like those of the board.
    """
    drawings: tuple[Drawing, ...]
    """The content of ``draw`` in parts that can be arranged, the most important first. The seats are not among
    them: pages show their order and figures from ``summary``, where an option may refer to ``player:0``.
    """
    summary: Callable[[State], Summary]
    """The summary of a view, for the header of a page and its players' panel."""
    stated: Callable[[Mapping[str, Any]], dict[str, list[str]]]
    """The results of shuffles, by label, from the ``chance`` part of a record of play; raises Misstated."""
    outcomes: Callable[[Any], dict[str, Any]]
    """The ``chance`` part of a record of play that leads to this ``started`` fact."""
    catalogue: Path
    """The rules for readers, each with its id: the game's ``rules.md``, see ``domain.rules.rulebook``."""
    current_figures: Callable[[], str]
    """The digest of the component figures for new tables."""
    figures_content: Callable[[str], bytes]
    """The component figures with this digest, as recorded with a table."""
    record_figures: Callable[[bytes], str]
    """Register the component figures from a table's record, and return their digest."""

    draw_narrow_seat: Callable[[State, int, Sequence[str], Say], str] | None = None
    """Like ``draw_seat`` for a narrow column beside the board. None if ``draw_seat`` fits there."""
    draw_seat_preview: Callable[[State, State, int, Sequence[str], Say], str] | None = None
    """Like ``draw_seat`` for a move that is not made yet, from the views before and after it: it also shows what the
    move takes away, such as discarded cards. None if ``draw_seat`` after the move shows enough.
    """
    removed_figures: tuple[str, ...] = ()
    """Paths of figures that were removed because no code reads them; older tables may have them."""
    itemised: Itemised | None = None
    """The items of facts that change accounts item by item, for statements; None if no fact does."""
    last_board: LastBoard | None = None
    """How drawings show pieces that have been scored and removed; None if scoring removes none."""
    emblems: Callable[[State], tuple[Emblem | None, ...]] = lambda state: ()
    """The emblems by seat, if the game's pieces identify seats; a seat without one gets the mark of its number."""
    tries: Callable[[State, int, str], Iterable[Command]] = lambda state, seat, about: ()
    """The commands that a click on a part of the drawing, or an action (``action:`` and its value), may mean: the
    refusals of ``decide`` give the reasons. If one of them is legal, the action is possible."""
    chapter: Callable[[Any], Chapter | None] = lambda fact: None
    """The round or era that begins with a fact; None for most facts."""
    places: Callable[[Any], tuple[str, ...]] = lambda fact: ()
    """The drawn parts (``data-element``) that a fact concerns as its viewer may see it, without duplicates."""
    motions: Callable[[Any], tuple[Motion, ...]] = lambda fact: ()
    """The motions on the drawings because of a fact, in order."""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """The rule behind each prompt, by the prompt's message id; prompts without a single rule are left out."""
    choice_names: Mapping[str, Message] = field(default_factory=dict)
    """The short name of the choice that each prompt asks for, by the prompt's message id, with placeholders of the
    prompt; the prompt serves for those left out."""
    objection: Callable[[Any, int], Message | None] = lambda options, seats: None
    """The reason why these options and this number of seats cannot be played, if there is one."""
    automas: Callable[[Any, int], Mapping[int, str]] = lambda options, seats: {}
    """The automas' seats, each with its level, by options and number of seats. They have no player and are the last
    seats, in the order of the option ``automas``, an array of levels.
    """
    by_rules: Callable[[State], tuple[int, Command] | None] = lambda state: None
    """The seat for which the rules decide now, and their command: an automa's command, or the only possible one."""
    futures: Mapping[str, Message] = field(default_factory=dict)
    """The future form of messages of ``narrate``, by message id, with the same placeholders. A message without one is
    shown as it is."""
    minor_sentences: frozenset[str] = frozenset()
    """The ids of the sentences of ``narrate`` that a short preview can omit: they mention no discard or
    irreversible effect, and no cost except in figures that a preview lists anyway."""
    explain: Callable[[Any, str], Explanation | None] = lambda fact, figures: None
    """The reasons for a fact that the rules decided, by the figures with this digest; None if it needs none. They
    disclose no more than the fact does, veiled or not.
    """
    bots: Mapping[str, Bot] = field(default_factory=lambda: {"random": random_command})
    upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """By former topic: converts the stored form of a fact into its present form (with the present topic)."""
    formerly: Mapping[str, Callable[[State, int, Any], list[Fact]]] = field(default_factory=dict)
    """The former ``decide``, by the id of a rule that the catalogue lists as corrected, so that an audit can
    distinguish an old move from a forged one. A correction that contradicts no log needs no former version.
    """
    minutes: tuple[int, int] | None = None
    """The shortest and the longest usual game at a table; no length is shown for None."""
    weight: Literal["light", "medium", "heavy"] | None = None
    """How much there is to learn and to think about; no weight is shown for None."""
    presets: tuple[Preset, ...] = ()
    """Options that are often chosen together, the usual ones first."""
    notes: tuple[Message, ...] = ()
    """Notes for the pages of this game, for instance that some figures are reconstructed."""

    def rule_text(self, rule: str, language: str = "") -> str:
        """Return the sentence of a rule, in a language if it has the rule, else in English; or raise UnknownRule."""
        english = rulebook.rule_text(self.catalogue, rule)
        return translated_rules.rules(self.catalogue, language).get(rule, english)


def prepare_decoders(*shapes: type[msgspec.Struct]) -> None:
    """Make msgspec analyse these types now, because msgspec would crash if two threads did so at the same time."""
    for shape in shapes:
        msgspec.json.Decoder(shape)


class UnknownRuleset(KeyError):
    """A name that no installed ruleset has."""


@cache
def rulesets() -> dict[str, Ruleset[Any]]:
    """Return all installed rulesets by name. Call this before starting threads (see :func:`prepare_decoders`)."""
    found: list[Ruleset[Any]] = [point.load() for point in entry_points(group="daybook.rulesets")]
    for ruleset in found:
        prepare_decoders(ruleset.state, ruleset.options, *ruleset.facts, *ruleset.commands)
        ruleset.current_figures()
    return {ruleset.name: ruleset for ruleset in sorted(found, key=lambda ruleset: ruleset.name)}


def ruleset(name: str) -> Ruleset[Any]:
    """Return the ruleset with this name, or raise UnknownRuleset."""
    try:
        return rulesets()[name]
    except KeyError:
        raise UnknownRuleset(name) from None
