"""The figures of the automa: equal to those of the printed cards; wrong ones are refused."""

import pytest

from domain.barrage.model.automa.components import Components, automa, check
from domain.barrage.model.figures import figures
from domain.components import WrongFigure, parse

components = figures.of(figures.current())
TEXT = figures.content(figures.current()).decode()

ACTIONS = """
1-1A-5 | 1 make -2 green; 1 drops 2 | 2 base; 2 elevation | 2 works 123; 1 turn 1; 1 pay 3 any
2-1B-6 | 1 make -2 green; 1 drop now | 2 base hills; 2 powerhouse | 1 pay 2 turn 2; 2 works 231; 1 pay 3 any
3-2A-7 | 1 make -1 green; 1 discard green | 2 base | 1 pay 2 tile base; 2 works 321; 1 turn 1
4-2B-11 | 1 make -1 green | 2 base mountain | 1 pay 2 E; 2 works 123; 1 turn 1
6-3A-5 | 2 make 0 green; 1 drops 2 | 2 elevation; 2 conduit | 2 pay 5 turn 3; 2 works 231; 1 pay 3 any
7-3B-6 | 2 make 0 green; 1 drop now | 2 elevation; 2 base | 2 works 321; 1 turn 1; 1 pay 3 any
8-4A-7 | 2 make 0 yellow; 1 discard yellow | 2 elevation; 2 powerhouse | 1 pay 2 tile elevation; 2 works 123; 1 turn 1
9-4B-12 | 2 make 0 yellow; 1 discard yellow | 2 elevation; 2 powerhouse | 1 pay 3 M; 2 works 231; 1 turn 1
1-5A-8 | 2 make 0 green; 1 drops 2 | 2 conduit 3+; 2 elevation | 1 pay 2 turn 2; 2 works 321; 1 pay 3 any
2-5B-9 | 2 make 0 green; 1 drop now | 2 conduit; 2 powerhouse | 2 works 123; 2 pay 5 turn 3; 1 pay 3 any
3-6A-9 | 2 make 1 green; 1 discard green | 2 conduit | 1 pay 2 tile conduit; 2 works 231; 1 turn 1
4-6B-10 | 2 make 0 red; 1 discard red | 2 conduit 4+ | 2 pay 4 EE; 2 works 321; 1 turn 1
6-7A-10 | 2 make 1 yellow; 1 drops 2 | 2 powerhouse; 2 base | 1 turn 1; 2 works 123; 1 pay 3 any
7-7B-11 | 2 make 1 yellow; 1 drop now | 2 powerhouse; 2 conduit | 1 pay 2 turn 2; 2 works 231; 1 pay 3 any
8-8A-11 | 2 make 1 green | 2 powerhouse | 1 pay 2 tile powerhouse; 2 works 321; 1 turn 1
9-8B-12 | 2 make 0 red; 1 discard red | 2 powerhouse | 1 pay 3 M; 2 works 123; 1 turn 1
5-9A-8 | 2 make 2 green; 1 drops 2 | 2 base; 1 building down | 1 turn 1; 1 pay 3 any
10-9B-11 | 2 make 2 yellow; 1 drops 2 | 2 base; 1 building down | 2 works 321; 2 pay 5 EM; 1 turn 1
5-10A-12 | 2 make 2 yellow | 2 conduit; 1 building up | 1 pay 2 tile building; 2 pay 5 EM; 1 turn 1
10-10B-12 | 2 make 2 green | 2 powerhouse; 1 building up | 2 pay 5 EM; 2 works 231; 1 turn 1
"""
"""The actions of every card, each with its engineers; E and M are machineries. The last half of all is the bank."""

