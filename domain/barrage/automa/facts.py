"""Facts that only games with automas have. Every fact of an automa records its reasons."""

from __future__ import annotations

from typing import ClassVar

from domain.barrage.automa import commands
from domain.barrage.model.automa.reasons import Failed, Reason
from domain.barrage.model.facts import Automatic, Move
from domain.game import facts_in


class AutomasFounded(Automatic, frozen=True, kw_only=True, tag="barrage.automas_founded"):
    """The automas took the companies left over from the draft (TA-2.2)."""

    by_chance: ClassVar[bool] = True


class CardTurnedUp(Move, frozen=True, kw_only=True, tag="barrage.card_turned_up"):
    """A card was turned over: ``criteria`` shows its criteria side, ``card`` its actions.

    An automa without engineers turns over no card and passes for the round (TA-1.12, TA-3.7).
    """

    command: commands.TakeTurn
    card: str = ""
    criteria: str = ""


class AutomaActed(Automatic, frozen=True, kw_only=True, tag="barrage.automa_acted"):
    """An automa performed the action ``line`` (counted from 0), after the actions that ``failed``."""

    seat: int
    card: str
    criteria: str
    line: int
    instead: str = ""
    """The action that replaced the printed construction because of the officer (TA-27)."""
    failed: tuple[Failed, ...] = ()
    reasons: tuple[Reason, ...] = ()


class AutomaDecided(Automatic, frozen=True, kw_only=True, tag="barrage.automa_decided"):
    """The rules made a decision of this kind; ``source`` is the action or reward that caused it.

    ``criteria`` is the card whose criteria were used; none before the first turn of the game.
    """

    seat: int
    kind: str
    source: str
    card: str
    criteria: str = ""
    reasons: tuple[Reason, ...] = ()


class AutomaTurnEnded(Automatic, frozen=True, kw_only=True, tag="barrage.automa_turn_ended"):
    """A turn played by the rules ended; ``again``: the seat takes another one immediately (TA-27.10)."""

    seat: int
    again: bool = False


FACTS = facts_in(__name__)
