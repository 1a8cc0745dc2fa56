"""The two cards of a turn drawn, with the actions that were performed or failed; and the deck on the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from domain.barrage.automa import deck
from domain.barrage.automa.narration import glyphs
from domain.barrage.automa.narration import words as automa_words
from domain.barrage.model.automa.components import COLUMNS, DASHED, Card, Column, Line, automa
from domain.barrage.model.components import Components
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import Sheet, frame, heading, lines
from domain.barrage.rendering.style import STYLE
from domain.graphics.svg import element, escape, group, marked, text
from domain.message import Message, Say, counted, message

WIDTH = 1000.0
ACTIONS = 624.0
"""Width of the side with the actions."""
CRITERIA = 364.0
"""Width of the side with the criteria."""
HEADER = 36.0
CELL = 78.0
GAP = 5.0
HEIGHT = HEADER + 3 * CELL + 6
LOOK = """
.ba-card{fill:var(--ba-plate);stroke:var(--ba-edge);stroke-width:2}
.ba-action{fill:var(--ba-slot);stroke:var(--ba-edge);stroke-width:2}
.ba-action-dashed{fill:var(--ba-slot);stroke:var(--ba-ink);stroke-width:3;stroke-dasharray:9 6}
.ba-failed,.ba-before{opacity:.42}
.ba-taken{fill:none;stroke:var(--ba-shine);stroke-width:6}
.barrage .ba-taken-sign{fill:var(--ba-shine);font-weight:700}
.ba-outline{fill:none;stroke:var(--ba-ink);stroke-width:1.7;stroke-linejoin:round}
"""
"""The style sheet of the cards, in addition to that of every drawing."""

Fate = Literal["taken", "failed", "before", "untried"]
"""The result of an action: performed, failed, tried before, or not reached by the search."""


class Searched(NamedTuple):
    """The fates of a card's actions, by their places in the search."""

    taken: int | None = None
    failed: Collection[int] = ()

    def fate(self, number: int) -> Fate:
        """Return the fate of an action."""
        if number == self.taken:
            return "taken"
        if number in self.failed:
            return "failed"
        return "before" if self.taken is not None and number < self.taken else "untried"


class Cards(NamedTuple):
    """The two cards that decide a turn, in the reader's language; ``named``: users can select their parts by name."""

    known: Components
    say: Say
    searched: Searched = Searched()
    named: bool = False


def explaining(known: Components, card: str, criteria: str, searched: Searched, say: Say) -> str:
    """Draw the two cards of a turn, with the fates of the actions."""
    cards, found = Cards(known, say, searched, named=True), automa(known).card
    title = message(
        "automa.cards-of-turn",
        "Cards for this turn: actions from {card}, criteria from {criteria}",
        card=card,
        criteria=criteria,
    )
    sides = _pair(cards, found[card], found.get(criteria), 4)
    return frame(say, title, STYLE + LOOK, (WIDTH, HEIGHT + 8), sides)


def _pair(cards: Cards, actions: Card | None, criteria: Card | None, top: float) -> str:
    left = _actions(cards, actions, 4, top) if actions else _nothing(4, top, ACTIONS)
    at = WIDTH - CRITERIA - 4
    return left + (_criteria(cards, criteria, at, top) if criteria else _nothing(at, top, CRITERIA))


def _nothing(left: float, top: float, width: float) -> str:
    return element("rect", x=left, y=top, width=width, height=HEIGHT, rx=12, class_="ba-none")


def _part(cards: Cards, name: str, said: Message, *children: str, class_: str = "part") -> str:
    """Draw a part with its description; it has its name only if nothing else has the same."""
    words = cards.say(said)
    if cards.named:
        return marked(name, words, *children, class_=class_)
    return group(element("title", escape(words)), *children, class_=class_)


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


_COLUMNS: Mapping[Column, tuple[float, float]] = {
    "left": (GAP, 172.0),
    "middle": (2 * GAP + 172, 180.0),
    "right": (3 * GAP + 352, 252.0),
}
"""The left edge and the width of each column."""


