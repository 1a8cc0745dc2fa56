"""Forms: validated by the schemas of the API, and the context of their writes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal
from uuid import uuid4

from flask import flash, request
from marshmallow import Schema, ValidationError

from service.auth import SeatContext, ViewerContext
from service.http.problems import Problem, flattened
from service.usecases.command_handler import CommandContext

_COMMAND = re.compile("[0-9a-f]{32}")

Faults = dict[str, str]
"""The errors of a form, by the field's name."""


class InvalidForm(Problem):
    """A form with faults: its page is shown again (:mod:`service.pages.refused_forms`)."""

    def __init__(self, faults: Faults) -> None:
        super().__init__("invalid", " ".join(faults.values()))
        self.faults = faults


def checked(schema: Schema, values: Mapping[str, Any], within: str = "") -> tuple[dict[str, Any], Faults]:
    """Return the values as loaded by the schema, or the faults. Faults ``within`` a field have the name of its part."""
    try:
        loaded: dict[str, Any] = schema.load(values)
    except ValidationError as error:
        return {}, {_field(fault["path"], within): fault["detail"] for fault in flattened(error.messages)}
    return loaded, {}


def _field(path: str, within: str) -> str:
    return path.removeprefix(f"{within}.").partition(".")[0]


def valid(schema: Schema, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as loaded by the schema. Raises InvalidForm."""
    loaded, faults = checked(schema, values)
    if faults:
        raise InvalidForm(faults)
    return loaded


def command_id() -> str:
    """Return the command id of a form. The page generates it, so that a form that is sent twice takes effect once."""
    sent = request.form.get("command", "")
    return sent if _COMMAND.fullmatch(sent) else uuid4().hex


def command_context(seen: ViewerContext) -> CommandContext:
    """Return the context of a write by the current user, for their seat, on the version that their page showed."""
    assert seen.user is not None
    seat = seen.seat if isinstance(seen, SeatContext) else None
    expected = request.form.get("version", type=int)
    return CommandContext(actor=seen.user.id, seat=seat, expected=expected, command=command_id())


def flash_note(kind: Literal["good", "wrong"], detail: str, **more: Any) -> None:
    """Show a message on the user's next page: a success or a failure, perhaps with the rule behind it."""
    note: Any = {"detail": detail, **more}
    flash(note, kind)
