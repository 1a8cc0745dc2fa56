"""The overview of the players: funds, shares and their value, loans and ships, with one row for each player."""

from __future__ import annotations

from collections.abc import Callable

from domain.arkwright.model.state import Automa
from domain.arkwright.narration import words
from domain.arkwright.narration.standing import worth
from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.sheet import LINE, Sheet, box, company_mark, heading, line, seat_mark
from domain.graphics.svg import marked, text
from domain.message import Message, counted, message

ROW = 48.0
BOLD = 0.68
"""The average width of a bold figure relative to its size."""
COLUMNS = (420.0, 530.0, 640.0, 760.0, 858.0, 944.0)
"""The centres of the columns of figures."""

AutomaFigures = Callable[[Sheet, Automa, float], list[str]]


def worth_in_words(shares: int, share_value: int, worth_: int) -> tuple[Message, ...]:
    """Return shares, share value and what they are worth."""
    return (
        counted("arkwright.shares-count", "{count} share", "{count} shares", count=shares),
        message("arkwright.share-value-each", "at £{share_value}", share_value=share_value),
        message("arkwright.worth-amount", "= £{worth}", worth=worth_),
    )


def players(drawn: Sheet, top: float) -> tuple[str, float]:
    """Return a row for each player, then for each automa."""
    heads = (
        message("arkwright.funds", "Funds"),
        message("arkwright.shares", "Shares"),
        message("arkwright.share-value-short", "Value"),
        message("arkwright.worth", "Worth"),
        message("arkwright.loans", "Loans"),
        message("arkwright.ships", "Ships"),
    )
    parts = [heading(drawn.say(message("arkwright.players", "Players")), 10, top + 18)]
    parts += [
        text(drawn.say(said), x=x, y=top + 18, font_size=24, class_="aw-soft")
        for said, x in zip(heads, COLUMNS, strict=True)
    ]
    y = top + 38
    for seat in range(len(drawn.view.players)):
        parts.append(_player(drawn, seat, y))
        y += ROW + 4
    below, height = _automas(drawn, y, _in_columns)
    return "".join((*parts, below)), y + height - top + 8


def automas(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw a row for each automa, with what each figure means; nothing if there are none."""
    return _automas(drawn, top, _labelled)


def _automas(drawn: Sheet, top: float, figures: AutomaFigures) -> tuple[str, float]:
    there = drawn.view.solo.automas if drawn.view.solo else ()
    rows = [_automa(drawn, automa, top + (ROW + 4) * place, figures) for place, automa in enumerate(there)]
    return "".join(rows), (ROW + 4) * len(rows)


def _player(drawn: Sheet, seat: int, y: float) -> str:
    player, name = drawn.view.players[seat], drawn.names[seat]
    sign = seat_mark(drawn, seat, 34, y + ROW / 2, 18)
    if player.bankrupt:
        said = drawn.say(message("arkwright.player-bankrupt", "{name}: bankrupt", name=name))
        return marked(f"player:{seat}", said, _ground(y), sign, _named(said, y, 800))
    figures = (
        f"£{player.funds}",
        str(player.shares),
        f"£{player.share_value}",
        f"£{worth(player)}",
        str(player.loans),
        str(player.ships),
    )
    begins = seat == drawn.view.start_player and drawn.view.solo is None
    said = drawn.say(message("arkwright.player-is-start-player", "{name}, start player", name=name)) if begins else name
    start = icon("start", 318, y + ROW / 2, 30, "aw-gold") if begins else ""
    return marked(
        f"player:{seat}",
        said,
        _ground(y),
        sign,
        _named(name, y, 235),
        start,
        *_figures(figures, y),
    )


def _automa(drawn: Sheet, automa: Automa, y: float, figures: AutomaFigures) -> str:
    said = drawn.say(words.automa(automa.colour))
    sign = company_mark(drawn, automa.colour, 34, y + ROW / 2, 18)
    return marked(f"automa:{automa.colour}", said, _ground(y), sign, _named(said, y, 300), *figures(drawn, automa, y))


def _in_columns(drawn: Sheet, automa: Automa, y: float) -> list[str]:
    worth_ = automa.shares * automa.share_value
    return _figures(("", str(automa.shares), f"£{automa.share_value}", f"£{worth_}", "", ""), y)


def _labelled(drawn: Sheet, automa: Automa, y: float) -> list[str]:
    said_ = worth_in_words(automa.shares, automa.share_value, automa.shares * automa.share_value)
    return [
        line(drawn.say(said), x, y + ROW / 2 + 1, width, size=28, letter=BOLD, look="aw-start aw-strong")
        for said, x, width in zip(said_, (540, 730, 868), (174, 122, 118), strict=True)
    ]


def _ground(y: float) -> str:
    return box(8, y, 984, ROW)


def _named(name: str, y: float, width: float) -> str:
    return line(name, 62, y + ROW / 2 + 1, width, size=28, look="aw-start aw-strong")


def _figures(figures: tuple[str, ...], y: float) -> list[str]:
    return [
        text(said, x=x, y=y + ROW / 2 + 1, font_size=LINE + 2) for said, x in zip(figures, COLUMNS, strict=True) if said
    ]
