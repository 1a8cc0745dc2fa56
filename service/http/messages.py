"""Messages of the domain as text in the user's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from babel.dates import format_date, format_datetime
from babel.lists import format_list
from flask_babel import gettext

from domain import keyed_names
from domain.message import Listing, Message, Moment, Say, Seat, Term, message
from domain.numerals import numeral
from service.http.i18n import Reader, Translator, reader, translator
from service.http.isolation import isolated
from service.http.korean import with_particles

Part = Seat | Term | Moment | Listing | Message | str | int

_SEAT = message("site.seat-number", "Seat {number}")


def text(source: Message, names: Sequence[str] = ()) -> str:
    """Return a message as a sentence; ``names`` are the players' by seat."""
    return saying(names)(source)


def saying(names: Sequence[str] = (), language: Reader | None = None) -> Say:
    """Return the function that renders messages; ``names`` are the players' by seat (default for the language: that of
    this request).
    """
    word, locale = language or reader()

    def say(source: Message) -> str:
        if source.plural:
            count = source.parts["count"]
            assert isinstance(count, int), source
            sentence = word(source.text, source.id, source.plural, count)
        else:
            sentence = word(source.text, source.id)
        if not source.parts and "{" not in sentence:
            return sentence
        whole = sentence.format_map({name: filled(part) for name, part in source.parts.items()})
        return with_particles(sentence, whole) if "(" in sentence else whole

    def filled(part: Part) -> str:
        match part:
            case str():
                return part if part.isascii() else str(isolated(part))
            case int():
                return numeral(part)
            case Seat(seat=seat):
                name = _name(word, seat, names)
                return name if name.isascii() else str(isolated(name))
            case Term(text=term):
                return word(term)
            case Message():
                return say(part)
            case Moment(at=at):
                return moment(at, locale)
            case Listing(items=items):
                return _listed(tuple(map(filled, items)), locale)

    return say


@lru_cache(maxsize=4096)
def _listed(items: Sequence[str], locale: str) -> str:
    """Join a list as usual in this language; in Chinese, with a space between 和 and a Latin letter."""
    joined = str(format_list(items, locale=locale))
    if len(items) < 2 or not joined.endswith(f"和{items[-1]}"):
        return joined
    before = joined.removesuffix(f"和{items[-1]}")
    return f"{before}{' ' * before[-1:].isascii()}和{' ' * items[-1][:1].isascii()}{items[-1]}"


def moment(at: datetime, locale: str) -> str:
    """Return a full date and time in UTC."""
    return f"{_in_full(at.astimezone(UTC).replace(microsecond=0), locale)} UTC"


@lru_cache(maxsize=4096)
def _in_full(at: datetime, locale: str) -> str:
    if locale.startswith("en"):
        return str(format_datetime(at, "medium", locale=locale))
    return f"{format_date(at, 'medium', locale=locale)} {at:%H:%M:%S}"  # Babel would write PM in Korean


def seat_name(seat: int, names: Sequence[str]) -> str:
    """Return the player's name, or the seat's number, counted from 1, if it is unknown."""
    return _name(translator(), seat, names)


def _name(word: Translator, seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) and names[seat] else word(_SEAT.text, _SEAT.id).format(number=seat + 1)


def level_name(level: str) -> str:
    """Return the name of an automa's level."""
    return text(keyed_names.automa_level(level))


def bot_kind(bot: str) -> str:
    """Return the name of a game's bot."""
    return text(keyed_names.bot_kind(bot))


def option_value(value: str) -> str:
    """Return the name of a value of an option; numbers are their own names."""
    return value if value.isdigit() else text(keyed_names.option_value(value))


def browser(user_agent: str) -> str:
    """Describe a User-Agent: "Firefox on Linux"."""
    from ua_parser import parse  # only one page needs its many patterns

    agent = parse(user_agent)
    if agent.user_agent is None:
        return str(gettext("Unknown browser"))
    if agent.os is None:
        return agent.user_agent.family
    return str(gettext("{browser} on {system}")).format(browser=agent.user_agent.family, system=agent.os.family)
