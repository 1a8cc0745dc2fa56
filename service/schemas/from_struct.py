"""Marshmallow schemas of responses, built from the structs that views return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from marshmallow import Schema, fields, validate
from msgspec import UNSET, Meta, Struct, UnsetType, structs

_A_MOMENT = "2026-03-01T19:30:00+00:00"


def about(words: str, example: Any, **described: Any) -> Meta:
    """Return the annotation of a field: its description, an example and other JSON Schema keywords."""
    return Meta(description=words, examples=[example], extra_json_schema=described or None)


def when(words: str) -> Meta:
    """Return the annotation of a point in time."""
    return about(words, _A_MOMENT)


def part_of_game(words: str, example: Any) -> Meta:
    """Return the annotation of a part of a game that the ruleset describes."""
    return about(words, example, type="object")


def described_by(schema: type[Schema]) -> Meta:
    """Return the annotation of a struct that is sent back unchanged: the input schema describes it."""
    return Meta(extra={"schema": schema})


def schema_of(answer: type) -> Schema:
    """Build the schema of a struct, or of a list of structs."""
    if get_origin(answer) is list:
        return schema_class(get_args(answer)[0])(many=True)
    return schema_class(answer)()


class _Documented(Schema):
    """A schema that is its own copy: flask-smorest copies the schemas of each view several times, and changes none."""

    def __deepcopy__(self, _: object) -> _Documented:
        return self


@cache
def schema_class(struct: type) -> type[Schema]:
    """Build the schema class of a struct, with the same name."""
    return _Documented.from_dict(
        {each.encode_name: _of_field(each) for each in structs.fields(struct)}, name=struct.__name__
    )


def _of_field(field: structs.FieldInfo) -> fields.Field[Any]:
    """A field that may be UNSET is not required; one with another default is always sent."""
    return _of_type(field.type, {}, required=field.default is not UNSET)


def _of_type(kind: Any, metadata: dict[str, Any], **settings: Any) -> fields.Field[Any]:
    if get_origin(kind) is Annotated:
        inner, *said = get_args(kind)
        return _annotated(inner, [each for each in said if isinstance(each, Meta)], settings)
    if get_origin(kind) in (Union, UnionType):
        return _of_type(_one_of(kind), metadata, **settings, **({"allow_none": True} if _is_nullable(kind) else {}))
    if get_origin(kind) is Literal:
        return fields.String(validate=validate.OneOf(get_args(kind)), metadata=metadata, **settings)
    if get_origin(kind) in (list, tuple, Sequence):
        return fields.List(_of_type(get_args(kind)[0], {}), metadata=metadata, **settings)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return fields.Nested(schema_class(kind), metadata=metadata, **settings)
    field, own = _FIELDS[get_origin(kind) or kind]
    return field(metadata=own | metadata, **settings)


def _annotated(kind: Any, said: list[Meta], settings: dict[str, Any]) -> fields.Field[Any]:
    """JSON Schema in an annotation goes before the type: it describes parts of games, which rulesets describe."""
    metadata: dict[str, Any] = {}
    for each in said:
        words = {"description": each.description, "examples": each.examples}
        metadata.update({name: value for name, value in words.items() if value is not None})
        metadata.update(each.extra_json_schema or {})
        if each.extra and "schema" in each.extra:
            return fields.Nested(each.extra["schema"], metadata=metadata, **settings)
    if {"type", "anyOf"} & metadata.keys():
        return fields.Raw(metadata=metadata, allow_none=_is_nullable(kind), **settings)
    return _of_type(kind, metadata, **settings)


def _is_nullable(kind: Any) -> bool:
    return NoneType in get_args(kind)


def _one_of(union: Any) -> Any:
    """The type that is left of a union without null; Any for several."""
    kinds = [each for each in get_args(union) if each not in (NoneType, UnsetType)]
    return kinds[0] if len(kinds) == 1 else Any


_FIELDS: dict[Any, tuple[type[fields.Field[Any]], dict[str, Any]]] = {
    int: (fields.Integer, {}),
    str: (fields.String, {}),
    bool: (fields.Boolean, {}),
    float: (fields.Float, {}),
    dict: (fields.Dict, {}),
    Mapping: (fields.Dict, {}),
    Any: (fields.Raw, {}),
    datetime: (fields.Raw, {"type": "string", "format": "date-time"}),
    date: (fields.Raw, {"type": "string", "format": "date"}),
}
"""Fields by type. The contents of mappings are not described: they depend on the game."""
