"""What automas did and why, in complete sentences."""

from __future__ import annotations

from domain.barrage.automa import facts
from domain.barrage.leeghwater import narrate as expansion
from domain.barrage.telling.narrate import told
from domain.barrage.vocabulary import changes
from domain.barrage.vocabulary.components import Components
from domain.message import Message, Seat, Term, message
from domain.toolbox.telling import Tellers, teller


def _automas_founded(fact: facts.AutomasFounded, known: Components) -> Message:
    return told(known, fact, message("The automas took over the companies that were left."))


def _card_turned_up(fact: facts.CardTurnedUp, known: Components) -> Message:
    if not fact.card:
        return told(known, fact, message("{seat} passed, without engineers.", seat=Seat(fact.seat)))
    headline = message(
        "{seat} turned up card {criteria}; the actions are those of card {card}.",
        seat=Seat(fact.seat),
        criteria=Term(fact.criteria),
        card=Term(fact.card),
    )
    return told(known, fact, headline, changes.CardTurned)


def _acted(fact: facts.AutomaActed, known: Components) -> Message:
    headline = message("{seat} performed action {line}.", seat=Seat(fact.seat), line=fact.line + 1)
    return told(known, fact, headline)


def _decided(fact: facts.AutomaDecided, known: Components) -> Message:
    return told(known, fact, message("{seat} decided: {kind}.", seat=Seat(fact.seat), kind=Term(fact.kind)))


def _turn_ended(fact: facts.AutomaTurnEnded, known: Components) -> Message:
    return told(known, fact, message("{seat} ended the turn.", seat=Seat(fact.seat)))


_TOLD: Tellers[Components, Message] = {
    **expansion.TOLD,
    facts.AutomasFounded: _automas_founded,
    facts.CardTurnedUp: _card_turned_up,
    facts.AutomaActed: _acted,
    facts.AutomaDecided: _decided,
    facts.AutomaTurnEnded: _turn_ended,
}

narrate = teller(_TOLD)
"""Tell a fact of the game with its expansion and automas (fact, component figures)."""
