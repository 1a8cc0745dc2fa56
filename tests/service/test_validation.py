"""Validation errors in plain words: every library message that a request can cause is known."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask_babel import force_locale
from marshmallow import Schema, ValidationError, fields, validate

from service.http import i18n
from service.http.problems import flattened
from service.http.validation import in_words


@pytest.fixture(scope="module")
def app() -> Flask:
    """Return an application with only languages registered."""
    made = Flask("service")
    i18n.register(made)
    return made


class Everything(Schema):
    """A schema with each kind of field and limit that requests have."""

    text = fields.String(required=True, validate=validate.Length(2, 4))
    short = fields.String(validate=validate.Length(max=4))
    long = fields.String(validate=validate.Length(min=2))
    exact = fields.String(validate=validate.Length(equal=5))
    form = fields.String(validate=validate.Regexp("^a+$"))
    email = fields.String(validate=validate.Email())
    number = fields.Integer(strict=True, validate=validate.Range(1, 5))
    least = fields.Integer(validate=validate.Range(min=1))
    most = fields.Float(validate=validate.Range(max=5))
    kind = fields.String(validate=validate.OneOf(["one", "two"]))
    day = fields.Date()
    flag = fields.Boolean()
    items = fields.List(fields.String())
    object = fields.Dict()
    inner = fields.Nested(lambda: Everything())


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "This field is required."),
    ({"text": None}, "This field can't be null."),
    ({"text": 5}, "Send text."),
    ({"text": "a"}, "The length must be from 2 to 4."),
    ({"short": "abcde"}, "This is too long. The maximum length is 4."),
    ({"long": "a"}, "This is too short. The minimum length is 2."),
    ({"exact": "a"}, "The length must be 5."),
    ({"form": "b"}, "This text isn't in the expected format."),
    ({"email": "b"}, "Enter a valid email address."),
    ({"number": "x"}, "Send a whole number."),
    ({"number": 6}, "The value must be from 1 to 5."),
    ({"least": 0}, "The smallest allowed value is 1."),
    ({"most": 6}, "The largest allowed value is 5."),
    ({"most": "x"}, "Send a number."),
    ({"most": float("nan")}, "Send a number."),
    ({"kind": "three"}, "Choose one of these values: one, two."),
    ({"day": "x"}, "Send a date like 2026-05-14."),
    ({"flag": "x"}, "Send true or false."),
    ({"items": "x"}, "Send a list."),
    ({"object": "x"}, "Send an object."),
    ({"inner": "x"}, "Send an object."),
    ({"other": 1}, "Unknown field. Remove it."),
]


@pytest.mark.parametrize(("sent", "expected"), WRONG)
def test_field_errors_are_in_plain_words(app: Flask, sent: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValidationError) as caught, app.test_request_context():
        Everything().load(sent if "text" in sent or not sent else {"text": "abc", **sent})
    with app.test_request_context():
        assert expected in [each["detail"] for each in flattened(caught.value.messages)]
        with force_locale("ko"):
            (korean,) = [each["detail"] for each in flattened(caught.value.messages)]
    assert any("가" <= letter <= "힣" for letter in korean), korean


def test_other_texts_are_unchanged(app: Flask) -> None:
    with app.test_request_context():
        assert in_words("Use a shorter name.") == "Use a shorter name."