def _actions(cards: Cards, card: Card, left: float, top: float) -> str:
    parts = [
        element("rect", x=left, y=top, width=ACTIONS, height=HEIGHT, rx=12, class_="ba-card"),
        _title(cards, message("automa.actions", "Actions"), card, left, top, ACTIONS),
    ]
    rows = dict.fromkeys(COLUMNS, 0)
    for number, line in enumerate(card.lines):
        x, width = left + _COLUMNS[line.column][0], _COLUMNS[line.column][1]
        y = top + HEADER + CELL * rows[line.column]
        if line.half == "left":
            parts.append(_action(cards, number, line, x, y, (width - GAP) / 2))
        elif line.half == "right":
            parts.append(_action(cards, number, line, x + (width + GAP) / 2, y, (width - GAP) / 2))
        else:
            parts.append(_action(cards, number, line, x, y, width))
        rows[line.column] += line.half != "left"
    return "".join(parts)


def _title(cards: Cards, side: Message, card: Card, left: float, top: float, width: float) -> str:
    y = top + HEADER / 2 + 1
    return text(cards.say(side), x=left + 14, y=y, font_size=25, class_="ba-start ba-strong ba-soft") + text(
        card.id, x=left + width - 14, y=y, font_size=25, class_="ba-end ba-soft"
    )


def _action(cards: Cards, number: int, line: Line, left: float, top: float, width: float) -> str:
    """Draw a cell: its place in the search, its engineers, below them its effect."""
    fate, height = cards.searched.fate(number), CELL - GAP
    box = {"x": left, "y": top, "width": width, "height": height, "rx": 9.0}
    people = "".join(icon("engineer", left + width - 17 - 24 * place, top + 20, 22) for place in range(line.engineers))
    shown = group(
        element("rect", class_="ba-action-dashed" if line.action in DASHED else "ba-action", **box),
        text(str(number + 1), x=left + 9, y=top + 21, font_size=25, class_="ba-start ba-soft"),
        people,
        glyphs.row(glyphs.action(cards.known, cards.say, line), left + 8, top + 53, width - 14),
        class_=f"ba-{fate}-action" if fate in ("taken", "untried") else f"ba-{fate}",
    )
    return _part(cards, f"action:{number}", _action_said(number, line, fate), shown, _sign(fate, left, top, width))


_SAID: Mapping[Fate, Message] = {
    "taken": message("automa.fate-performed", "performed"),
    "failed": message("automa.fate-failed", "failed"),
    "before": message("automa.fate-dealt-with-before", "handled earlier this turn"),
}


def _action_said(number: int, line: Line, fate: Fate) -> Message:
    action = counted(
        "automa.numbered-action-with-engineers",
        "Action {number}: {action} ({count} engineer)",
        "Action {number}: {action} ({count} engineers)",
        number=number + 1,
        action=automa_words.action(line),
        count=line.engineers,
    )
    return (
        message("automa.action-and-fate", "{action}. Result: {result}.", action=action, result=_SAID[fate])
        if fate in _SAID
        else action
    )


def _sign(fate: Fate, left: float, top: float, width: float) -> str:
    """Draw a sign for the fate of an action, in addition to its opacity."""
    if fate == "failed":
        return text("✕", x=left + 42, y=top + 21, font_size=28, class_="ba-strong")
    if fate != "taken":
        return ""
    frame_ = element("rect", x=left, y=top, width=width, height=CELL - GAP, rx=9, class_="ba-taken")
    return frame_ + text("✓", x=left + 42, y=top + 21, font_size=28, class_="ba-taken-sign")


# --------------------------------------------------------------------------------------------------------------------
# Criteria
# --------------------------------------------------------------------------------------------------------------------

_ROW, _CODE = 52.0, 40.0
_SIGNS: Mapping[str, Sequence[str]] = {
    "dam": ("base", "elevation"),
    "conduit": ("conduit",),
    "powerhouse": ("powerhouse",),
}
_LETTERS = 44.0
"""Width of the strip with the letters of the headstreams."""


def _criteria(cards: Cards, card: Card, left: float, top: float) -> str:
    """Draw three columns with criteria and codes; beside them the headstreams."""
    columns = (
        ("dam", card.dam.criteria, card.dam.code),
        ("conduit", card.conduit.criteria, card.conduit.code),
        ("powerhouse", card.powerhouse.criteria, card.powerhouse.code),
    )
    width = (CRITERIA - _LETTERS - 5 * GAP) / len(columns)
    parts = [
        element("rect", x=left, y=top, width=CRITERIA, height=HEIGHT, rx=12, class_="ba-card"),
        _title(cards, message("automa.criteria", "Criteria"), card, left, top, CRITERIA),
    ]
    for place, (column, names, code) in enumerate(columns):
        x = left + GAP + (width + GAP) * place
        parts.append(_column(cards, column, [str(name) for name in names], str(code), (x, top + HEADER), width))
    parts.append(_headstreams(cards, card, left + CRITERIA - _LETTERS - GAP, top + HEADER))
    return "".join(parts)


