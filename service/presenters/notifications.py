"""A notification in the user's language: one line, and details."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import cast

import msgspec
from flask_babel import gettext

from domain.game import ruleset
from domain.table.rulings.facts import Reason
from domain.visibility import REASONS
from projections import game_list
from projections.db_protocol import Rows, parsed
from projections.game_list import ListedGame
from service.accounts import user_texts
from service.accounts.display_names import NameQuery, Names, ResolvedNames
from service.auth import former_player, given_name
from service.http import messages
from service.notifications import channels
from service.notifications.channels import Channel
from service.notifications.inbox import Notification
from service.outbox import circuits
from service.outbox.circuits import Circuit
from service.outbox.queue import NO_RESPONSE
from service.storage import Database
from service.tournaments import registry


class NotificationText(msgspec.Struct, frozen=True):
    """A notification in words; ``game`` is the name of its game or channel."""

    notification: Notification
    game: str
    title: str
    detail: str
    deadline: datetime | None = None
    """The user's deadline, if it is their turn and the table has a clock."""

    @property
    def is_over(self) -> bool:
        """Whether it is about a turn that the user no longer has: they were replaced, or the game has ended."""
        return self.notification.kind in ("turn", "reminder", "reminded") and not self.detail

    @property
    def stream(self) -> str | None:
        """The game that it is about; None if it is about a channel."""
        return None if self.notification.kind == OF_CHANNELS else self.notification.stream

    @property
    def path(self) -> str:
        """The path that it links to."""
        if self.notification.kind == OF_CHANNELS:
            return "/account/notification-channels"
        if self.notification.kind == "entry":
            return f"/tournaments/{self.notification.stream}"
        page = f"/games/{self.notification.stream}"
        return f"{page}/chat" if self.notification.kind == "chat" else page


class OfGame(msgspec.Struct):
    """The notifications of a game, or of another subject, the latest first."""

    title: str
    path: str
    notifications: list[NotificationText]

    @property
    def unread(self) -> int:
        """The number of unread ones."""
        return sum(each.notification.seen_at is None for each in self.notifications)

    @property
    def deadline(self) -> datetime | None:
        """The user's deadline, if it is their turn and the table has a clock."""
        return next((each.deadline for each in self.notifications if each.deadline), None)


def by_game(notifications: Iterable[NotificationText]) -> list[OfGame]:
    """Group notifications by game, the latest game first; leave out turns that are over, and repetitions of a turn."""
    groups: dict[str, OfGame] = {}
    for each in notifications:
        group = groups.setdefault(each.notification.stream, OfGame(each.game, each.path.removesuffix("/chat"), []))
        kinds = {one.notification.kind for one in group.notifications}
        if not each.is_over and not (each.notification.kind == "turn" and "turn" in kinds):
            group.notifications.append(each)
    return [group for group in groups.values() if group.notifications]


def notification_texts(
    database: Database, names: Names, notifications: Iterable[Notification]
) -> list[NotificationText]:
    """Return notifications in words, in order, without those of games that no list shows and of removed channels."""
    found = list(notifications)
    entries = {notification.stream for notification in found if notification.kind == "entry"}
    titled = registry.some(database, sorted(entries)) if entries else {}
    with database.reading() as rows:
        typed = _typed(rows, found)
        shown = {table.stream: table for table in game_list.some(rows, {notification.stream for notification in found})}
    asked = [NameQuery(table.stream, table.stream, table.seats) for table in shown.values()]
    called = dict(zip(shown, names.of_games(asked, former_player, given_name), strict=True))
    organisers = names.of_people({notification.by_user for notification in found if notification.by_user})
    ended = _ended(database, {notification.stream for notification in found if notification.kind == OF_CHANNELS})
    worded: list[NotificationText] = []
    for notification in found:
        if notification.stream in shown:
            organiser = organisers.get(notification.by_user, "")
            words = typed.get((notification.stream, notification.version), "")
            worded.append(
                _about_game(shown[notification.stream], called[notification.stream], notification, organiser, words)
            )
        elif notification.stream in titled:
            worded.append(_about_entry(titled[notification.stream].title, notification))
        elif notification.stream in ended:
            worded.append(_about_channel(*ended[notification.stream], notification))
    return worded


def _ended(database: Database, ids: Collection[str]) -> dict[str, tuple[Channel, Circuit]]:
    """Return these channels, and their state."""
    if not ids:
        return {}
    with database.reading() as rows:
        states = circuits.of_channels(rows, ids)
        return {found.id: (found, states[found.id]) for found in channels.some(rows, ids) if found.id in states}


def _about_channel(channel: Channel, circuit: Circuit, notification: Notification) -> NotificationText:
    name = channel.label or channel.host or str(gettext("email"))
    title = str(gettext("Your notification channel %(name)s has stopped", name=name))
    return NotificationText(notification, name, title, failure_text(circuit))


def failure_text(circuit: Circuit) -> str:
    """Return why a channel last failed: its HTTP status or "No response"; empty if it didn't fail."""
    return str(gettext("No response")) if circuit.failure == NO_RESPONSE else circuit.failure


def _about_entry(title: str, notification: Notification) -> NotificationText:
    named = gettext("You are invited to enter %(title)s", title=title)
    sentence = named if title else gettext("You are invited to enter a tournament")
    return NotificationText(notification, title or str(gettext("Tournament")), str(sentence), "")


