"""Titles of games and names of players. Facts and read models contain ids only, so a name that changes, or is deleted
with its account, changes everywhere at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from projections.db_protocol import listed
from service.accounts import mentions, user_texts
from service.accounts.user_texts import Text
from service.storage import Database

FRESH = 1.0
"""Seconds for which a process takes a name as it was: so long it may be late where another process changed it."""


class Seat(Protocol):
    """What has to be known of a seat: the name of a bot or an automa, and the user after whom it is called."""

    @property
    def name(self) -> str:
        """``""`` for people."""

    @property
    def person(self) -> str | None:
        """A user's id."""


class Called(NamedTuple):
    """What a game is called (``""`` where nobody named it, or its name is gone), and its seats (``""``: nobody's).

    ``reasons`` are what organisers wrote about their acts, by the versions of these; ``comment`` is what is said of a
    what-if.
    """

    title: str
    seats: Sequence[str]
    reasons: Mapping[int, str] = {}
    comment: str = ""


class Asked(NamedTuple):
    """A game or what-if whose names are wanted; ``root`` is the game that it goes back to."""

    stream: str
    root: str
    seats: Sequence[Seat]


class _Looked(NamedTuple):
    """What was found since a moment; nobody by that id is ``None``."""

    since: float
    people: dict[str, str | None]
    texts: dict[str, list[Text]]


class Names:
    """The names in one database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._looked = _Looked(0.0, {}, {})
        self.changes = 0
        """How often :meth:`changed` was called: what was made from names before is out of date then."""

    def of_people(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of users by their ids; ids that nobody has are left out."""
        wanted = set(ids)
        known = self._known(wanted, ()).people
        found = {person: name for person in wanted if (name := known[person]) is not None}
        mentions.note(*found)
        return found

    def of_game(self, asked: Asked, former: Callable[[], str]) -> Called:
        """See :meth:`of_games`."""
        return self.of_games([asked], former)[0]

    def of_games(self, asked: Sequence[Asked], former: Callable[[], str]) -> list[Called]:
        """What games are called. ``former`` says what somebody is called who has an account no more."""
        people = {seat.person for game in asked for seat in game.seats if seat.person}
        known = self._known(people, {stream for game in asked for stream in game[:2]})
        mentions.note(*people)
        return [_called(game, known, former) for game in asked]

    def changed(self) -> None:
        """Look all names up anew: this process has changed some."""
        self.changes += 1
        self._looked = _Looked(0.0, {}, {})

    def _known(self, people: Iterable[str], streams: Iterable[str]) -> _Looked:
        """What is known of these people and streams and no older than it may be, in one query for what is not."""
        looked = self._looked
        if self._clock() - looked.since > FRESH:
            looked = self._looked = _Looked(self._clock(), {}, {})
        new = [person for person in people if person not in looked.people]
        unread = [stream for stream in streams if stream not in looked.texts]
        if new or unread:
            self._look_up(looked, new, unread)
        return looked

    def _look_up(self, looked: _Looked, people: Sequence[str], streams: Sequence[str]) -> None:
        persons, params = listed("person", people)
        games, more = listed("stream", streams)
        with self._database.reading() as rows:
            found = rows.execute(
                "SELECT id, '' AS what, 0 AS seat, '' AS author, '' AS salt,"  # noqa: S608
                f" CASE display_name WHEN '' THEN name ELSE display_name END AS text FROM users WHERE id IN ({persons})"
                " UNION ALL SELECT stream, what, seat, author, salt, text FROM typed_texts"
                f" WHERE stream IN ({games}) AND what <> 'words'",
                {**params, **more},
            )
        names: dict[str, str | None] = dict.fromkeys(people)
        typed: dict[str, list[Text]] = {stream: [] for stream in streams}
        for row in found:
            if row["what"]:
                typed[row["id"]].append(user_texts.of_row(row))
            else:
                names[row["id"]] = row["text"]
        looked.people.update(names)  # At once: other threads look into it too.
        looked.texts.update(typed)


def _called(game: Asked, known: _Looked, former: Callable[[], str]) -> Called:
    for stream in {game.stream, game.root}:
        user_texts.mention(stream, known.texts[stream])
    typed = {text.seat: text.text for text in known.texts[game.root] if text.what == "seat"}
    seats: list[str] = []
    for number, seat in enumerate(game.seats):
        name = typed.get(number, seat.name) if seat.person is None else known.people[seat.person] or former()
        seats.append(f"{name} {number + 1}" if name and name in seats else name)
    own = known.texts[game.stream]
    title, comment = (next((text.text for text in own if text.what == what), "") for what in ("title", "comment"))
    return Called(title, seats, user_texts.reasons_by_version(own), comment)
