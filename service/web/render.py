"""Messages of the domain as text in the reader's language: the one place where words are put in."""

from __future__ import annotations

from collections.abc import Sequence

from babel.lists import format_list
from flask_babel import get_locale, gettext
from ua_parser import parse

from domain import table
from domain.message import Listing, Message, Seat, Term

Part = Seat | Term | Listing | Message | str | int


def text(told: Message, names: Sequence[str] = ()) -> str:
    """The message as a sentence; ``names`` are the players' by seat."""
    return _fill(told.text, {name: _part(part, names) for name, part in told.parts.items()})


def _fill(msgid: str, parts: dict[str, str]) -> str:
    sentence = str(gettext(msgid))
    return sentence.format_map(parts) if parts or "{" in sentence else sentence


def _part(part: Part, names: Sequence[str]) -> str:
    match part:
        case Seat(seat=seat):
            return seat_name(seat, names)
        case Term(text=term):
            return str(gettext(term))
        case Message():
            return text(part, names)
        case Listing(items=items):
            return format_list([_part(item, names) for item in items], locale=get_locale() or "en")
        case _:
            return str(part)


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The player's name, or the seat's number, counted from 1, where nobody's name is known."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return str(gettext("Seat {number}")).format(number=seat + 1)


def account_title(account: str) -> str:
    """What an account of a game is called: ``share_value`` is "Share value"."""
    return str(gettext(account.replace("_", " ").capitalize()))


def level_name(level: str) -> str:
    """What an automa's level is called: ``low_voltage`` is "Low Voltage"."""
    return str(gettext(table.level_name(level)))


def browser(user_agent: str) -> str:
    """What a browser says it is, in words: "Firefox on Linux"."""
    told = parse(user_agent)
    if told.user_agent is None:
        return str(gettext("An unknown browser"))
    if told.os is None:
        return told.user_agent.family
    return str(gettext("{browser} on {system}")).format(browser=told.user_agent.family, system=told.os.family)
