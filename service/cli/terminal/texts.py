"""Validation of text arguments, as in the API and on pages."""

from __future__ import annotations

from collections.abc import Callable

import click
from marshmallow import ValidationError, fields

Callback = Callable[[click.Context, click.Parameter, str], str]


def checked_as(field: fields.Field[str]) -> Callback:
    """Return a callback that converts or refuses a text as a schema field does."""

    def checked(context: click.Context, parameter: click.Parameter, given: str) -> str:
        try:
            stored: str = field.deserialize(given)
        except ValidationError as error:
            raise click.BadParameter(" ".join(map(str, error.messages))) from error
        return stored

    return checked
