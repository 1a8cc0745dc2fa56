"""Template variables of every page: the user, how many games wait for them, and texts for scripts."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from babel.dates import format_skeleton
from babel.units import format_unit
from flask import request
from flask_babel import format_date, format_timedelta, get_locale, gettext

from domain.message import Message, Seat
from projections import deadlines, game_list
from service import queries
from service.auth import current_session, current_user, is_administrator
from service.chat import read_receipts
from service.container import services
from service.http import messages
from service.http.i18n import page_language, reader, translator
from service.http.messages import bot_kind, level_name, option_value
from service.notifications import inbox
from service.pages.blueprint import page_here
from service.pages.rules.rulebook import has_player_aid
from service.pages.seat_markers import marked_sentence, seat_mark
from service.presenters.listings import called
from service.schemas.play import Event

DEADLINES = 8
"""The seats whose deadlines are read: more than a user has in one game."""


def template_variables() -> dict[str, Any]:
    """Return the variables for every template."""
    words = reader()
    language = words[1]
    return {
        "reader": current_user(),
        "is_administrator": is_administrator,
        "waiting_count": waiting_count,
        "unread_count": unread_count,
        "many": game_list.MANY,
        "max_unread_notifications": inbox.MANY,
        "max_unread_messages": read_receipts.MANY,
        "return_url": return_url,
        "next_waiting_game": next_waiting_game,
        "language": page_language(),
        "new_command": lambda: uuid4().hex,
        "script_messages": script_messages,
        "ago": ago,
        "clock": partial(clock, language=language),
        "day": day,
        "duration": duration,
        "game_at": game_at,
        "has_player_aid": has_player_aid,
        "moment": partial(moment, language=language),
        "bot_kind": bot_kind,
        "level_name": level_name,
        "marked_sentence": partial(marked_sentence, language=words),
        "names_seat": names_seat,
        "option_value": option_value,
        "session_id": session_id,
        "seat_mark": seat_mark,
        "word": words[0],
    }


def return_url() -> str | None:
    """Return the page to return to after logging in or signing up: the present one, or its own target."""
    here = request.values.get("next") if request.blueprint == "accounts" else page_here()
    return None if here == "/" else here


def session_id() -> str | None:
    """Return the session in which the page is rendered."""
    session = current_session()
    return session.id if session is not None else None


def waiting_count() -> int:
    """Return the number of games waiting for the user."""
    user = current_user()
    if user is None:
        return 0
    with queries.latest("tables") as rows:
        return game_list.waiting_for(rows, user.id)


def unread_count() -> int:
    """Return the number of unread notifications; those of the current game become read."""
    user = current_user()
    if user is None:
        return 0
    here = (request.view_args or {}).get("stream", "")
    with services().storage.database.reading() as rows:
        return inbox.unseen(rows, user.id, but=here)


class OtherGame(NamedTuple):
    """Another game, and its title."""

    stream: str
    title: str


def next_waiting_game(stream: str) -> OtherGame | None:
    """Return, of the other games waiting for the user, the one with the nearest deadline or the longest wait."""
    user = current_user()
    if user is None:
        return None
    with queries.latest("tables") as rows:
        due = (each.stream for each in deadlines.next_of(rows, user.id, limit=DEADLINES) if each.stream != stream)
        nearest = next(due, None)
        found = game_list.one(rows, nearest) if nearest else game_list.waiting_longest_for(rows, user.id, but=stream)
    return OtherGame(found.stream, called([found])[found.stream].title) if found else None


def game_at(stream: str, at: int | None, seat: int | None, invite: str | None) -> str:
    """Return the URL of a game at a version (None: now). A page has hundreds, too many for Flask's url_for."""
    eyes = _query(seat, invite)
    query = eyes if at is None else f"at={at}&{eyes}".rstrip("&")
    return f"/games/{stream}?{query}" if query else f"/games/{stream}"


@lru_cache(maxsize=1024)
def _query(seat: int | None, invite: str | None) -> str:
    return urlencode({name: value for name, value in (("seat", seat), ("invite", invite)) if value is not None})


