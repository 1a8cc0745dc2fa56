"""The market board: the four appeal tracks with their arrows, the era track and the wage track."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.arkwright.model.market import wage
from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.sheet import LINE, NEUTRAL, WIDTH, Sheet, box, company_mark, line, seat_mark
from domain.graphics.svg import FOCUSABLE, element, marked, text
from domain.message import Listing, Message, message
from domain.numerals import numeral

COLUMN = 246.0
ROW = 31.0
HEADER = 48.0
NUMBERS = 58.0
"""The part of a column for the numbers of the spaces."""
ARROWS = 58.0
RADIUS = 15.0


class Marker(NamedTuple):
    """An appeal marker: its space, and its seat or colour."""

    space: int
    owner: int | str
    name: str


def eras(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return the era track, with the marker on the present era."""
    parts = []
    for number, era in enumerate(drawn.components.eras, 1):
        x = 8 + (number - 1) * 329.0
        now = number == drawn.view.era and not drawn.view.finished
        said = drawn.say(message("arkwright.era-and-decade", "Era {era} · {decade}s", era=era.side, decade=era.decade))
        parts.append(box(x, top, 322, 40, "aw-now" if now else "aw-panel"))
        parts.append(text(said, x=x + 161, y=top + 21, font_size=LINE, class_="aw-strong" if now else "aw-soft"))
    return "".join(parts), 46.0


