"""Schemas of responses, built from structs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields
from msgspec import UNSET, Struct, UnsetType

from service.schemas.from_struct import about, described_by, schema_of, when


class Seat(Struct):
    seat: int


class Received(Schema):
    bye = fields.Integer(load_default=0)


class Rules(Struct):
    bye: int


class Plain(Struct):
    id: str
    count: int
    share: float
    over: bool


class Rich(Struct, kw_only=True):
    name: Annotated[str, about("The name", "Ada")]
    phase: Literal["running", "open"]
    nobody: Annotated[str | None, about("Null for nobody", None)]
    at: Annotated[datetime, when("When it happened")]
    due: Annotated[datetime | None, when("Null without a clock")]
    day: date
    seats: list[Seat]
    marks: Sequence[str]
    pair: tuple[int, ...]
    first: Seat | None
    options: dict[str, int]
    cells: list[int | str]
    state: Annotated[Any, about("Its state", {"round": 3}, type="object")]
    clock: Annotated[Seat | None, about("Its clock", None, anyOf=[{"type": "string"}, {"type": "null"}])]
    rules: Annotated[Rules, described_by(Received)]
    reset: bool | UnsetType = UNSET
    note: str = ""


def described(response: type) -> dict[str, Any]:
    plugin = MarshmallowPlugin()
    APISpec("", "1", "3.1.0", plugins=[plugin])
    assert plugin.converter is not None
    return plugin.converter.schema2jsonschema(schema_of(response))


def test_plain_types_become_fields():
    kinds = {"id": "string", "count": "integer", "share": "number", "over": "boolean"}
    assert described(Plain)["properties"] == {name: {"type": kind} for name, kind in kinds.items()}
    assert described(Plain)["required"] == sorted(kinds)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("name", {"type": "string", "description": "The name", "examples": ["Ada"]}),
        ("phase", {"type": "string", "enum": ["running", "open"]}),
        ("nobody", {"type": ["string", "null"], "description": "Null for nobody", "examples": [None]}),
        ("day", {"type": "string", "format": "date"}),
        ("seats", {"type": "array", "items": {"$ref": "#/components/schemas/Seat"}}),
        ("marks", {"type": "array", "items": {"type": "string"}}),
        ("pair", {"type": "array", "items": {"type": "integer"}}),
        ("first", {"anyOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "null"}]}),
        ("options", {"type": "object", "additionalProperties": {}}),
        ("cells", {"type": "array", "items": {}}),
        ("state", {"type": "object", "description": "Its state", "examples": [{"round": 3}]}),
        (
            "clock",
            {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Its clock", "examples": [None]},
        ),
        ("rules", {"$ref": "#/components/schemas/Received"}),
    ],
)
def test_annotations_and_nested_types_are_described(name, expected):
    assert described(Rich)["properties"][name] == expected


def test_datetimes_have_the_date_time_format():
    found = described(Rich)["properties"]
    assert (found["at"]["type"], found["at"]["format"]) == ("string", "date-time")
    assert (found["due"]["type"], found["due"]["format"]) == (["string", "null"], "date-time")


def test_only_fields_that_may_be_unset_are_optional():
    found = described(Rich)
    assert set(found["properties"]) - set(found["required"]) == {"reset"}


def test_a_list_of_structs_is_an_array_of_the_same_schema():
    assert schema_of(list[Seat]).many
    assert type(schema_of(list[Seat])) is type(schema_of(Seat))


def test_an_unknown_type_is_refused():
    class Odd(Struct):
        raw: bytes

    with pytest.raises(KeyError):
        schema_of(Odd)