CRITERIA = """
1-1A-5    | strongest powerhouse below | highest dam own-p      | feeds strongest dam  | A B C
2-1B-6    | strongest powerhouse red   | highest dam own-p      | feeds strongest dam  | B C D
3-2A-7    | strongest powerhouse leads | highest own-p dam      | spares strongest dam | C D A
4-2B-11   | strongest powerhouse water | highest own-p dam      | spares strongest dam | D A B
6-3A-5    | strongest powerhouse below | own-p dam highest      | 5 strongest dam      | D C B
7-3B-6    | strongest powerhouse red   | own-p dam highest      | 6 strongest dam      | C B A
8-4A-7    | strongest powerhouse leads | own-p dam highest      | 7 strongest dam      | B A D
9-4B-12   | strongest powerhouse water | own-p dam highest      | plains strongest dam | C B A
1-5A-8    | red strongest powerhouse   | dam own-p highest      | strongest dam feeds  | A B C
2-5B-9    | red strongest powerhouse   | dam own-p highest      | strongest dam feeds  | B C D
3-6A-9    | leads powerhouse strongest | dam own-p highest      | strongest dam feeds  | C D A
4-6B-10   | leads powerhouse strongest | dam own-p highest      | strongest dam feeds  | D A B
6-7A-10   | red powerhouse strongest   | their-d second own-p   | strongest dam feeds  | D C B
7-7B-11   | red powerhouse strongest   | their-d second own-p   | strongest dam feeds  | C B A
8-8A-11   | water strongest powerhouse | their-p second their-d | strongest dam feeds  | B A D
9-8B-12   | water strongest powerhouse | their-p second their-d | dam strongest feeds  | C B A
5-9A-8    | below strongest red        | second dam own-p       | dam strongest feeds  | A B C
10-9B-11  | below strongest leads      | second dam own-p       | dam strongest feeds  | C B A
5-10A-12  | below strongest water      | second own-p dam       | dam strongest feeds  | C D A
10-10B-12 | below strongest water      | second own-p dam       | dam strongest feeds  | D A B
"""
"""The criteria for bases and elevations, for conduits and for powerhouses, and the headstreams printed."""

MEANT = (
    {
        "strongest": "most_powerful_conduit",
        "powerhouse": "own_powerhouse",
        "below": "below_powerhouse",
        "red": "red_space",
        "leads": "conduit_to_own_dam",
        "water": "most_water",
    },
    {
        "highest": "highest_value",
        "second": "second_highest_value",
        "dam": "dam_own_first",
        "their-d": "dam_opponent_first",
        "own-p": "powerhouse_own_first",
        "their-p": "powerhouse_opponent_first",
    },
    {
        "strongest": "most_powerful_conduit",
        "dam": "own_dam",
        "feeds": "feeds_own_dam",
        "spares": "spares_opponent_dam",
        "5": "in_basin_5",
        "6": "in_basin_6",
        "7": "in_basin_7",
        "plains": "in_plains",
    },
)


def rows(listed):
    """The cells of each row of a table, by the first one."""
    cells = ([cell.strip() for cell in line.split("|")] for line in listed.strip().splitlines())
    return {card: rest for card, *rest in cells}


def said(line):
    """An action the way the table says it."""
    paid = f" pay {line.vp}" if line.vp else ""
    match line.action:
        case "production":
            does = f" make {line.modifier} {line.contract}"
        case "water_management":
            does = " drop now" if (line.drops, line.at_once) == (1, True) else f" drops {line.drops}"
        case "contract_office":
            does = f" discard {line.discard}"
        case "construction":
            least = f"{line.least_value}+" if line.least_value else None
            does = " " + " ".join(word for word in (line.structure, line.area, least, line.search) if word)
        case "workshop":
            does = f" turn {line.rotate}"
        case "machinery_shop":
            does = " any" if line.gain.machinery else " " + "E" * line.gain.excavators + "M" * line.gain.mixers
        case "patent_office":
            does = f" tile {line.structure}"
        case "external_works":
            does = " works " + "".join(map(str, line.order))
        case "bank":
            does = f" bank {line.gain.vp}"
    return f"{line.engineers}{paid}{does}"


