"""What is done about seats of a running game: given up, offered, taken over, swapped; bots that stand in."""

from __future__ import annotations

from domain.absence import decisions
from domain.absence.facts import SeatsSwapped
from domain.aggregate import Game
from domain.game import Fact
from domain.message import message
from domain.table.refusals import Refused
from service.usecases import guests, sitting
from service.usecases.timing import Timing
from service.usecases.writing import Write


class Absence(Timing):
    """The use cases of seats whose people are away, or want to be."""

    def offer_seat(self, stream: str, write: Write, seat: int, offered: bool) -> Game:
        """Offer one's own seat, or that of somebody whose time has run out, to somebody new; or no longer."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_game(game)
            own = 0 <= seat < len(game.table.chairs) and game.table.chairs[seat].user == write.actor
            if not offered:
                if not own:
                    raise Refused(message("Only the player in this seat can keep it."))
                sitting.require_offer_over(game, seat, write.actor, self.clock())
                return decisions.withdraw_offer(game.table, seat)
            return decisions.give_up(game.table, seat) if own else decisions.offer(game.table, seat)

        return self._record(stream, write, decide)

    def take_over(self, stream: str, write: Write, seat: int) -> Game:
        """Go on at a seat that is offered."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_game(game)
            sitting.require_new(game, seat, write.actor)
            guests.require_welcome(self.storage.database, game.table.opened.owner, write.actor)
            return decisions.take_over(game.table, seat, write.actor)

        return self._record(stream, write, decide)

    def stand_in(self, stream: str, write: Write, seat: int, bot: str | None = None) -> Game:
        """Let a bot play for somebody whose time has run out."""

        def decide(game: Game) -> list[Fact]:
            chosen = bot or decisions.usual_bot(game.ruleset)
            return decisions.stand_in(game.table, game.ruleset, seat, chosen, game.tree.head)

        return self._record(stream, write, decide)

    def come_back(self, stream: str, write: Write, *, moves: bool = False) -> Game:
        """Play again where a bot stood in; in a turn whose time has run out only with a move that came in time."""

        def decide(game: Game) -> list[Fact]:
            if not moves:
                decisions.require_bot_done(game.table, write.acting)
            return decisions.come_back(game.table, write.acting)

        return self._record(stream, write, decide)

    def propose_swap(self, stream: str, write: Write, other: int) -> Game:
        """Ask to change places with another person."""
        return self._record(stream, write, lambda game: decisions.propose_swap(game.table, write.acting, other))

    def answer_swap(self, stream: str, write: Write, agrees: bool) -> Game:
        """Agree to a change of places, or not; once it is done, the time of each counts by their own calendar."""
        found = self._record(stream, write, lambda game: decisions.answer_swap(game.table, write.acting, agrees))
        swapped = any(isinstance(record.fact, SeatsSwapped) for record in found.records[-3:])
        return self.set_again(stream) if swapped else found
