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
ROW, HIGHEST_ROW = 31.0, 38.0
"""The usual and the maximum height of a row of spaces."""
HEADER = 48.0
NUMBERS = 58.0
"""The part of a column for the numbers of the spaces."""
ARROWS = 58.0
RADIUS, WIDE_MARKERS = 15.0, 3
"""The usual radius of a marker, and the number of larger ones that fit side by side."""


class Rows(NamedTuple):
    """The rows of the tracks: the top edge of the first one, its number, and the height of each."""

    top: float
    first: int
    height: float

    @property
    def scale(self) -> float:
        """The size of what lies in a row, relative to the usual one."""
        return self.height / ROW

    def middle(self, space: int) -> float:
        """Return the middle of the row of a space; higher numbers are higher up (AW-1.3)."""
        return self.top + (self.first - space + 0.5) * self.height


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


def tracks(drawn: Sheet, top: float, spare: float = 0.0) -> tuple[str, float]:
    """Return the appeal tracks in the order of the rounds, each with its round space below; they use spare height."""
    demand, appeal = drawn.components.market_board.demand, drawn.components.market_board.appeal
    first = max(appeal.last, demand.last)
    count = first - min(appeal.first, demand.first) + 1
    rows = Rows(top + HEADER, first, min(ROW + max(spare, 0.0) / count, HIGHEST_ROW))
    height = HEADER + count * rows.height + 48
    columns = [_track(drawn, place, good.id, rows, top, height) for place, good in enumerate(drawn.components.goods)]
    return "".join(columns), height + 6


def _track(drawn: Sheet, place: int, good: str, rows: Rows, top: float, height: float) -> str:
    left, now = 8 + place * COLUMN, good == drawn.active and not drawn.view.finished
    said = drawn.say(_in_words(drawn, good))
    return marked(
        f"appeal:{good}",
        said,
        box(left, top, COLUMN - 8, height, "aw-now" if now else "aw-panel"),
        icon(good, left + 30, top + 24, 32),
        line(drawn.good(good), left + 54, top + 25, COLUMN - 70, size=30, look="aw-start aw-strong"),
        *_spaces(drawn, good, left, rows),
        *_demand(drawn, good, left, rows),
        *_arrows(drawn, good, left, rows),
        *_appeal(drawn, good, left, rows),
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


def _spaces(drawn: Sheet, good: str, left: float, rows: Rows) -> Iterator[str]:
    board = drawn.components.market_board
    for space in range(min(board.appeal.first, board.demand.first), rows.first + 1):
        if board.appeal.first <= space <= board.appeal.last:
            yield _space(rows, space, left)
        if space != drawn.view.demand[good]:
            yield _number(rows, space, left)


@lru_cache(maxsize=2048)
def _space(rows: Rows, space: int, left: float) -> str:
    """Draw a space. Like everything printed on the board, it is the same in every drawing."""
    y, width = rows.middle(space) - rows.height / 2, COLUMN - 8 - NUMBERS - ARROWS
    return element("rect", x=left + NUMBERS, y=y, width=width, height=rows.height, class_="aw-space")


@lru_cache(maxsize=2048)
def _number(rows: Rows, space: int, left: float, x: float = NUMBERS / 2, look: str = "aw-soft") -> str:
    size = LINE * min(rows.scale, 1.15)
    return text(numeral(space), x=left + x, y=rows.middle(space) + 1, font_size=size, class_=look)


def _arrows(drawn: Sheet, good: str, left: float, rows: Rows) -> Iterator[str]:
    """Draw arrows, red upwards, green downwards, on the border above a space (AW-D.1)."""
    borders = drawn.components.board(len(drawn.view.players)).arrows[good]
    said = message(
        "arkwright.arrows-explained",
        "Arrows ({good}): if an appeal marker passes a red arrow upwards, demand rises by 1. If it passes a green "
        "arrow downwards, demand falls by 1.",
        good=drawn.good(good),
    )
    yield _borders(good, drawn.say(said), left, rows, tuple(borders))


@lru_cache(maxsize=64)
def _borders(good: str, said: str, left: float, rows: Rows, borders: tuple[int, ...]) -> str:
    return marked(f"arrows:{good}", said, *(_border(rows, border, left) for border in borders), **FOCUSABLE)


def _border(rows: Rows, border: int, left: float) -> str:
    y, half = rows.middle(border) - rows.height / 2, rows.height / 2
    x, across = left + COLUMN - 8 - ARROWS / 2, f"M{left + NUMBERS:g} {y:g}H{left + COLUMN - 10:g}"
    line_across = element("path", d=across, stroke="currentColor", stroke_opacity=0.45)
    touched = element(
        "rect", x=x - ARROWS / 2 + 2, y=y - half, width=ARROWS - 4, height=rows.height, fill="transparent"
    )
    size, beside = 22 * rows.scale, 12 * rows.scale
    return (
        touched + line_across + icon("up", x - beside, y, size, "aw-up") + icon("down", x + beside, y, size, "aw-down")
    )


def _demand(drawn: Sheet, good: str, left: float, rows: Rows) -> Iterator[str]:
    """Draw the demand marker: a bar across the row of its number."""
    space = drawn.view.demand[good]
    y, flag, half = rows.middle(space), NUMBERS - 18, rows.height / 2 - 1
    yield element("rect", x=left + 4, y=y - half, width=COLUMN - 16, height=2 * half, rx=6, class_="aw-demand")
    yield element(
        "path",
        d=f"M{left + 4:g} {y - half:g}h{flag:g}l14 {half:g}-14 {half:g}h-{flag:g}z",
        class_="aw-demand-flag",
    )
    yield _number(rows, space, left, NUMBERS / 2 - 4, "aw-on-demand")


def _appeal(drawn: Sheet, good: str, left: float, rows: Rows) -> Iterator[str]:
    """Draw the appeal markers, side by side if there are several on a space."""
    lying: dict[int, int] = {}
    markers = tuple(_markers(drawn, good))
    radius = RADIUS if len(markers) > WIDE_MARKERS else RADIUS * rows.scale
    for marker in markers:
        place = lying[marker.space] = lying.get(marker.space, 0) + 1
        x = left + NUMBERS + (place - 0.5) * (2 * radius + 1)
        y = rows.middle(marker.space)
        if isinstance(marker.owner, int):
            yield seat_mark(drawn, marker.owner, x, y, radius)
        else:
            yield company_mark(drawn, marker.owner, x, y, radius)


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
