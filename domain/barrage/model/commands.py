"""Commands of a seat: each command answers the last pending decision."""

from __future__ import annotations

from domain.game import Command, commands_in


class DraftPick(Command, frozen=True, kw_only=True, tag="draft"):
    """Take a company with its officer and a starting contract (BA-3.3)."""

    company: str
    contract: str


class Construct(Command, frozen=True, kw_only=True, tag="construct"):
    """Build a structure on the leftmost free construction space (BA-9).

    ``tile`` is the technology tile put onto the wheel; the officer's special tile copies ``copies``, a tile that lies
    on the wheel already (BA-25.7). Without a tile (BA-25.13) only ``copies`` is named. ``excavators`` and ``mixers``
    are put onto the wheel; machineries of the cost that are missing then are replaced by credits (BA-25.6).
    """

    structure: str
    site: str
    tile: str = ""
    copies: str = ""
    excavators: int = 0
    mixers: int = 0


class UseSpace(Command, frozen=True, kw_only=True, tag="use_space"):
    """Fill an action space and perform its action; ``engineers`` matters in the bank only (BA-14)."""

    space: str
    engineers: int = 0


class CopyOfficer(Command, frozen=True, kw_only=True, tag="copy_officer"):
    """Fill a private space and copy another officer's power for this turn (BA-25.11)."""

    space: str
    officer: str


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Take no more turns in this round (BA-8.9)."""


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """Say that the turn is over: the contracts on offer are refilled, and the next seat acts."""


class Produce(Command, frozen=True, kw_only=True, tag="produce"):
    """Let drops of a dam flow through a conduit to a powerhouse (BA-11)."""

    dam: str
    conduit: str
    powerhouse: str
    drops: int


class FulfilContract(Command, frozen=True, kw_only=True, tag="fulfil_contract"):
    """Fulfil an own or a national contract (BA-12)."""

    contract: str


class PlaceDrop(Command, frozen=True, kw_only=True, tag="place_drop"):
    """Put a drop onto a headstream; if there are more, the next one is asked for (BA-13, BA-23.3)."""

    headstream: str


class FillDams(Command, frozen=True, kw_only=True, tag="fill_dams"):
    """Put a drop on every own dam that holds none (BA-26.5)."""


class BuildFree(Command, frozen=True, kw_only=True, tag="build_free"):
    """Build a structure without engineers, tile and machineries (BA-23.4)."""

    structure: str
    site: str


class ChooseMachinery(Command, frozen=True, kw_only=True, tag="choose_machinery"):
    """Of the machineries of choice so many are excavators, the others mixers (BA-23.1)."""

    excavators: int


class TakeContract(Command, frozen=True, kw_only=True, tag="take_contract"):
    """Take a private contract on offer; if there are more to take, the next one is asked for (BA-17)."""

    contract: str


class DiscardContract(Command, frozen=True, kw_only=True, tag="discard_contract"):
    """Discard a face-up contract above the limit (BA-17.4)."""

    contract: str


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Go without something optional."""


COMMANDS = commands_in(__name__)
