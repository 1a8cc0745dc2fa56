"""Messages for invalid data: every msgspec error that external data can cause has one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
import pytest

from domain.data_faults import LONGEST, UNREADABLE, explained, located
from domain.message import plain


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """Part of the data."""

    name: str


class Data(msgspec.Struct, forbid_unknown_fields=True):
    """Data with each kind of value and limit."""

    number: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    text: Annotated[str, msgspec.Meta(min_length=2, max_length=4)] = "text"
    either: int | str | None = None
    pair: tuple[int, int] = (0, 0)
    kind: Literal["a", "b"] = "a"
    form: Annotated[str, msgspec.Meta(pattern="^a$")] = "a"
    seats: list[Inner] = []
    flags: dict[int, bool] = {}
    at: datetime | None = None


WRONG = [
    ([], "Use an object instead of a list."),
    ({"number": "x"}, "number: Use a whole number instead of text."),
    ({"number": 0}, "number: The smallest allowed value is 1."),
    ({"number": 6}, "number: The largest allowed value is 5."),
    ({"text": "a"}, "text: This is too short. The minimum length is 2."),
    ({"text": "abcde"}, "text: This is too long. The maximum length is 4."),
    ({"either": 1.5}, "either: Use a whole number, text or null instead of a decimal number."),
    ({"pair": [1]}, "pair: The length must be 2."),
    ({"kind": "c"}, "kind: The value “c” isn't allowed."),
    ({"form": "b"}, "form: This text isn't in the expected format."),
    ({"seats": [{"name": None}]}, "seats[0].name: Use text instead of null."),
    ({"seats": [{"name": "a"}, {}]}, "seats[1]: The field “name” is missing."),
    ({"seats": [{"name": "a", "other": 1}]}, "seats[0]: Unknown field: “other”. Remove it."),
    ({"flags": {"x": True}}, "flags: Use a whole number instead of text."),
    ({"at": 5}, "at: Use a date and time or null instead of a whole number."),
    ({"x - at `y": 1}, "Unknown field: “x - at `y”. Remove it."),
    ({"at": "yesterday"}, "at: Use a date and time like 2026-05-14T18:00:00Z."),
    ({"a\nb": 1}, "Unknown field: “a\nb”. Remove it."),
]


@pytest.mark.parametrize(("data", "expected"), WRONG)
def test_invalid_value_is_explained_with_its_location(data: Any, expected: str) -> None:
    with pytest.raises(msgspec.ValidationError) as converted:
        msgspec.convert(data, Data)
    with pytest.raises(msgspec.ValidationError) as decoded:
        msgspec.json.decode(msgspec.json.encode(data), type=Data)
    assert plain(explained(converted.value)) == plain(explained(decoded.value)) == expected


@pytest.mark.parametrize(
    ("document", "expected", "by_line"),
    [
        (b'{"number" 1}', "This isn't valid JSON. Correct it after byte 10.", "This isn't valid JSON. Correct line 1."),
        (b'{\n"number": 1,\n', "This JSON is incomplete. Add the missing end.", ""),
        (
            b'{\n"number": x\n}',
            "This isn't valid JSON. Correct it after byte 12.",
            "This isn't valid JSON. Correct line 2.",
        ),
        (b'{"text": "\xff"}', "This isn't UTF-8 text. Encode it as UTF-8.", ""),
        (b"[" * 99999, "The data is nested too deeply.", ""),
    ],
)
def test_unreadable_document_is_explained(document: bytes, expected: str, by_line: str) -> None:
    with pytest.raises(UNREADABLE) as caught:
        msgspec.json.decode(document)
    assert plain(explained(caught.value)) == expected
    assert plain(explained(caught.value, document)) == (by_line or expected)


def test_long_field_name_is_shortened() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"x" * 9999: 1}, Data)
    _, fault = located(caught.value)
    assert fault.parts == {"field": "x" * (LONGEST - 1) + "…"}


def test_unknown_library_message_is_replaced() -> None:
    assert (
        plain(explained(msgspec.ValidationError("Invalid frobnication - at `$.text`")))
        == "text: This value isn't allowed."
    )
