"""Lists of games and branches: title, comment, importer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask_babel import gettext

from domain.game import ruleset
from domain.table.seating import ImportRecord
from projections.branches import Branch
from projections.game_list import ListedGame
from projections.game_snapshot import Current
from service import auth
from service.accounts.display_names import NameQuery, ResolvedNames
from service.auth import former_player, given_name
from service.container import services
from service.schemas.tables import Imported, SupersededRule


def called(found: Sequence[ListedGame]) -> dict[str, ResolvedNames]:
    """Return the titles of a list's games by id."""
    asked = [NameQuery(table.stream, table.stream, table.seats) for table in found]
    names = services().display_names.of_games(asked, former_player, given_name)
    return {
        table.stream: ResolvedNames(name.title or ruleset(table.ruleset).title, name.seats)
        for table, name in zip(found, names, strict=True)
    }


def title_of(now: Current) -> str:
    """Return the title of a table."""
    return auth.called(now).title or now.ruleset.title


def titles_of(found: Sequence[Branch]) -> dict[str, str]:
    """Return the titles of these branches by id."""
    return {stream: called.title for stream, called in said_of(found).items()}


def said_of(found: Sequence[Branch]) -> dict[str, ResolvedNames]:
    """Return the titles and comments of these branches by id."""
    asked = [NameQuery(branch.stream, branch.root, ()) for branch in found]
    names = services().display_names.of_games(asked, former_player)
    titled = (name if name.title else name._replace(title=gettext("Branch")) for name in names)
    return {branch.stream: name for branch, name in zip(found, titled, strict=True)}


def arrival(found: ListedGame | Branch, importers: Mapping[str, str]) -> Imported | None:
    """Return the importer and the time of an import, for a list."""
    arrival = found.imported
    if arrival is None:
        return None
    return imported(arrival, importers.get(arrival.by))


def imported(arrival: ImportRecord, by: str | None) -> Imported:
    """Describe how a game was imported."""
    return Imported(by, arrival.at, [SupersededRule(each.rule, each.corrected) for each in arrival.superseded])


def importers_of(found: Iterable[ListedGame | Branch]) -> dict[str, str]:
    """Return the names of the importers of these games and branches by id."""
    return services().display_names.of_people({table.imported.by for table in found if table.imported is not None})