def ago(at: datetime | str) -> str:
    """Return the elapsed time in words."""
    past = datetime.now(UTC) - _parsed(at)
    if past.total_seconds() < 45:
        return str(gettext("just now"))
    return str(format_timedelta(-past, add_direction=True, threshold=1.2))


def clock(at: datetime | str, language: str) -> str:
    """Return a short time in UTC: today's without the date, earlier ones as the day. Scripts show the user's local
    time.
    """
    past = _parsed(at).astimezone(UTC)
    if past.date() == datetime.now(UTC).date():
        return past.strftime("%H:%M")
    return _short_day(past.date(), language)


@lru_cache(maxsize=1024)
def _short_day(past: date, locale: str) -> str:
    return str(format_skeleton("MMMd", past, locale=locale))


def duration(seconds: int) -> str:
    """Return a length of time in its two largest units above zero, such as "6 days 4 hr", in the user's language."""
    minutes = max(seconds, 0) // 60
    sizes = {"day": minutes // 1440, "hour": minutes // 60 % 24, "minute": minutes % 60}
    units = [(count, unit) for unit, count in sizes.items() if count][:2] or [(0, "minute")]
    locale = get_locale()
    return " ".join(format_unit(count, f"duration-{unit}", "short", locale=locale) for count, unit in units)


def day(at: datetime | date | str) -> str:
    """Return a day, or that of a moment, in UTC."""
    if isinstance(at, date) and not isinstance(at, datetime):
        return str(format_date(at, "long", rebase=False))
    return str(format_date(_parsed(at).astimezone(UTC), "long", rebase=False))


def moment(at: datetime | str, language: str) -> str:
    """Return a full date and time in UTC."""
    return messages.moment(_parsed(at), language)


def _parsed(at: datetime | str) -> datetime:
    return datetime.fromisoformat(at) if isinstance(at, str) else at


def names_seat(event: Event) -> bool:
    """Return whether the sentence of an event names its seat, if it has one; true for all events other than moves."""
    return not event.is_move or _names(event.message, event.seat)


def _names(part: Any, seat: int | None) -> bool:
    if isinstance(part, Seat):
        return part.seat == seat
    return isinstance(part, Message) and any(_names(inner, seat) for inner in part.parts.values())


def script_messages() -> dict[str, str]:
    """Return the messages that the scripts show, by name."""
    _ = translator()
    return {
        "aboutPlace": _("Place: {place} ✕"),
        "allOptions": _("Show all options"),
        "atOf": _("#{at} of {version}"),
        "impossible": _("Not possible now"),
        "back": _("Step back"),
        "cancel": _("Cancel"),
        "changePick": _("Change this choice"),
        "close": _("Close"),
        "confirm": _("Confirm"),
        "consecutive": _("{first} {second}"),
        "endToo": _("Confirm and end turn"),
        "endTurn": _("End turn"),
        "fewer": _("Decrease: {label}"),
        "failed": _("Something went wrong. Nothing was changed."),
        "choiceName": _("{name}:"),
        "choicesInvalid": _("The game has changed, and your choices are no longer valid. Choose again."),
        "oneMore": _("Increase: {label}"),
        "continue": _("Continue"),
        "logInAgain": _("Your session has ended. Log in to continue: your choices and your text are kept."),
        "otherUser": _("Another user is logged in now. The choices and text of the previous user were discarded."),
        "more": _("Later results stay hidden until you confirm."),
        "moreSentences": _("{count} more"),
        "movedElsewhere": _("You moved in another window or on another device. Your choices here were discarded."),
        "nothingLeft": _("You have no actions left this turn."),
        "noPush": _(
            "This browser can't show notifications here. Notifications need HTTPS; in some browsers, you must also "
            "install the site."
        ),
        "offline": _("Can't reach the server. Nothing was lost. Try again."),
        "picks": _("Your choices"),
        "polling": _("Updates may be delayed on this page."),
        "pushRefused": _("The browser blocked notifications."),
        "preview": _("Preview"),
        "rule": _("Rule {rule}"),
        "everythingHere": _("Show events here"),
        "since": _("Since your last visit"),
        "skip": _("Skip (Escape)"),
        "takenBack": _("undone"),
        "stale": _("The game has changed. Your choices here were discarded."),
    }