def tracks(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return the appeal tracks in the order of the rounds, each with its round space below."""
    demand, appeal = drawn.components.market_board.demand, drawn.components.market_board.appeal
    rows = max(appeal.last, demand.last) - min(appeal.first, demand.first) + 1
    height = HEADER + rows * ROW + 48
    columns = [_track(drawn, place, good.id, top, height) for place, good in enumerate(drawn.components.goods)]
    return "".join(columns), height + 6


def _track(drawn: Sheet, place: int, good: str, top: float, height: float) -> str:
    left, now = 8 + place * COLUMN, good == drawn.active and not drawn.view.finished
    said = drawn.say(_in_words(drawn, good))
    return marked(
        f"appeal:{good}",
        said,
        box(left, top, COLUMN - 8, height, "aw-now" if now else "aw-panel"),
        icon(good, left + 30, top + 24, 32),
        line(drawn.good(good), left + 54, top + 25, COLUMN - 70, size=30, look="aw-start aw-strong"),
        *_spaces(drawn, good, left, top + HEADER),
        *_demand(drawn, good, left, top + HEADER),
        *_arrows(drawn, good, left, top + HEADER),
        *_appeal(drawn, good, left, top + HEADER),
        *_round_space(drawn, place, left, top + height - 24),
    )


def _in_words(drawn: Sheet, good: str) -> Message:
    """Describe demand and appeal of a good."""
    demand = message(
        "arkwright.good-and-demand", "{good}: demand {demand}", good=drawn.good(good), demand=drawn.view.demand[good]
    )
    markers = Listing(
        tuple(
            message("arkwright.marker-and-space", "{name} {space}", name=marker.name, space=marker.space)
            for marker in _markers(drawn, good)
        )
    )
    return (
        message("arkwright.demand-and-appeal-markers", "{demand}; appeal: {markers}", demand=demand, markers=markers)
        if markers.items
        else demand
    )


def _middle(drawn: Sheet, space: int, top: float) -> float:
    """Return the middle of the row of a space; higher numbers are higher up (AW-1.3)."""
    board = drawn.components.market_board
    return top + (max(board.appeal.last, board.demand.last) - space + 0.5) * ROW


def _spaces(drawn: Sheet, good: str, left: float, top: float) -> Iterator[str]:
    board = drawn.components.market_board
    for space in range(min(board.appeal.first, board.demand.first), max(board.appeal.last, board.demand.last) + 1):
        y = _middle(drawn, space, top)
        if board.appeal.first <= space <= board.appeal.last:
            yield _space(left, y)
        if space != drawn.view.demand[good]:
            yield _number(space, left, y)


@lru_cache(maxsize=2048)
def _space(left: float, y: float) -> str:
    """Draw a space. Like everything printed on the board, it is the same in every drawing."""
    width = COLUMN - 8 - NUMBERS - ARROWS
    return element("rect", x=left + NUMBERS, y=y - ROW / 2, width=width, height=ROW, class_="aw-space")


@lru_cache(maxsize=2048)
def _number(space: int, left: float, y: float) -> str:
    return text(numeral(space), x=left + NUMBERS / 2, y=y + 1, font_size=LINE, class_="aw-soft")


def _arrows(drawn: Sheet, good: str, left: float, top: float) -> Iterator[str]:
    """Draw arrows, red upwards, green downwards, on the border above a space (AW-D.1)."""
    borders = drawn.components.board(len(drawn.view.players)).arrows[good]
    said = message(
        "arkwright.arrows-explained",
        "Arrows ({good}): if an appeal marker passes a red arrow upwards, demand rises by 1. If it passes a green "
        "arrow downwards, demand falls by 1.",
        good=drawn.good(good),
    )
    yield _borders(good, drawn.say(said), left, tuple(_middle(drawn, border, top) - ROW / 2 for border in borders))


@lru_cache(maxsize=64)
def _borders(good: str, said: str, left: float, ys: tuple[float, ...]) -> str:
    return marked(f"arrows:{good}", said, *(_border(left, y) for y in ys), **FOCUSABLE)


@lru_cache(maxsize=2048)
def _border(left: float, y: float) -> str:
    x, across = left + COLUMN - 8 - ARROWS / 2, f"M{left + NUMBERS:g} {y:g}H{left + COLUMN - 10:g}"
    line_across = element("path", d=across, stroke="currentColor", stroke_opacity=0.45)
    touched = element("rect", x=x - ARROWS / 2 + 2, y=y - ROW / 2, width=ARROWS - 4, height=ROW, fill="transparent")
    return touched + line_across + icon("up", x - 12, y, 22, "aw-up") + icon("down", x + 12, y, 22, "aw-down")


def _demand(drawn: Sheet, good: str, left: float, top: float) -> Iterator[str]:
    """Draw the demand marker: a bar across the row of its number."""
    y, flag, half = _middle(drawn, drawn.view.demand[good], top), NUMBERS - 18, ROW / 2 - 1
    yield element("rect", x=left + 4, y=y - ROW / 2 + 1, width=COLUMN - 16, height=ROW - 2, rx=6, class_="aw-demand")
    yield element(
        "path",
        d=f"M{left + 4:g} {y - half:g}h{flag:g}l14 {half:g}-14 {half:g}h-{flag:g}z",
        class_="aw-demand-flag",
    )
    yield text(
        numeral(drawn.view.demand[good]), x=left + NUMBERS / 2 - 4, y=y + 1, font_size=LINE, class_="aw-on-demand"
    )


def _appeal(drawn: Sheet, good: str, left: float, top: float) -> Iterator[str]:
    """Draw the appeal markers, side by side if there are several on a space."""
    lying: dict[int, int] = {}
    for marker in _markers(drawn, good):
        place = lying[marker.space] = lying.get(marker.space, 0) + 1
        x = left + NUMBERS + (place - 0.5) * (2 * RADIUS + 1)
        y = _middle(drawn, marker.space, top)
        if isinstance(marker.owner, int):
            yield seat_mark(drawn, marker.owner, x, y, RADIUS)
        else:
            yield company_mark(drawn, marker.owner, x, y, RADIUS)


def _markers(drawn: Sheet, good: str) -> Iterator[Marker]:
    for seat, player in enumerate(drawn.view.players):
        if good in player.appeal and not player.bankrupt:
            yield Marker(player.appeal[good], seat, drawn.names[seat])
    for automa in drawn.view.solo.automas if drawn.view.solo else ():
        if good in automa.appeal:
            yield Marker(automa.appeal[good], automa.colour, drawn.colour(automa.colour))
    if good in drawn.view.neutral:
        yield Marker(drawn.view.neutral[good], NEUTRAL, drawn.say(message("arkwright.neutral-marker", "neutral")))


def _round_space(drawn: Sheet, place: int, left: float, y: float) -> Iterator[str]:
    now = place + 1 == drawn.view.round and not drawn.view.finished
    middle = left + (COLUMN - 8) / 2
    said = drawn.say(message("arkwright.round", "Round {round}", round=place + 1))
    if now:
        yield element("rect", x=middle - 78, y=y - 19, width=156, height=38, rx=19, class_="aw-token")
    yield text(said, x=middle, y=y + 1, font_size=28, class_="aw-on-demand" if now else "aw-soft")


def wages(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return the wage track, with the marker on its space, and the upkeep of a machine."""
    spaces = drawn.components.board(len(drawn.view.players)).wages
    width = (WIDTH - 16) / len(spaces)
    said = drawn.say(
        message(
            "arkwright.wage-and-upkeep",
            "Wage per worker: £{wage} · Upkeep per machine: £{upkeep}",
            wage=wage(drawn.components, drawn.view),
            upkeep=drawn.components.constants.machine_upkeep,
        )
    )
    parts = [text(said, x=10, y=top + 15, font_size=LINE, class_="aw-start aw-strong")]
    for place, pounds in enumerate(spaces):
        now = place == drawn.view.wage_space
        x = 8 + place * width
        parts.append(box(x, top + 32, width - 4, 40, "aw-now" if now else "aw-space"))
        parts.append(
            text(
                f"£{pounds}", x=x + width / 2 - 2, y=top + 53, font_size=LINE, class_="aw-strong" if now else "aw-soft"
            )
        )
    return marked("wages", said, *parts), 78.0