def _column(
    cards: Cards, column: str, names: Sequence[str], code: str, corner: tuple[float, float], width: float
) -> str:
    left, top = corner
    parts = [
        icon(sign, left + width / 2 + 30 * (place - (len(_SIGNS[column]) - 1) / 2), top + 15, 26)
        for place, sign in enumerate(_SIGNS[column])
    ]
    y = top + 32
    for name in names:
        said = automa_words.CRITERIA[column][name]
        label = message(
            "automa.criterion-of-column",
            "Criterion for {column}: {criterion}",
            column=automa_words.COLUMN[column],
            criterion=said,
        )
        cell = element("rect", x=left, y=y, width=width, height=_ROW - 4, rx=7, class_="ba-action")
        drawn = glyphs.middle(glyphs.criterion(cards.say, column, name), left + width / 2, y + _ROW / 2 - 2, width - 6)
        parts.append(_part(cards, f"criterion:{column}/{name}", label, cell, drawn))
        y += _ROW
    label = message("automa.code-of-column", "Code for {column}: {code}", column=automa_words.COLUMN[column], code=code)
    shown = element("rect", x=left, y=y, width=width, height=_CODE, rx=7, class_="ba-action") + text(
        code, x=left + width / 2, y=y + _CODE / 2 + 1, font_size=30, class_="ba-strong"
    )
    parts.append(_part(cards, f"criterion:{column}/code", label, shown))
    return "".join(parts)


def _headstreams(cards: Cards, card: Card, left: float, top: float) -> str:
    """Draw the letters in order, with the unprinted last one."""
    printed, last = card.headstreams[:-1], card.headstreams[-1]
    label = message(
        "automa.headstream-order",
        "Headstreams in the order {letters}, then {last}",
        letters=automa_words.in_order(printed),
        last=last,
    )
    x = left + _LETTERS / 2
    box = element("rect", x=left, y=top + 32, width=_LETTERS, height=3 * _ROW + _CODE, rx=7, class_="ba-action")
    letters = [
        text(letter, x=x, y=top + 58 + 46 * place, font_size=30, class_="ba-strong")
        for place, letter in enumerate(printed)
    ]
    small = text(last, x=x, y=top + 58 + 46 * len(printed), font_size=26, class_="ba-soft")
    return _part(cards, "headstreams", label, icon("drop", x, top + 15, 26, "ba-drop"), box, *letters, small)


# --------------------------------------------------------------------------------------------------------------------
# The deck on the board
# --------------------------------------------------------------------------------------------------------------------


def deck_panel(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the pile with its top card and the card beside it; nothing in a game without automas."""
    pile = drawn.view.piles.get(deck.CARDS)
    if pile is None:
        return "", 0.0
    turned = drawn.view.discards.get(deck.CARDS, [])
    known = automa(drawn.components).card
    said = message(
        "automa.card-deck",
        "Automa cards (in the pile: {pile}, turned over: {turned})",
        pile=len(pile),
        turned=len(turned),
    )
    actions = known.get(pile[0]) if pile else None
    criteria = known.get(turned[-1]) if turned else None
    cards = _pair(Cards(drawn.components, drawn.say), actions, criteria, top + 36)
    words = drawn.say(said)
    points = " / ".join(map(str, automa(drawn.components).objective_vp))
    objective = message("automa.objective-points", "The objective is worth {points} VP to automas.", points=points)
    note, more = lines(f"{drawn.say(_NOTE)} {drawn.say(objective)}", 14, top + HEIGHT + 58, 972)
    shown = marked("deck", words, heading(words, 14, top + 16), cards)
    return element("style", LOOK) + shown + note, HEIGHT + 54 + more


_NOTE = message(
    "automa.legend-cards",
    "Dashed frame: the turn continues. Filled icon: the automa's own; outlined icon: another company's; max: "
    "the most. Bottom: where counting starts.",
)


PANELS = (deck_panel,)
"""Panels that automas add to the board."""
