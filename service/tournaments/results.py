"""Results of games for standings: from the lists of games, or from their logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain import aggregate
from domain.aggregate import Game
from domain.presentation import Place
from domain.table.rulings.decisions import ranked
from domain.tournament.standings import Result
from projections import game_list
from projections.db_protocol import Rows
from projections.game_list import ListedGame

AT_A_TIME = 200
"""Games in one query."""


def tables_of(rows: Rows, games: Sequence[str]) -> dict[str, ListedGame]:
    """Return games as in the lists."""
    chunks = (games[at : at + AT_A_TIME] for at in range(0, len(games), AT_A_TIME))
    return {table.stream: table for chunk in chunks for table in game_list.some(rows, chunk)}


def of_tables(found: Iterable[ListedGame]) -> dict[str, Result]:
    """Return the results of finished games."""
    return {table.stream: of_table(table) for table in found if table.phase in ("finished", "abandoned")}


def of_table(table: ListedGame) -> Result:
    """Return the result of a game; None if it is not finished."""
    return _result(
        table.stream, table.version, [None if seat.bot else seat.user for seat in table.seats], table.ranking
    )


def of_log(game: Game) -> Result | None:
    """Return the result of a game by its log alone; None if it is not finished."""
    if game.table.phase not in ("finished", "abandoned"):
        return None
    finished = game.table.phase == "finished"
    ranking = ranked(game.table, game.ruleset.standing(aggregate.state(game))) if finished else []
    return _result(game.id, game.version, [None if chair.bot else chair.user for chair in game.table.chairs], ranking)


def _result(game: str, version: int, users: Sequence[str | None], ranking: Iterable[Place]) -> Result:
    by_seat = sorted(ranking, key=lambda place: place.seat)
    return Result(
        game=game,
        version=version,
        users=tuple(users),
        places=tuple(place.place for place in by_seat),
        points=tuple(place.points for place in by_seat),
    )