def _typed(rows: Rows, notifications: Iterable[Notification]) -> dict[tuple[str, int], str]:
    """Return the texts of organisers' reminders, by game and version."""
    streams = {notification.stream for notification in notifications if notification.kind == "reminded"}
    found = user_texts.of_streams(rows, streams) if streams else {}
    return {(stream, text.seat): text.text for stream, all_of in found.items() for text in all_of if text.what == "why"}


def _about_game(
    table: ListedGame, called: ResolvedNames, notification: Notification, organiser: str, words: str
) -> NotificationText:
    game, names = called.title or ruleset(table.ruleset).title, called.seats
    who = organiser if notification.seat is None else messages.seat_name(notification.seat, names)
    title = _TITLES[notification.kind](game, who)
    if notification.kind == "late":
        return NotificationText(notification, game, title, _options_when_late(table, notification))
    if notification.kind == "reminded" and notification.reason:
        why = messages.text(REASONS[cast(Reason, notification.reason)])
        title = gettext("%(title)s. Reason: %(reason)s", title=title, reason=f"{why} ({words})" if words else why)
    return NotificationText(
        notification, game, title, _reason(table, notification, names), _deadline(table, notification)
    )


OF_CHANNELS = "channel_ended"
"""The kind of notification that is not about a game."""

OF_TURNS = ("turn", "reminder", "reminded", "ran_out")
"""Notifications of a user's turn."""

_TITLES: Mapping[str, Callable[[str, str], str]] = {
    "turn": lambda game, who: str(gettext("Your turn in %(game)s", game=game)),
    "reminder": lambda game, who: str(gettext("You are running out of time in %(game)s", game=game)),
    "reminded": lambda game, who: str(
        gettext("Organiser %(who)s reminds you: it is your turn in %(game)s", who=who, game=game)
        if who
        else gettext("The organiser reminds you: it is your turn in %(game)s", game=game)
    ),
    "late": lambda game, who: str(gettext("%(who)s is out of time in %(game)s", who=who, game=game)),
    "ran_out": lambda game, who: str(gettext("You are out of time in %(game)s", game=game)),
    "undo": lambda game, who: str(gettext("%(who)s requests an undo in %(game)s", who=who, game=game)),
    "swap": lambda game, who: str(gettext("%(who)s wants to swap seats in %(game)s", who=who, game=game)),
    "pause": lambda game, who: str(gettext("%(who)s requests a pause in %(game)s", who=who, game=game)),
    "offer": lambda game, who: str(gettext("A replacement for %(who)s is wanted in %(game)s", who=who, game=game)),
    "handed_over": lambda game, who: str(gettext("%(who)s joined %(game)s as a replacement", who=who, game=game)),
    "replaced": lambda game, who: str(gettext("You were replaced in %(game)s", game=game)),
    "stood_in": lambda game, who: str(
        gettext("A substitute bot is playing for you in %(game)s until you return", game=game)
    ),
    "time": lambda game, who: str(gettext("The organiser changed the time limit in %(game)s", game=game)),
    "invited": lambda game, who: str(
        gettext("%(who)s invites you to %(game)s", who=who, game=game)
        if who
        else gettext("You are invited to %(game)s", game=game)
    ),
    "replacement": lambda game, who: str(gettext("You have been asked to replace a player in %(game)s", game=game)),
    "joined": lambda game, who: str(gettext("%(who)s joined %(game)s", who=who, game=game)),
    "chat": lambda game, who: str(
        gettext("New message from %(who)s in %(game)s", who=who, game=game)
        if who
        else gettext("New message in %(game)s", game=game)
    ),
    "started": lambda game, who: str(gettext("%(game)s has started", game=game)),
    "finished": lambda game, who: str(gettext("%(game)s has ended", game=game)),
    "abandoned": lambda game, who: str(gettext("%(game)s was abandoned", game=game)),
}


def _deadline(table: ListedGame, notification: Notification) -> datetime | None:
    """The deadline of the reader, for notifications of turns; None if no time is running."""
    mine = [seat.deadline for seat in table.seats if seat.user == notification.user_id and seat.plays and seat.deadline]
    return parsed(min(mine)) if mine and notification.kind in OF_TURNS else None


def _reason(table: ListedGame, notification: Notification, names: Sequence[str]) -> str:
    """Return the reason why it is the user's turn, while it still is."""
    if notification.kind not in OF_TURNS:
        return ""
    mine = (seat.to_act for seat in table.seats if seat.user == notification.user_id and seat.plays and seat.to_act)
    return ", ".join(messages.text(reason, names) for reason in mine)


def _options_when_late(table: ListedGame, notification: Notification) -> str:
    """Describe what the other players or the organiser can do while a player is out of time."""
    late = table.seats[notification.seat or 0]
    if table.phase != "running" or notification.seat is None:
        return ""
    if late.bot is not None:
        return str(gettext("A substitute bot is playing for them until they return."))
    if not late.late:
        return ""
    if all(seat.user != notification.user_id for seat in table.seats):
        return str(gettext("As the organiser, you can remind them, extend their time or replace them."))
    return _options_of_players(table.ran_out, offered=late.offered)


def _options_of_players(ran_out: str, *, offered: bool) -> str:
    if ran_out == "offer" and offered:
        return str(gettext("Their seat is on offer. A replacement can take it over."))
    if ran_out == "offer":
        return str(gettext("You can offer their seat to a replacement."))
    if ran_out == "stand_in":
        return str(gettext("You can let a substitute bot play for them until they return."))
    if ran_out == "end":
        return str(gettext("A majority of the other players can end the game."))
    return str(gettext("You can message them in the chat. If all players agree, the game ends."))
