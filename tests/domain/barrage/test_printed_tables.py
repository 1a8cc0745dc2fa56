"""The tables of the catalogue: equal to the component figures."""

import re
from pathlib import Path

import pytest

from domain import barrage
from tests.domain.barrage.builder import components

CATALOGUE = Path(barrage.__file__).with_name("rules.md")


def table(rule):
    """The cells of the table that belongs to a rule, its head left out."""
    _, _, rest = CATALOGUE.read_text().partition(f"**{rule}**")
    lines = re.split(r"\n\s*- \*\*|\n#", rest)[0].splitlines()
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.strip()[:1] == "|"]
    return rows[2:]


def asked(space):
    """The requirements of a space in the form of the tables."""
    return f"{space.engineers}{' red' if space.red else ''}"


def printed(effects):
    return " + ".join(f"{effect.name} {effect.amount}" for effect in effects)


ACTIONS = {
    "produce +2": (0, "produce 2"),
    "produce +1": (0, "produce 1"),
    "produce ±0": (0, "produce 0"),
    "produce −1": (0, "produce -1"),
    "produce −2": (0, "produce -2"),
    "2 drops on headstreams, flow later": (0, "water_delayed 2"),
    "1 drop on a headstream, flows now": (0, "water_immediate 1"),
    "rotate 1": (0, "rotate_wheel 1"),
    "pay 2: rotate 2": (2, "rotate_wheel 2"),
    "pay 5: rotate 3": (5, "rotate_wheel 3"),
    "pay 2: 1 excavator": (2, "excavators 1"),
    "pay 4: 1 machinery of choice": (4, "machinery 1"),
    "pay 5: 1 excavator + 1 mixer": (5, "excavators 1 + mixers 1"),
    "take 1 contract": (0, "take_contracts 1"),
    "pay 1: take 2 contracts": (1, "take_contracts 2"),
}
"""The credits and the effect of every action of the management board."""


@pytest.mark.rule("BA-10.5", "BA-2.14", "BA-15.1", "BA-16.1")
def test_the_management_board():
    listed = {row: cells for row, *cells in table("BA-10.5")}
    assert listed.pop("BK") == ["1 credit per engineer", "any number ≥ 1, shared", "—", "all"]
    assert listed.pop("PO-1…3") == ["[E] pay 5: take the linked advanced tile", "2 eng each", "—", "all"]
    assert list(listed) == [row.id for row in components.rows]
    for row in components.rows:
        action, left, right, players = listed[row.id]
        assert (row.credits, printed(row.effect)) == ACTIONS[action], row.id
        assert [asked(row.left), asked(row.right)] == [
            cell.replace(" eng", "").replace(",", "") for cell in (left, right)
        ]
        assert players == {2: "all", 3: "3+", 4: "4"}[row.min_players]
    assert components.constants.bank_credits_per_engineer == 1
    assert [(space.engineers, space.credits) for space in components.patent_spaces] == [(2, 5)] * 3
    assert [effect.take_patent for space in components.patent_spaces for effect in space.effect] == [1, 2, 3]


BUILDINGS = {
    "Cofferdam": "water_on_dam 1",
    "Development Office": "tile_from_wheel 1",
    "Research Lab": "half_of_a_segment 1",
    "Loan Agency": "fulfil_external_work 2",
    "Energy Relay Field": "energy_steps 4",
    "Robot Factory": "machinery 2",
    "Financial Division": "credits 5",
    "Control Station": "produce 3",
    "Wind Farm": "energy_produced 5",
    "Customer Office": "fulfil_contract 1",
}
"""The effects of the private buildings; the number of the Loan Agency is that of the credits for each machinery."""


@pytest.mark.rule("LP-5.2", "LP-5.4", "LP-5.5")
def test_the_private_buildings():
    listed = {name: cells for name, *cells in table("LP-5.5")}
    buildings = components.leeghwater.private_building.values()
    assert list(listed) == list(BUILDINGS) == [building.name for building in buildings]
    for building in buildings:
        cost, vp, spaces, action = listed[building.name]
        assert cost == f"{building.cost.excavators}E {building.cost.mixers}M"
        assert vp == str(building.vp)
        left, *right = building.spaces
        assert spaces == f"{asked(left)} / {asked(right[0])}"
        assert right == [right[0]] * 3
        paid = re.match(r"pay (\d) credits?:", action)
        assert building.credits == (int(paid[1]) if paid else 0)
        assert printed(building.effect) == BUILDINGS[building.name]


@pytest.mark.rule("BA-3.1")
def test_the_seats_of_a_beginner_game():
    contracts = {contract.id: contract.requirement for contract in components.contracts.starting}
    for (turn, company, officer, contract), seat in zip(table("BA-3.1"), components.beginner_seats, strict=True):
        assert company == components.company[seat.company].name
        assert officer == components.officer[seat.officer].name
        assert contract.startswith(f"{seat.contract} ({contracts[seat.contract]}: ")
        assert seat is components.beginner_seats[int(turn) - 1]


WORDS = {
    "rotate": "rotate_wheel",
    "credits": "credits",
    "machinery": "machinery",
    "machineries": "machinery",
    "VP": "vp",
    "energy steps": "energy_steps",
    "drops that flow at once": "water_immediate",
    "drops that flow later": "water_delayed",
}


def symbol(words):
    """A part of an income: ``rotate 2`` or ``2 drops that flow later``."""
    number, name = re.sub(r"^rotate (\d)$", r"\1 rotate", words).split(" ", 1)
    return f"{WORDS[name]} {number}"


@pytest.mark.rule("BA-24.1", "BA-7.3", "LP-6.1")
def test_the_incomes_of_the_companies():
    named = {company.name: company for company in components.company.values()}
    rows = table("BA-24.1")
    assert [name.removesuffix(" (LP)") for name, *_ in rows] == list(named)
    for name, *cells in rows:
        income = named[name.removesuffix(" (LP)")].income
        for cell, revealed in zip(cells, (income.base, income.elevation, income.conduit), strict=True):
            second, fourth = (" + ".join(map(symbol, part.split(" + "))) for part in cell.split(" / "))
            assert {piece: printed(reward) for piece, reward in revealed.items()} == {2: second, 4: fourth, 5: "vp 7"}


@pytest.mark.rule("BA-20.4", "BA-20.5")
def test_the_energy_track():
    text = CATALOGUE.read_text()
    (credits,) = re.findall(r"\*\*BA-20\.4\*\* .*?: (.*)", text)
    steps = re.findall(r"(\d+)\S* (?:and more )?→ (\d)", credits)
    track = components.energy_track
    assert [(int(energy), int(gained)) for energy, gained in steps] == [(r.energy, r.credits) for r in track.credits]
    assert [row.vp for row in track.credits] == [-3, *[0] * 8]
    (sections,) = re.findall(r"\*\*BA-20\.5\*\* .*none, (.*)", text)
    assert [int(start) for start in re.findall(r"(\d+)[–+]", sections)] == list(track.section_starts)
