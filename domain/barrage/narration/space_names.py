"""Names of action spaces.

An expansion adds the names of its own spaces to the list.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.barrage.model.components import Components
from domain.barrage.narration import words
from domain.message import Message, Term, message


def _row_space(components: Components, name: str, which: str) -> Message | None:
    if name not in components.row:
        return None
    row = components.row[name]
    section, brings = words.SECTION[row.section], words.reward(row.effect)
    if which == "left":
        return message(
            "barrage.left-action-space",
            "{section} {row}, left space ({effect})",
            section=section,
            row=name,
            effect=brings,
        )
    return message(
        "barrage.right-action-space",
        "{section} {row}, right space ({effect})",
        section=section,
        row=name,
        effect=brings,
    )


def _named_space(components: Components, name: str, which: str) -> Message | None:
    if name in {space.id for space in components.construction_spaces}:
        return message("barrage.construction-space", "Construction space {space}", space=name)
    if name in {space.id for space in components.patent_spaces}:
        return message("barrage.patent-office-slot", "Patent office {space}", space=name)
    return None


def _private_space(components: Components, name: str, which: str) -> Message | None:
    for found in components.officer.values():
        ids = [each.id for each in found.spaces]
        if name not in ids:
            continue
        if len(ids) == 1:
            return message("barrage.private-space", "{officer}'s private space", officer=Term(found.name))
        return message(
            "barrage.numbered-private-space",
            "{officer}'s private space {number}",
            officer=Term(found.name),
            number=ids.index(name) + 1,
        )
    return None


SPACES: list[Callable[[Components, str, str], Message | None]] = [_row_space, _named_space, _private_space]
"""The names of action spaces, by the two parts of their ids; None for other spaces."""


def space(components: Components, id: str) -> Message:
    """Name an action space by its action and its number; all unknown ones are in the bank."""
    name, _, which = id.partition("/")
    return next(filter(None, (said(components, name, which) for said in SPACES)), words.SECTION["bank"])
