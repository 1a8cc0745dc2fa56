"""JSON by msgspec: structs unchanged, times as ISO 8601, equal responses as equal bytes."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any

import msgspec
from flask.json.provider import JSONProvider


def document(written: str | bytes) -> Any:
    """Decode JSON. A byte order mark before it is skipped, as RFC 8259 allows."""
    return msgspec.json.decode(written.removeprefix(BOM_UTF8) if isinstance(written, bytes) else written)


class StructJSON(JSONProvider):
    """Flask's JSON, written and read by msgspec."""

    def dumps(self, obj: Any, **_: Any) -> str:
        """Encode a response."""
        return msgspec.json.encode(obj, enc_hook=str).decode()

    def loads(self, s: str | bytes, **_: Any) -> Any:
        """Decode JSON. Raise ValueError if it is invalid, or nested too deeply."""
        try:
            return document(s)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
