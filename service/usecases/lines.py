"""Playing a what-if for real: what one's own seat did there is appended to the game in one write, as far as it fits."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence

from domain import lines, play
from domain.aggregate import Game
from domain.lines import Fitting
from domain.message import message
from domain.table.refusals import Refused
from service.usecases import sitting
from service.usecases.writing import Decision, Write, Writing

OFFERED = 5
"""What-ifs that are looked at for an offer to go on."""


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

    def go_on(self, stream: str, write: Write, bot: str) -> Game:
        """Let a bot make the moves of the turn that a what-if is in, in one write. It sees what its seat may see.

        Refused in a game, in which bots sit on seats of their own, and where the ruleset has no such bot.
        """

        def decide(game: Game) -> Decision:
            if game.origin is None:
                raise Refused(message("Only in a what-if a bot can be asked to go on."))
            if (chooses := game.ruleset.bots.get(bot)) is None:
                raise Refused(message("This game has no bot called {bot}.", bot=bot))
            position = self.position(game)
            return Decision(play.turn_of_bot(game, position, chooses, random.Random(game.tip)), position)

        return self._write(stream, write, decide)

    def offered(self, game: Game, own: Sequence[str], seats: Collection[int]) -> list[str]:
        """Of somebody's what-ifs, the newest first, those that go on where the game stands; none where it runs no more.

        So a what-if that was made while it was another's turn, with answers guessed, is there once they were right. No
        more than :data:`OFFERED` are looked at.
        """
        if not seats or game.origin is not None or game.table.phase != "running":
            return []
        return [line for line in own[:OFFERED] if self.goes_on(game, line, seats)]

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
