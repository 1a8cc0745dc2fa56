"""Commands of a seat: each command answers the last pending decision."""

from __future__ import annotations

from domain.game import Command, commands_in


class DraftPick(Command, frozen=True, kw_only=True, tag="draft"):
    """Take a company with its officer and a starting contract (BA-3.3)."""

    company: str
    contract: str


class Construct(Command, frozen=True, kw_only=True, tag="construct"):
    """Build a structure on the leftmost free construction space (BA-9).

    ``tile`` is the technology tile put on the wheel; the officer's special tile copies ``copies``, a tile already on
    the wheel (BA-25.7). A copied officer needs only ``copies`` (BA-25.13). ``excavators`` and ``mixers`` are put on
    the wheel; credits replace machinery missing from the cost (BA-25.6).
    """

    structure: str
    site: str
    tile: str = ""
    copies: str = ""
    excavators: int = 0
    mixers: int = 0


class UseSpace(Command, frozen=True, kw_only=True, tag="use_space"):
    """Place engineers on an action space and perform its action; only the bank uses ``engineers`` (BA-14)."""

    space: str
    engineers: int = 0


class CopyOfficer(Command, frozen=True, kw_only=True, tag="copy_officer"):
    """Use a private space to copy another officer's power for this turn (BA-25.11)."""

    space: str
    officer: str


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Pass for the rest of the round (BA-8.9)."""


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """End the turn: the contracts on offer are refilled, and the next seat acts."""


class Produce(Command, frozen=True, kw_only=True, tag="produce"):
    """Let drops of a dam flow through a conduit to a powerhouse (BA-11)."""

    dam: str
    conduit: str
    powerhouse: str
    drops: int


class FulfilContract(Command, frozen=True, kw_only=True, tag="fulfil_contract"):
    """Fulfil a face-up contract of the company or a national one (BA-12)."""

    contract: str


class PlaceDrop(Command, frozen=True, kw_only=True, tag="place_drop"):
    """Place one drop on a headstream; each further drop is a separate command (BA-13, BA-23.3)."""

    headstream: str


class FillDams(Command, frozen=True, kw_only=True, tag="fill_dams"):
    """Place a drop on each empty dam of the company (BA-26.5)."""


class BuildFree(Command, frozen=True, kw_only=True, tag="build_free"):
    """Build a free structure, without engineers, tile or machinery (BA-23.4)."""

    structure: str
    site: str


class ChooseMachinery(Command, frozen=True, kw_only=True, tag="choose_machinery"):
    """Choose machinery: the number of excavators; the rest are mixers (BA-23.1)."""

    excavators: int


class TakeContract(Command, frozen=True, kw_only=True, tag="take_contract"):
    """Take one private contract on offer; each further contract is a separate command (BA-17)."""

    contract: str


class DiscardContract(Command, frozen=True, kw_only=True, tag="discard_contract"):
    """Discard a face-up contract above the limit (BA-17.4)."""

    contract: str


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Decline an optional decision."""


COMMANDS = commands_in(__name__)
