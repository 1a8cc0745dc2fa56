"""A text file as editors, spreadsheets and shells write it: the same text in other bytes."""

from __future__ import annotations

import codecs
import gzip

MARKS = {"no mark": b"", "a mark": codecs.BOM_UTF8}
ENDS = {"LF": b"\n", "CRLF": b"\r\n", "CR": b"\r"}


def otherwise(content: bytes) -> dict[str, bytes]:
    """Return all forms of a file with lines, by description."""
    lines = content.splitlines()
    ended = {
        f"{about}, {end}": mark + ENDS[end].join(lines) + ENDS[end] for about, mark in MARKS.items() for end in ENDS
    }
    return {
        **ended,
        "blank lines": b"\r\n \r\n" + b"\n\n".join(lines) + b"\n\r\n\n",
        "no end": b"\n".join(lines),
        "UTF-16": content.decode().replace("\n", "\r\n").encode("utf-16"),
        "gzip": gzip.compress(codecs.BOM_UTF8 + b"\r\n".join([*lines, b"", b""])),
    }


DAMAGED = {
    "a damaged gzip file": gzip.compress(bytes(1000))[:-6],
    "half a gzip file": gzip.compress(b"abc" * 100)[:15],
    "a bomb": gzip.compress(bytes(40_000_000)),
    "half of UTF-16": codecs.BOM_UTF16_LE + b"\x00",
    "half of a pair": codecs.BOM_UTF16_LE + b"\x00\xd8\n\x00",
    "Latin 1": "Zoë\n".encode("latin-1"),
    "nothing but a mark": codecs.BOM_UTF8,
    "nothing but blank lines": b"\r\r\n\n  \n",
    "a carriage return": b"\r",
    "gzip in gzip": gzip.compress(gzip.compress(b"{}")),
    "NUL": b"\0",
}
"""Files that are damaged, too large, not text, or empty."""
