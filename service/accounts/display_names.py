"""Titles of games and names of players.

Facts and read models contain only ids, so a name that is changed, or deleted with its account, changes everywhere at
once.
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
"""Seconds for which a process caches a name; changes by another process may be late by that much."""


class Seat(Protocol):
    """A seat: the name of its bot or automa, and the user that it is named after."""

    @property
    def name(self) -> str:
        """The name of a bot or an automa; ``""`` for players."""

    @property
    def person(self) -> str | None:
        """A user's id."""


class ResolvedNames(NamedTuple):
    """The title of a game (``""`` if it has none, or its author was deleted), and the names of its seats (``""``:
    none).

    ``reasons`` are texts of organisers about their rulings, by version; ``comment`` is that of a branch.
    """

    title: str
    seats: Sequence[str]
    reasons: Mapping[int, str] = {}
    comment: str = ""


class NameQuery(NamedTuple):
    """A game or branch whose names are requested; ``root`` is its original game."""

    stream: str
    root: str
    seats: Sequence[Seat]


class _FoundNames(NamedTuple):
    """The names found at a moment; ``None`` for unknown ids."""

    since: float
    people: dict[str, str | None]
    texts: dict[str, list[Text]]


class Names:
    """The names in one database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._looked = _FoundNames(0.0, {}, {})
        self.changes = 0
        """The number of calls of :meth:`changed`: anything derived from names before is out of date then."""

    def of_people(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the names of users by id, without unknown ids."""
        wanted = set(ids)
        known = self._known(wanted, ()).people
        found = {person: name for person in wanted if (name := known[person]) is not None}
        mentions.note(*found)
        return found

    def of_game(self, asked: NameQuery, former: Callable[[], str], given: Callable[[str], str] = str) -> ResolvedNames:
        """Return the names of one game; see :meth:`of_games`."""
        return self.of_games([asked], former, given)[0]

    def of_games(
        self, asked: Sequence[NameQuery], former: Callable[[], str], given: Callable[[str], str] = str
    ) -> list[ResolvedNames]:
        """Return the titles and names of games. ``former`` is the name for deleted accounts; ``given`` translates the
        name of a bot or an automa, which is in English otherwise, as in the log.
        """
        people = {seat.person for game in asked for seat in game.seats if seat.person}
        known = self._known(people, {stream for game in asked for stream in game[:2]})
        mentions.note(*people)
        return [_called(game, known, former, given) for game in asked]

    def changed(self) -> None:
        """Discard cached names, because this process has changed some."""
        self.changes += 1
        self._looked = _FoundNames(0.0, {}, {})

    def _known(self, people: Iterable[str], streams: Iterable[str]) -> _FoundNames:
        """Return the cached names of these users and streams that are fresh, and query the others at once."""
        looked = self._looked
        if self._clock() - looked.since > FRESH:
            looked = self._looked = _FoundNames(self._clock(), {}, {})
        new = [person for person in people if person not in looked.people]
        unread = [stream for stream in streams if stream not in looked.texts]
        if new or unread:
            self._look_up(looked, new, unread)
        return looked

    def _look_up(self, looked: _FoundNames, people: Sequence[str], streams: Sequence[str]) -> None:
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
        looked.people.update(names)  # in one step: other threads read it too
        looked.texts.update(typed)


def _called(
    game: NameQuery, known: _FoundNames, former: Callable[[], str], given: Callable[[str], str]
) -> ResolvedNames:
    for stream in {game.stream, game.root}:
        user_texts.mention(stream, known.texts[stream])
    typed = {text.seat: text.text for text in known.texts[game.root] if text.what == "seat"}
    seats: list[str] = []
    for number, seat in enumerate(game.seats):
        if seat.person is None:
            name = typed.get(number) or (given(seat.name) if seat.name else "")
        else:
            name = known.people[seat.person] or former()
        seats.append(f"{name} {number + 1}" if name and name in seats else name)
    own = known.texts[game.stream]
    title, comment = (next((text.text for text in own if text.what == what), "") for what in ("title", "comment"))
    return ResolvedNames(title, seats, user_texts.reasons_by_version(own), comment)
