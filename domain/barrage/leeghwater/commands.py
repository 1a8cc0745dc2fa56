"""Commands of a seat that only games with the expansion have."""

from __future__ import annotations

from domain.game import Command, commands_in


class TakeExtraTurn(Command, frozen=True, kw_only=True, tag="take_extra_turn"):
    """End the turn and take another one, because the engineer placed alone was the architect (LP-7.7)."""


class PayWork(Command, frozen=True, kw_only=True, tag="pay_work"):
    """Discard the machinery of an external work, or put it on the wheel (LP-7.2)."""

    onto_wheel: bool


class TakeWork(Command, frozen=True, kw_only=True, tag="take_work"):
    """Fulfil an external work by paying credits (LP-5.8)."""

    work: str


class TakeTile(Command, frozen=True, kw_only=True, tag="take_tile"):
    """Take an advanced technology tile on offer as a reward (LP-3.9)."""

    tile: str


class PerformBuilding(Command, frozen=True, kw_only=True, tag="perform_building"):
    """Perform the action of a private building without its spaces (LP-7.4, LP-8.2)."""

    building: str


class PutOnDam(Command, frozen=True, kw_only=True, tag="put_on_dam"):
    """Place a drop directly on a dam (LP-5.6, LP-6.3)."""

    dam: str


class RetrieveTile(Command, frozen=True, kw_only=True, tag="retrieve_tile"):
    """Take a technology tile from the wheel (LP-5.5)."""

    tile: str


class RetrieveMachinery(Command, frozen=True, kw_only=True, tag="retrieve_machinery"):
    """Take half the machinery of a wheel segment (LP-5.7).

    ``segment`` is the number of rotations that open it.
    """

    segment: int
    excavators: int


COMMANDS = commands_in(__name__)
