"""Uploaded text files: compression, encoding and line endings do not change their content."""

from __future__ import annotations

import gzip
import tracemalloc
from functools import partial

import pytest

from service import text_files
from service.text_files import UnreadableFile, first_cells
from service.user_text import is_fit

LARGEST = 1000

# Without a timestamp, so that every test worker collects the same parameters.
packed = partial(gzip.compress, mtime=0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("pack", [bytes, packed])
def test_every_encoding_yields_the_same_text(encoding: str, pack: object) -> None:
    assert callable(pack)
    content = pack("name\r\nZoë\n名".encode(encoding))
    assert text_files.text(content, LARGEST) == "name\r\nZoë\n名"
    assert text_files.lines(text_files.plain(content, LARGEST)) == [b"name\n", "Zoë\n".encode(), "名\n".encode()]


def test_both_byte_orders_are_decoded() -> None:
    assert text_files.text(b"\xff\xfea\0", LARGEST) == text_files.text(b"\xfe\xff\0a", LARGEST) == "a"


PACKED = packed(b"Ada\n")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"Ada\nZo\xeb\n", "Line {line} isn't UTF-8 text"),
        ("Ada\r\nZoë".encode("utf-16")[:-1], "Line {line} isn't UTF-8 text"),
        (b"Ada\r\n\xed\xa0\x80", "Line {line} isn't UTF-8 text"),
        (b"Ada\r\r\xffPK\x03\x04", "Line {line} isn't UTF-8 text"),
        (PACKED[:-1], "damaged"),
        (PACKED[:12], "damaged"),
        (PACKED[:2], "damaged"),
        (PACKED[:14] + b"\xff" + PACKED[15:], "damaged"),
        (PACKED + b"more", "damaged"),
        (b"a" * (LARGEST + 1), "larger than {limit} KiB"),
        (packed(b"a" * (LARGEST + 1)), "larger than {limit} KiB"),
        (packed(b"a" * LARGEST) + packed(b"a"), "larger than {limit} KiB"),
    ],
)
def test_an_unreadable_file_is_refused_with_a_reason(content: bytes, expected: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        text_files.text(content, LARGEST)
    assert expected in refused.value.detail.text
    assert refused.value.detail.parts.get("line", 2) == (3 if content.startswith(b"Ada\r\r") else 2)


def test_gzip_bomb_is_refused_without_being_unpacked() -> None:
    bomb = packed(bytes(50_000_000), compresslevel=1)
    tracemalloc.start()
    with pytest.raises(UnreadableFile):
        text_files.text(bomb, LARGEST)
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_only_the_first_column_is_read(end: str, separator: str, mark: str) -> None:
    quoted = '"Smith, Jo; or ""Joe"""'
    rows = [["name", "town"], [], [quoted, "London"], ['"Ada"'], ["Zoë", ""], [" ", "nobody"], ["Ben", "1"], [], []]
    listed = mark + end.join(map(separator.join, rows))
    assert first_cells(listed) == ["name", 'Smith, Jo; or "Joe"', "Ada", "Zoë", "Ben"]


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("sep=;\r\nAda, the first;London\r\n", ["Ada, the first"]),
        ("Ada;1,5\nBen;2,5", ["Ada", "Ben"]),
        ("Ada,tall; loud\nBen,small", ["Ada", "Ben"]),
        ("Ada\nBen\nZoë", ["Ada", "Ben", "Zoë"]),
        ('5" Jo\nBen', ['5" Jo', "Ben"]),
        ("", []),
        (" \r\r\n\n;;\n;", []),
    ],
)
def test_first_separator_splits_the_cells(listed: str, names: list[str]) -> None:
    assert first_cells(listed) == names


@pytest.mark.parametrize("listed", ['Ada\n"Ben\nZoë', 'Ada\n"Ben" Smith,London', "Ada\n" + "x" * 200_000])
def test_csv_that_cannot_be_split_is_refused(listed: str) -> None:
    assert is_fit(listed, "file")
    with pytest.raises(UnreadableFile):
        first_cells(listed)
