"""The seats of a new table as form fields: each is open to a player, has a bot or an automa, or does not exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask_babel import gettext

from domain.game import Ruleset
from service.http.messages import bot_kind, level_name
from service.pages import options

PLAYER = "player"
_BOT, _AUTOMA = "bot:", "automa:"


class SeatField(NamedTuple):
    """The field of a seat: its number from 2, its values with their names, and the chosen one."""

    name: str
    number: int
    values: list[tuple[str, str]]
    chosen: str


class Seats(NamedTuple):
    """The chosen seats: how many, the bots by seat, and the levels of the automas, which take the last seats."""

    number: int
    bots: dict[int, str]
    automas: list[str]


def fields(rules: Ruleset[Any], form: Mapping[str, str]) -> list[SeatField]:
    """Return the fields of all seats but the host's. By default, one other player takes part."""
    kinds = [(PLAYER, gettext("Open to a player"))]
    kinds += [(_BOT + bot, gettext("Bot: %(kind)s", kind=bot_kind(bot))) for bot in reversed(list(rules.bots))]
    if (automas := options.automas(rules)) is not None:
        kinds += [
            (_AUTOMA + level, gettext("Automa: %(level)s", level=level_name(level))) for level in automas["values"]
        ]
    usual = max(2, min(rules.seats))
    return [
        SeatField(
            name := _name(number),
            number,
            kinds if number <= min(rules.seats) else [("", gettext("Not used")), *kinds],
            form.get(name, "") if form else PLAYER if number <= usual else "",
        )
        for number in range(2, max(rules.seats) + 1)
    ]


def wanted(rules: Ruleset[Any], form: Mapping[str, str]) -> Seats:
    """Return the seats that a form requests."""
    chosen = [kind for number in range(2, max(rules.seats) + 1) if (kind := form.get(_name(number)))]
    people = [kind for kind in chosen if not kind.startswith(_AUTOMA)]
    bots = {seat: kind.removeprefix(_BOT) for seat, kind in enumerate(people, 1) if kind.startswith(_BOT)}
    return Seats(len(chosen) + 1, bots, [kind.removeprefix(_AUTOMA) for kind in chosen if kind.startswith(_AUTOMA)])


def _name(number: int) -> str:
    return f"seat-{number}"
