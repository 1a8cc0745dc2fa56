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


class Told(msgspec.Struct, frozen=True):
    """A notification in words; ``game`` is the name of its game or channel."""

    notice: Notification
    game: str
    title: str
    detail: str
    deadline: datetime | None = None
    """The user's deadline, if it is their turn and the table has a clock."""

    @property
    def is_over(self) -> bool:
        """Whether it is about a turn that the user no longer has: they were replaced, or the game has ended."""
        return self.notice.kind in ("turn", "reminder", "reminded") and not self.detail

    @property
    def stream(self) -> str | None:
        """The game that it is about; None if it is about a channel."""
        return None if self.notice.kind == OF_CHANNELS else self.notice.stream

    @property
    def path(self) -> str:
        """The path that it links to."""
        if self.notice.kind == OF_CHANNELS:
            return "/account/notification-channels"
        if self.notice.kind == "entry":
            return f"/tournaments/{self.notice.stream}"
        page = f"/games/{self.notice.stream}"
        return f"{page}/chat" if self.notice.kind == "chat" else page


class OfGame(msgspec.Struct):
    """The notifications of a game, or of another subject, the latest first."""

    title: str
    path: str
    told: list[Told]

    @property
    def unread(self) -> int:
        """The number of unread ones."""
        return sum(each.notice.seen_at is None for each in self.told)

    @property
    def deadline(self) -> datetime | None:
        """The user's deadline, if it is their turn and the table has a clock."""
        return next((each.deadline for each in self.told if each.deadline), None)


def by_game(told: Iterable[Told]) -> list[OfGame]:
    """Group notifications by game, the latest game first; leave out turns that are over, and repetitions of a turn."""
    groups: dict[str, OfGame] = {}
    for each in told:
        group = groups.setdefault(each.notice.stream, OfGame(each.game, each.path.removesuffix("/chat"), []))
        if not each.is_over and not (each.notice.kind == "turn" and "turn" in {one.notice.kind for one in group.told}):
            group.told.append(each)
    return [group for group in groups.values() if group.told]


def told(database: Database, names: Names, notices: Iterable[Notification]) -> list[Told]:
    """Return notifications in words, in order, without those of games that no list shows and of removed channels."""
    found = list(notices)
    entries = {notice.stream for notice in found if notice.kind == "entry"}
    titled = registry.some(database, sorted(entries)) if entries else {}
    with database.reading() as rows:
        typed = _typed(rows, found)
        shown = {table.stream: table for table in game_list.some(rows, {notice.stream for notice in found})}
    asked = [NameQuery(table.stream, table.stream, table.seats) for table in shown.values()]
    called = dict(zip(shown, names.of_games(asked, former_player, given_name), strict=True))
    organisers = names.of_people({notice.by_user for notice in found if notice.by_user})
    ended = _ended(database, {notice.stream for notice in found if notice.kind == OF_CHANNELS})
    in_words: list[Told] = []
    for notice in found:
        if notice.stream in shown:
            organiser = organisers.get(notice.by_user, "")
            words = typed.get((notice.stream, notice.version), "")
            in_words.append(_told(shown[notice.stream], called[notice.stream], notice, organiser, words))
        elif notice.stream in titled:
            in_words.append(_of_entry(titled[notice.stream].title, notice))
        elif notice.stream in ended:
            in_words.append(_told_of_channel(*ended[notice.stream], notice))
    return in_words


def _ended(database: Database, ids: Collection[str]) -> dict[str, tuple[Channel, Circuit]]:
    """Return these channels, and their state."""
    if not ids:
        return {}
    with database.reading() as rows:
        fares = circuits.of_channels(rows, ids)
        return {found.id: (found, fares[found.id]) for found in channels.some(rows, ids) if found.id in fares}


def _told_of_channel(channel: Channel, circuit: Circuit, notice: Notification) -> Told:
    name = channel.label or channel.host or str(gettext("email"))
    title = str(gettext("Your notification channel %(name)s has stopped", name=name))
    return Told(notice, name, title, failure_text(circuit))


def failure_text(circuit: Circuit) -> str:
    """Return why a channel last failed: its HTTP status or "No response"; empty if it didn't fail."""
    return str(gettext("No response")) if circuit.failure == NO_RESPONSE else circuit.failure


def _of_entry(title: str, notice: Notification) -> Told:
    named = gettext("You are invited to enter %(title)s", title=title)
    told = named if title else gettext("You are invited to enter a tournament")
    return Told(notice, title or str(gettext("Tournament")), str(told), "")


def _typed(rows: Rows, notices: Iterable[Notification]) -> dict[tuple[str, int], str]:
    """Return the texts of organisers' reminders, by game and version."""
    streams = {notice.stream for notice in notices if notice.kind == "reminded"}
    found = user_texts.of_streams(rows, streams) if streams else {}
    return {(stream, text.seat): text.text for stream, all_of in found.items() for text in all_of if text.what == "why"}


def _told(table: ListedGame, called: ResolvedNames, notice: Notification, organiser: str, words: str) -> Told:
    game, names = called.title or ruleset(table.ruleset).title, called.seats
    who = organiser if notice.seat is None else messages.seat_name(notice.seat, names)
    title = _TITLES[notice.kind](game, who)
    if notice.kind == "late":
        return Told(notice, game, title, _options_when_late(table, notice))
    if notice.kind == "reminded" and notice.reason:
        why = messages.text(REASONS[cast(Reason, notice.reason)])
        title = gettext("%(title)s. Reason: %(reason)s", title=title, reason=f"{why} ({words})" if words else why)
    return Told(notice, game, title, _reason(table, notice, names), _deadline(table, notice))


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


def _deadline(table: ListedGame, notice: Notification) -> datetime | None:
    """The deadline of the reader, for notifications of turns; None if no time is running."""
    mine = [seat.deadline for seat in table.seats if seat.user == notice.user_id and seat.plays and seat.deadline]
    return parsed(min(mine)) if mine and notice.kind in OF_TURNS else None


def _reason(table: ListedGame, notice: Notification, names: Sequence[str]) -> str:
    """Return the reason why it is the user's turn, while it still is."""
    if notice.kind not in OF_TURNS:
        return ""
    mine = (seat.to_act for seat in table.seats if seat.user == notice.user_id and seat.plays and seat.to_act)
    return ", ".join(messages.text(reason, names) for reason in mine)


def _options_when_late(table: ListedGame, notice: Notification) -> str:
    """Describe what the other players or the organiser can do while a player is out of time."""
    late = table.seats[notice.seat or 0]
    if table.phase != "running" or notice.seat is None:
        return ""
    if late.bot is not None:
        return str(gettext("A substitute bot is playing for them until they return."))
    if not late.late:
        return ""
    if all(seat.user != notice.user_id for seat in table.seats):
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
