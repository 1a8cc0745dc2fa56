"""Uploaded text files: gzip, several encodings, any line endings.

Spreadsheets write byte order marks, semicolons and UTF-16; editors change line endings and add blank lines. These
differences do not change the content of a file. This module reads every uploaded file.
"""

from __future__ import annotations

import codecs
import csv
import re
import zlib
from collections.abc import Iterable, Iterator
from gzip import GzipFile
from io import BytesIO, StringIO

from domain.message import Message, message

_PACKED = b"\x1f\x8b"

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
"""Encodings by their byte order marks. The mark of UTF-16 is the beginning of that of UTF-32."""

_MARK = "\ufeff"

_STATED = re.compile(r"\s*sep=([,;\t])\n")
"""The first line of CSV for Excel, which names the separator."""

_SEPARATED = re.compile(r'^(?:"(?:[^"]|"")*"|[^",;\t\n])*([,;\t])', re.MULTILINE)
"""A line up to the end of its first cell."""


class UnreadableFile(Exception):
    """A file cannot be read; ``detail`` gives the reason, and what to do."""

    def __init__(self, detail: Message) -> None:
        super().__init__(detail)
        self.detail = detail


def plain(content: bytes, largest: int) -> bytes:
    """A file without gzip and byte order mark. Raises UnreadableFile, also if it has more than so many bytes."""
    unpacked = _unpacked(content, largest)
    for mark, encoding in _MARKS.items():
        if unpacked.startswith(mark):
            body = unpacked.removeprefix(mark)
            return body if encoding == "utf-8" else _decoded(body, encoding).encode()
    return unpacked


def text(content: bytes, largest: int) -> str:
    """The text in a file; raises UnreadableFile."""
    return _decoded(plain(content, largest), "utf-8")


def lines(content: bytes) -> list[bytes]:
    r"""Return the lines of a plain file, each ending with ``\n``."""
    return [line + b"\n" for line in content.splitlines()]


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Return the lines that are not blank, with their numbers (from 1)."""
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def first_cells(listed: str) -> list[str]:
    """The first column of CSV, without empty cells; raises UnreadableFile.

    Cells are divided by commas, semicolons or tabs: by the first of these outside of quotation marks.
    """
    unified = re.sub("\r\n?", "\n", listed.replace(_MARK, ""))
    stated = _STATED.match(unified)
    unified = unified[stated.end() :] if stated else unified
    found = stated or _SEPARATED.search(unified)
    rows = csv.reader(StringIO(unified, newline=""), delimiter=found[1] if found else ",", strict=True)
    try:
        cells = [row[0].strip() for row in rows if row]
    except csv.Error as error:
        detail = message(
            "file.malformed-line",
            "Line {line} is too long or has a misplaced quotation mark. Correct it.",
            line=rows.line_num,
        )
        raise UnreadableFile(detail) from error
    return [cell for cell in cells if cell]


def _unpacked(content: bytes, largest: int) -> bytes:
    if content.startswith(_PACKED):
        try:
            with GzipFile(fileobj=BytesIO(content)) as packed:
                content = packed.read(largest + 1)
        except (OSError, EOFError, zlib.error) as error:
            detail = message(
                "file.damaged-gzip", "The gzip file is damaged. Compress it again, or send it uncompressed."
            )
            raise UnreadableFile(detail) from error
    if len(content) > largest:
        raise UnreadableFile(
            message("file.too-large", "The file is larger than {limit} KiB. Send a smaller one.", limit=largest // 1024)
        )
    return content


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding)
        line = 1 + len(re.findall("\r\n?|\n", before))
        raise UnreadableFile(
            message("file.wrong-encoding", "Line {line} isn't UTF-8 text. Save the file as UTF-8.", line=line)
        ) from error