def test_twenty_cards_have_different_conduit_sites():
    cards = automa(components).cards
    assert [card.id for card in cards] == list(rows(ACTIONS)) == list(rows(CRITERIA))
    assert [card.conduit.code for card in cards] == [f"{basin}{side}" for basin in range(1, 11) for side in "AB"]


@pytest.mark.parametrize("card", rows(ACTIONS))
def test_the_actions_of_a_card(card):
    lines = automa(components).card[card].lines
    *others, left, bank = lines
    assert ([line.half for line in others], left.half, bank.half) == ([None] * len(others), "left", "right")
    assert (bank.column, said(bank)) == ("right", "1 bank 1")
    listed = ["; ".join(said(line) for line in lines[:-1] if line.column == c) for c in ("left", "middle", "right")]
    assert listed == rows(ACTIONS)[card]


@pytest.mark.parametrize("card", rows(CRITERIA))
def test_the_criteria_of_a_card(card):
    printed = automa(components).card[card]
    *columns, letters = rows(CRITERIA)[card]
    kinds = (printed.dam, printed.conduit, printed.powerhouse)
    for listed, column, meant in zip(columns, kinds, MEANT, strict=True):
        assert column.criteria == tuple(meant[word] for word in listed.split())
    assert "-".join(str(column.code) for column in kinds) == card
    assert (isinstance(printed.dam.code, int), isinstance(printed.powerhouse.code, int)) == (True, True)
    assert list(printed.headstreams[:3]) == letters.split()


def test_the_headstream_that_is_not_printed_comes_last():
    cards = automa(components).cards
    assert all(sorted(card.headstreams) == ["A", "B", "C", "D"] for card in cards)


@pytest.mark.rule("TA-5.10")
def test_the_columns_have_their_subjects():
    lines = [line for card in automa(components).cards for line in card.lines]
    subjects = {column: {line.action for line in lines if line.column == column} for column in ("left", "middle")}
    assert subjects == {"left": {"production", "water_management", "contract_office"}, "middle": {"construction"}}
    assert subjects["left"].union(subjects["middle"]).isdisjoint(x.action for x in lines if x.column == "right")


def test_which_actions_end_the_turn_and_which_need_the_expansion():
    lines = [line for card in automa(components).cards for line in card.lines]
    assert {line.action for line in lines if not line.ends_turn} == {"water_management", "contract_office"}
    assert {(line.action, line.structure) for line in lines if line.leeghwater} == {
        ("external_works", None),
        ("construction", "building"),
        ("patent_office", "building"),
    }


def test_the_figures_beside_the_cards():
    figures = automa(components)
    assert figures.section_rows == {
        "turbine_station": ("TS-P2", "TS-P1", "TS-0", "TS-M1", "TS-M2"),
        "water_management": ("WM-2", "WM-1"),
        "workshop": ("WS-1", "WS-2", "WS-3"),
        "machinery_shop": ("MS-E", "MS-A", "MS-B"),
        "contract_office": ("CO-1", "CO-1B", "CO-2"),
        "patent_office": ("PO-1", "PO-2", "PO-3"),
        "external_works": ("EW-1", "EW-2", "EW-3"),
        "bank": ("BK",),
    }
    assert figures.starting.vp == 16
    assert figures.objective_vp == (20, 15, 10)
    assert (figures.contract_office.energy, figures.contract_office.tiles_per_colour) == (2, 2)


# --------------------------------------------------------------------------------------------------------------------
# Older and wrong figures
# --------------------------------------------------------------------------------------------------------------------


def test_figures_of_older_tables_are_without_the_automa():
    older = parse(TEXT.partition("[automa]")[0].encode(), "older", Components, check)
    assert older.automa is None
    with pytest.raises(TypeError):
        automa(older)


FIRST = 'id = "1-1A-5"\n'
BANK = '    {column = "right", half = "right", action = "bank", engineers = 1, gain = {vp = 1}},\n'
DOWN = 'structure = "building", search = "down"'

