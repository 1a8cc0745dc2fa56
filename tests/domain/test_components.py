"""Component figures: addressed by content, typed, and with precise errors."""

import hashlib

import msgspec
import pytest

from domain.components import KEPT, Figures, Inconsistent, UnknownFigures, WrongFigure, out_of_proportion


class Mill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: int
    money: int


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mills: tuple[Mill, ...]
    rounds: dict[int, int]


def levels_rise(box: Box) -> None:
    levels = [mill.level for mill in box.mills]
    if levels != sorted(levels):
        raise Inconsistent("mills", "level", "the levels must rise")


GOOD = b"""
mills = [{level = 1, money = 12}, {level = 2, money = 14}]
[rounds]
2 = 10
3 = 9
"""
CORRECTED = GOOD.replace(b"14", b"15")


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "game" / "components.toml"
    file.parent.mkdir()
    file.write_bytes(GOOD)
    return file


@pytest.fixture
def figures(file):
    return Figures(file, Box, levels_rise)


def test_current_figures_are_addressed_by_the_hash_of_the_file(figures):
    digest = figures.current()
    assert digest == hashlib.sha256(GOOD).hexdigest()
    assert figures.content(digest) == GOOD
    assert figures.of(digest) == Box((Mill(1, 12), Mill(2, 14)), {2: 10, 3: 9})


def test_figures_are_parsed_once(figures):
    assert figures.of(figures.current()) is figures.of(figures.current())


def test_an_older_table_keeps_its_figures_after_the_file_is_corrected(file):
    before = Figures(file, Box, levels_rise)
    played_with, recorded = before.current(), before.content(before.current())
    file.write_bytes(CORRECTED)

    after = Figures(file, Box, levels_rise)
    assert after.current() != played_with
    with pytest.raises(UnknownFigures):
        after.of(played_with)
    assert after.record(recorded) == played_with
    assert after.of(played_with).mills[1].money == 14
    assert after.of(after.current()).mills[1].money == 15
    assert after.content(played_with) == recorded


def test_removed_figures_are_accepted_only_in_a_record(file):
    older = GOOD + b"[track]\nlength = 300\nstart = 1\n"
    removed = ("track.length", "track", "missing.figure")
    after = Figures(file, Box, levels_rise, removed)
    digest = after.record(older)
    assert digest == hashlib.sha256(older).hexdigest()
    assert after.content(digest) == older
    assert after.of(digest) == after.of(after.current())
    with pytest.raises(WrongFigure, match="Unknown field: “iron”"):
        after.record(older.replace(b"money = 12", b"money = 12, iron = 1"))
    with pytest.raises(WrongFigure, match="Unknown field: “track”"):
        Figures(file, Box, levels_rise, ("track.length",)).record(older)
    file.write_bytes(older)
    with pytest.raises(WrongFigure, match="Unknown field: “track”"):
        Figures(file, Box, levels_rise, removed).current()


def test_removed_figures_are_not_out_of_proportion():
    older = GOOD + b"[track]\nlength = 300\n"
    assert out_of_proportion(older, GOOD)
    assert not out_of_proportion(older, GOOD, ["track"])


def test_unknown_figures_have_no_content(figures):
    with pytest.raises(UnknownFigures):
        figures.content("0" * 64)


@pytest.mark.parametrize(
    ("content", "table", "field", "reason"),
    [
        (GOOD.replace(b"money = 14", b'money = "14"'), "mills[1]", "money", "Use a whole number instead of text."),
        (GOOD.replace(b", money = 14", b""), "mills[1]", "money", "The field “money” is missing."),
        (GOOD.replace(b"money = 14", b"money = 14, iron = 1"), "mills[1]", "iron", "Unknown field: “iron”."),
        (GOOD.replace(b"2 = 10", b"2 = true"), "", "rounds", "Use a whole number instead of true or false."),
        (GOOD.replace(b"level = 1", b"level = 7"), "mills", "level", "the levels must rise"),
        (GOOD.replace(b"rounds", b"round"), "", "round", "Unknown field: “round”."),
    ],
)
def test_error_names_file_table_and_field(file, content, table, field, reason):
    file.write_bytes(content)
    with pytest.raises(WrongFigure) as refused:
        Figures(file, Box, levels_rise).current()
    assert (refused.value.file, refused.value.table, refused.value.field) == ("game/components.toml", table, field)
    assert reason in refused.value.reason
    for part in ("game/components.toml", table, field):
        assert part in str(refused.value)


def test_invalid_toml_is_refused_with_its_file_and_line(file):
    file.write_bytes(b"mills = []\n\nrounds = {\n")
    with pytest.raises(WrongFigure, match=r"game/components\.toml: .*\bline 3\b"):
        Figures(file, Box, levels_rise).current()


@pytest.mark.parametrize("content", [b"a = " + b"[" * 9999, b"a = " + b"9" * 9999, b"\xff"])
def test_unparsable_toml_is_refused(figures, content):
    with pytest.raises(WrongFigure):
        figures.record(content)


@pytest.mark.parametrize(
    ("content", "excessive"),
    [
        (GOOD, False),
        (CORRECTED, False),
        (GOOD.replace(b"14", b"30"), False),
        (GOOD.replace(b"14", b"1400"), True),
        (GOOD.replace(b"14", b"-1400"), True),
        (GOOD.replace(b"14", b"nan"), True),
        (GOOD.replace(b"3 = 9", b"3 = 900"), True),
        (GOOD + b"tiles = 1000\n", True),
        (GOOD + b"#" * 1000, True),
    ],
)
def test_excessive_figures_are_out_of_proportion(content, excessive):
    assert out_of_proportion(content, GOOD) == excessive


def test_wrong_recorded_figures_are_refused_and_not_stored(figures):
    wrong = GOOD.replace(b"14", b'"14"')
    with pytest.raises(WrongFigure, match=r"figures [0-9a-f]{12}: table mills\[1\], field money"):
        figures.record(wrong)
    with pytest.raises(UnknownFigures):
        figures.content(hashlib.sha256(wrong).hexdigest())


def test_only_the_latest_imported_figures_are_cached(figures):
    imported = [figures.record(GOOD + f"# {number}".encode()) for number in range(KEPT + 2)]
    for evicted in imported[:2]:
        with pytest.raises(UnknownFigures):
            figures.of(evicted)
        with pytest.raises(UnknownFigures):
            figures.content(evicted)
    assert all(figures.of(digest) for digest in (figures.current(), *imported[2:]))
