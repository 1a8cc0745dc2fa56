"""The fields of a command as questions: what is asked, and how each value reads and where it lies on the board."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from domain.barrage import words
from domain.barrage.commands import Decline
from domain.barrage.pending import Pending
from domain.barrage.position import Position
from domain.barrage.state import Dam
from domain.game import Choose, Command
from domain.message import Message, Seat, Term, message

DECLINE = "decline"
"""The value by which something optional is gone without."""


def nowhere(value: str) -> tuple[str, ...]:
    """For a value that lies nowhere on the board."""
    return ()


def ask(
    pending: Pending,
    prompt: Message,
    values: Sequence[str],
    label: Callable[[str], Message],
    elements: Callable[[str], tuple[str, ...]] = nowhere,
) -> Generator[Choose, str, str]:
    """Ask for the first field of an answer; what is optional may be declined instead (BA-23.8)."""
    offered = (*values, DECLINE) if pending.optional else values
    picked = yield Choose(
        prompt,
        offered,
        lambda value: message("None") if value == DECLINE else label(value),
        lambda value: () if value == DECLINE else elements(value),
    )
    return picked


def answer(picked: str, command: Callable[[], Command]) -> Command:
    """The command of a picked value."""
    return Decline() if picked == DECLINE else command()


def contract(position: Position, value: str) -> Message:
    """How a contract reads."""
    return words.contract(position.components, value)


def site(position: Position, value: str) -> Message:
    """How a site reads: its id, its basin, its owner."""
    components, state = position.components, position.state
    if value in components.base_site:
        basin = components.base_site[value].basin
        dam = state.dams.get(value)
        if dam:
            return _dam(value, basin, dam)
        return message("{site} in basin {basin}", site=Term(value), basin=basin)
    if value in components.conduit_site:
        conduit = components.conduit_site[value]
        said = message(
            "Conduit {site} of value {value} from basin {basin} to {below}",
            site=Term(value),
            value=conduit.value,
            basin=conduit.basin,
            below=conduit.to_basin,
        )
        owner = state.built.get(value)
        return said if owner is None else message("{what}, of {owner}", what=said, owner=Seat(owner))
    if value in components.powerhouse_site:
        powerhouse = components.powerhouse_site[value]
        return message("{site} in basin {basin}", site=Term(value), basin=powerhouse.basin)
    return message("{site}", site=Term(value))


def _dam(value: str, basin: int, dam: Dam) -> Message:
    owner = Seat(dam.owner) if dam.owner >= 0 else message("nobody")
    return message(
        "{site} in basin {basin}: dam of level {level} of {owner} with {drops} drops",
        site=Term(value),
        basin=basin,
        level=dam.level,
        owner=owner,
        drops=dam.drops,
    )


def site_elements(value: str) -> tuple[str, ...]:
    """Where a site lies on the drawn board."""
    return (f"site:{value}",)