WRONG = [
    ("objective_vp = [20, 15, 10]", "objective_vp = [20, 15]", "automa", "objective_vp"),
    ("objective_vp = [20, 15, 10]", "objective_vp = [20, 10, 15]", "automa", "objective_vp"),
    ("tiles_per_colour = 2", "tiles_per_colour = 3", "automa.contract_office", "tiles_per_colour"),
    ('workshop = ["WS-1", ', 'workshop = ["MS-E", ', "automa.section_rows", "workshop"),
    ('bank = ["BK"]', "", "automa.section_rows", "bank"),
    ('id = "2-1B-6"', 'id = "1-1A-5"', "automa.cards", "id"),
    (FIRST, 'id = "1-1A-6"\n', "automa.cards[1-1A-6]", "id"),
    (BANK, "", "automa.cards[1-1A-5]", "lines"),
    (BANK, BANK + BANK, "automa.cards[1-1A-5]", "lines"),
    ('half = "left", action', "action", "automa.cards[1-1A-5]", "lines"),
    ('{column = "middle", action = "construction", engineers = 2, structure = "base"}',
     '{column = "left", action = "bank", engineers = 1, gain = {vp = 1}}', "automa.cards[1-1A-5]", "lines"),
    ('{column = "left", action = "water_management"', '{column = "right", action = "water_management"',
     "automa.cards[1-1A-5]", "lines"),
    (', modifier = -2, contract = "green"', ', contract = "green"', "automa.cards[1-1A-5].lines[0]", "modifier"),
    ("drops = 2", "drops = 2, rotate = 1", "automa.cards[1-1A-5].lines[1]", "rotate"),
    ("drops = 2", "drops = 0", "automa.cards[1-1A-5].lines[1]", "drops"),
    ('"production", engineers = 1', '"production", engineers = 0', "automa.cards[1-1A-5].lines[0]", "engineers"),
    ("order = [1, 2, 3]", "order = [1, 2, 2]", "automa.cards[1-1A-5].lines[4]", "order"),
    ("gain = {machinery = 1}", "gain = {vp = 1}", "automa.cards[1-1A-5].lines[6]", "gain"),
    ("gain = {machinery = 1}", "gain = {}", "automa.cards[1-1A-5].lines[6]", "gain"),
    ("gain = {vp = 1}", "gain = {mixers = 1}", "automa.cards[1-1A-5].lines[7]", "gain"),
    ('structure = "base", area = "hills"', 'structure = "conduit", area = "hills"', "automa.cards[2-1B-6].lines[2]",
     "area"),
    (DOWN, 'structure = "building"', "automa.cards[5-9A-8].lines[3]", "search"),
    ('"below_powerhouse"], code = 1}', '"own_powerhouse"], code = 1}', "automa.cards[1-1A-5].dam", "criteria"),
    ('"below_powerhouse"], code = 1}', '"below_powerhouse"], code = 11}', "automa.cards[1-1A-5].dam", "code"),
    ('"powerhouse_own_first"], code = "1A"', '"powerhouse_own_first"], code = "11A"', "automa.cards[1-1A-5].conduit",
     "code"),
    ('"own_dam"], code = 5', '"own_dam"], code = 4', "automa.cards[1-1A-5].powerhouse", "code"),
    ('headstreams = ["A", "B", "C", "D"]', 'headstreams = ["A", "B", "C", "C"]', "automa.cards[1-1A-5]", "headstreams"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "table", "field"), WRONG)
def test_wrong_figures_are_refused_with_their_place(right, wrong, table, field):
    before, head, section = TEXT.partition("[automa]")
    assert right in section
    with pytest.raises(WrongFigure) as refused:
        parse((before + head + section.replace(right, wrong, 1)).encode(), "components.toml", Components, check)
    assert (refused.value.table, refused.value.field) == (table, field)
