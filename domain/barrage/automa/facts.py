"""Facts that only games with automas have. Every fact of an automa records its reasons."""

from __future__ import annotations

from typing import ClassVar

from domain.barrage.automa import commands
from domain.barrage.model.automa.reasons import Failed, Reason
from domain.barrage.model.facts import Automatic, Move
from domain.game import facts_in


class AutomasFounded(Automatic, frozen=True, kw_only=True, tag="barrage.automas_founded"):
    """The automas took over the companies that were left in the draft (TA-2.2)."""

    by_chance: ClassVar[bool] = True


class CardTurnedUp(Move, frozen=True, kw_only=True, tag="barrage.card_turned_up"):
    """A turn began: ``criteria`` was turned and shows its criteria side now, ``card`` the side with its actions.

    Without engineers an automa turns up nothing: it passes for the round (TA-1.12, TA-3.7).
    """

    command: commands.TakeTurn
    card: str = ""
    criteria: str = ""


class AutomaActed(Automatic, frozen=True, kw_only=True, tag="barrage.automa_acted"):
    """The action at a place of the search was performed (counted from 0), after others that ``failed``."""

    seat: int
    card: str
    criteria: str
    line: int
    instead: str = ""
    """The action in place of the printed construction, by the officer's power (TA-27)."""
    failed: tuple[Failed, ...] = ()
    reasons: tuple[Reason, ...] = ()


class AutomaDecided(Automatic, frozen=True, kw_only=True, tag="barrage.automa_decided"):
    """A decision of this kind that an action or a reward brought was made by the rules; ``source`` brought it.

    ``criteria`` is the card whose criteria settled it; none before the first turn of the game.
    """

    seat: int
    kind: str
    source: str
    card: str
    criteria: str = ""
    reasons: tuple[Reason, ...] = ()


class AutomaTurnEnded(Automatic, frozen=True, kw_only=True, tag="barrage.automa_turn_ended"):
    """A turn by the rules is over; ``again``: the seat takes another one at once (TA-27.10)."""

    seat: int
    again: bool = False


FACTS = facts_in(__name__)
