"""Marshmallow schemas of responses, built from the structs that views return."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from marshmallow import Schema, fields, validate
from msgspec import Meta, inspect

A_MOMENT = "2026-03-01T19:30:00+00:00"


def about(words: str, example: Any, *, schema: type[Schema] | None = None, **described: Any) -> Meta:
    """Annotation of a field: its description, one example, and more of JSON Schema; or the input schema that it has."""
    extra = None if schema is None else {"schema": schema}
    return Meta(description=words, examples=[example], extra_json_schema=described or None, extra=extra)


def when(words: str) -> Meta:
    """Annotation of a moment."""
    return about(words, A_MOMENT)


def described_by(schema: type[Schema]) -> Meta:
    """Annotation of a struct that is sent back as it was received: the input schema describes it."""
    return Meta(extra={"schema": schema})


def schema_of(answer: type) -> Schema:
    """Build the schema of a struct, or of a list of structs."""
    if get_origin(answer) is list:
        return schema_class(get_args(answer)[0])(many=True)
    return schema_class(answer)()


@cache
def schema_class(struct: type) -> type[Schema]:
    """Build the schema class of a struct, of the same name."""
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)
    return Schema.from_dict({each.encode_name: _of_field(each) for each in described.fields}, name=struct.__name__)


def _of_field(field: inspect.Field) -> fields.Field[Any]:
    """A field that may be UNSET is not required; one with another default is always sent."""
    sent = (field.default, field.default_factory) != (msgspec.NODEFAULT, msgspec.NODEFAULT)
    return _of_type(field.type, required=field.required or sent)


def _of_type(kind: inspect.Type, metadata: dict[str, Any] | None = None, **settings: Any) -> fields.Field[Any]:
    """JSON Schema in an annotation goes before the type: it describes parts of games, which rulesets describe."""
    if isinstance(kind, inspect.Metadata):
        said = {**(metadata or {}), **(kind.extra_json_schema or {})}
        if {"type", "anyOf"} & said.keys():
            return fields.Raw(metadata=said, allow_none=_is_nullable(kind.type), **settings)
        if "schema" in (kind.extra or {}):
            return fields.Nested(kind.extra["schema"], metadata=said, **settings)  # type: ignore[index]
        return _of_type(kind.type, said, **settings)
    if isinstance(kind, inspect.UnionType):
        settings["allow_none"] = kind.includes_none
        kinds = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return _of_type(kinds[0] if len(kinds) == 1 else inspect.AnyType(), metadata, **settings)
    return _plain(kind, metadata or {}, settings)


def _is_nullable(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.UnionType) and kind.includes_none


def _plain(kind: inspect.Type, metadata: dict[str, Any], settings: dict[str, Any]) -> fields.Field[Any]:
    match kind:
        case inspect.StructType():
            return fields.Nested(schema_class(kind.cls), metadata=metadata, **settings)
        case inspect.ListType() | inspect.VarTupleType():
            return fields.List(_of_type(kind.item_type), metadata=metadata, **settings)
        case inspect.LiteralType():
            return fields.String(validate=validate.OneOf(kind.values), metadata=metadata, **settings)
        case inspect.IntType(ge=None, le=None):
            return fields.Integer(metadata=metadata, **settings)
        case inspect.IntType():
            return fields.Integer(validate=validate.Range(min=kind.ge, max=kind.le), metadata=metadata, **settings)
    field, said = _FIELDS[type(kind)]
    return field(metadata=said | metadata, **settings)


_FIELDS: dict[type[inspect.Type], tuple[type[fields.Field[Any]], dict[str, str]]] = {
    inspect.StrType: (fields.String, {}),
    inspect.BoolType: (fields.Boolean, {}),
    inspect.FloatType: (fields.Float, {}),
    inspect.DictType: (fields.Dict, {}),
    inspect.AnyType: (fields.Raw, {}),
    inspect.DateTimeType: (fields.Raw, {"type": "string", "format": "date-time"}),
    inspect.DateType: (fields.Raw, {"type": "string", "format": "date"}),
}
"""What a mapping holds is not described: it depends on the game."""
