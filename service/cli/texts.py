"""Text from the command line keeps to the rules of the fields that pages and API have for it."""

from __future__ import annotations

from collections.abc import Callable

import click
from marshmallow import ValidationError, fields

from service.user_text import Unfit, require_storable
from service.web.render import text

Callback = Callable[[click.Context, click.Parameter, str], str]


def checked_as(field: fields.Field[str]) -> Callback:
    """A callback that gives a text in the form in which the field stores it, or refuses it as the field does."""

    def checked(context: click.Context, parameter: click.Parameter, given: str) -> str:
        try:
            stored: str = field.deserialize(given)
        except ValidationError as error:
            raise click.BadParameter(" ".join(map(str, error.messages))) from error
        return stored

    return checked


class Commands(click.Group):
    """Commands that are given no bytes which are not text."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line once all of it can be stored and shown."""
        for given in args:
            try:
                require_storable(given)
            except Unfit as unfit:
                raise click.UsageError(text(unfit.detail)) from unfit
        return super().parse_args(ctx, args)
