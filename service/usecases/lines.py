"""Playing a what-if for real: what one's own seat did there is appended to the game in one write, as far as it fits."""

from __future__ import annotations

from collections.abc import Callable, Collection

from domain import lines
from domain.aggregate import Game
from domain.lines import Fitting
from domain.message import message
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from service.people import texts
from service.people.texts import Text
from service.usecases import sitting
from service.usecases.writing import Decision, Write, Writing


class Lines(Writing):
    """The use cases about what-ifs that become moves of their game."""

    def fitting(self, game: Game, line: str, seat: int) -> Fitting:
        """What playing a what-if for real would append for a seat, and what would be left. Writes nothing.

        Refused where the what-if is none of this game, or holds nothing of the seat that the game has not had.
        """
        return self._fitting(game, line, seat)[0]

    def play_line(
        self, stream: str, write: Write, line: str, tell: Callable[[Fitting], None] = lambda found: None
    ) -> Game:
        """Append, in one write, the longest beginning of what the seat did in a what-if that the game allows.

        ``tell`` is told of what fits before it is appended; of a repetition nothing. Raises what refuses the first of
        the moves where none fits: Refused or IllegalMove; and Stale.
        """

        def decide(game: Game) -> Decision:
            sitting.require_back(game, write.actor, write.acting)
            found, position = self._fitting(game, line, write.acting)
            if not found.acted and found.refusal is not None:
                raise found.refusal
            tell(found)
            return Decision(found.acted, position)

        return self._write(stream, write, decide)

    def rename(self, line: Game, owner: str, name: str) -> None:
        """Call a what-if otherwise. Its log does not change: what persons typed stands beside it.

        Refused of what is no what-if, and to whoever did not make it.
        """
        if line.origin is None or not seats_of(line.table, owner):
            raise Refused(message("Only who made a what-if can rename it."))
        with self.storage.database.transaction() as rows:
            for statement in texts.kept(line.id, [Text(what="title", author=owner, text=name)]):
                rows.execute(*statement)

    def goes_on(self, game: Game, line: str, seats: Collection[int]) -> bool:
        """The game has come to a position that is in this what-if of it, where one of these seats goes on."""
        streams = self._down_to(line)
        return lines.goes_on([game, *streams[1:]], seats)

    def _fitting(self, game: Game, line: str, seat: int) -> tuple[Fitting, object]:
        streams = self._down_to(line)
        if len(streams) < 2 or streams[0].id != game.id:
            raise Refused(message("This is no what-if of this game."))
        steps = lines.to_come([game, *streams[1:]], seat)
        if not steps:
            raise Refused(message("In this what-if you did nothing that the game has not had."))
        position = self.position(game)
        return lines.fitting(game, position, seat, steps), position

    def _down_to(self, line: str) -> list[Game]:
        """The game, and what continues it down to this what-if."""
        streams = [self.game(line)]
        while (origin := streams[0].origin) is not None:
            streams.insert(0, self.game(origin.opened.origin))
        return streams
