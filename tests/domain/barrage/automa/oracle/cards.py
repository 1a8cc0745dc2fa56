"""The 20 cards, transcribed: the lines of the action side in search order, and the criteria side."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One action of a card; each kind uses some of the fields."""

    action: str
    engineers: int
    modifier: int = 0
    colour: str = ""
    drops: int = 0
    at_once: bool = False
    structure: str = ""
    area: str = ""
    min_value: int = 0
    from_bottom: bool = False
    rotate: int = 0
    price: int = 0
    excavators: int = 0
    mixers: int = 0
    machinery: int = 0
    order: tuple[int, ...] = ()

    @property
    def ends_turn(self) -> bool:
        """Whether the turn ends after this action (TA-5.3, TA-5.4)."""
        return self.action not in ("water_management", "contract_office")


@dataclass(frozen=True)
class Column:
    """Three criteria and a code number."""

    criteria: tuple[str, str, str]
    code: str


@dataclass(frozen=True)
class Card:
    """Both sides; ``letters`` are the headstreams, the one that is not printed last (TA-7.10)."""

    lines: tuple[Line, ...]
    dam: Column
    conduit: Column
    powerhouse: Column
    letters: str


CARDS = {
    "1-1A-5": Card(
        lines=(
            Line("production", 1, modifier=-2, colour="green"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="base"),
            Line("construction", 2, structure="elevation"),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("workshop", 1, rotate=1, price=0),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "below_powerhouse"), "1"),
        conduit=Column(("highest_value", "dam_own_first", "powerhouse_own_first"), "1A"),
        powerhouse=Column(("feeds_own_dam", "most_powerful_conduit", "own_dam"), "5"),
        letters="ABCD",
    ),
    "2-1B-6": Card(
        lines=(
            Line("production", 1, modifier=-2, colour="green"),
            Line("water_management", 1, drops=1, at_once=True),
            Line("construction", 2, structure="base", area="hills"),
            Line("construction", 2, structure="powerhouse"),
            Line("workshop", 1, rotate=2, price=2),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "red_space"), "2"),
        conduit=Column(("highest_value", "dam_own_first", "powerhouse_own_first"), "1B"),
        powerhouse=Column(("feeds_own_dam", "most_powerful_conduit", "own_dam"), "6"),
        letters="BCDA",
    ),
    "3-2A-7": Card(
        lines=(
            Line("production", 1, modifier=-1, colour="green"),
            Line("contract_office", 1, colour="green"),
            Line("construction", 2, structure="base"),
            Line("patent_office", 1, structure="base", price=2),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "conduit_to_own_dam"), "3"),
        conduit=Column(("highest_value", "powerhouse_own_first", "dam_own_first"), "2A"),
        powerhouse=Column(("spares_opponent_dam", "most_powerful_conduit", "own_dam"), "7"),
        letters="CDAB",
    ),
    "4-2B-11": Card(
        lines=(
            Line("production", 1, modifier=-1, colour="green"),
            Line("construction", 2, structure="base", area="mountain"),
            Line("machinery_shop", 1, price=2, excavators=1),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "most_water"), "4"),
        conduit=Column(("highest_value", "powerhouse_own_first", "dam_own_first"), "2B"),
        powerhouse=Column(("spares_opponent_dam", "most_powerful_conduit", "own_dam"), "11"),
        letters="DABC",
    ),
    "6-3A-5": Card(
        lines=(
            Line("production", 2, modifier=0, colour="green"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="elevation"),
            Line("construction", 2, structure="conduit"),
            Line("workshop", 2, rotate=3, price=5),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "below_powerhouse"), "6"),
        conduit=Column(("powerhouse_own_first", "dam_own_first", "highest_value"), "3A"),
        powerhouse=Column(("in_basin_5", "most_powerful_conduit", "own_dam"), "5"),
        letters="DCBA",
    ),
    "7-3B-6": Card(
        lines=(
            Line("production", 2, modifier=0, colour="green"),
            Line("water_management", 1, drops=1, at_once=True),
            Line("construction", 2, structure="elevation"),
            Line("construction", 2, structure="base"),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "red_space"), "7"),
        conduit=Column(("powerhouse_own_first", "dam_own_first", "highest_value"), "3B"),
        powerhouse=Column(("in_basin_6", "most_powerful_conduit", "own_dam"), "6"),
        letters="CBAD",
    ),
    "8-4A-7": Card(
        lines=(
            Line("production", 2, modifier=0, colour="yellow"),
            Line("contract_office", 1, colour="yellow"),
            Line("construction", 2, structure="elevation"),
            Line("construction", 2, structure="powerhouse"),
            Line("patent_office", 1, structure="elevation", price=2),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "conduit_to_own_dam"), "8"),
        conduit=Column(("powerhouse_own_first", "dam_own_first", "highest_value"), "4A"),
        powerhouse=Column(("in_basin_7", "most_powerful_conduit", "own_dam"), "7"),
        letters="BADC",
    ),
    "9-4B-12": Card(
        lines=(
            Line("production", 2, modifier=0, colour="yellow"),
            Line("contract_office", 1, colour="yellow"),
            Line("construction", 2, structure="elevation"),
            Line("construction", 2, structure="powerhouse"),
            Line("machinery_shop", 1, price=3, mixers=1),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_powerful_conduit", "own_powerhouse", "most_water"), "9"),
        conduit=Column(("powerhouse_own_first", "dam_own_first", "highest_value"), "4B"),
        powerhouse=Column(("in_plains", "most_powerful_conduit", "own_dam"), "12"),
        letters="CBAD",
    ),
    "1-5A-8": Card(
        lines=(
            Line("production", 2, modifier=0, colour="green"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="conduit", min_value=3),
            Line("construction", 2, structure="elevation"),
            Line("workshop", 1, rotate=2, price=2),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("red_space", "most_powerful_conduit", "own_powerhouse"), "1"),
        conduit=Column(("dam_own_first", "powerhouse_own_first", "highest_value"), "5A"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "8"),
        letters="ABCD",
    ),
    "2-5B-9": Card(
        lines=(
            Line("production", 2, modifier=0, colour="green"),
            Line("water_management", 1, drops=1, at_once=True),
            Line("construction", 2, structure="conduit"),
            Line("construction", 2, structure="powerhouse"),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("workshop", 2, rotate=3, price=5),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("red_space", "most_powerful_conduit", "own_powerhouse"), "2"),
        conduit=Column(("dam_own_first", "powerhouse_own_first", "highest_value"), "5B"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "9"),
        letters="BCDA",
    ),
    "3-6A-9": Card(
        lines=(
            Line("production", 2, modifier=1, colour="green"),
            Line("contract_office", 1, colour="green"),
            Line("construction", 2, structure="conduit"),
            Line("patent_office", 1, structure="conduit", price=2),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("conduit_to_own_dam", "own_powerhouse", "most_powerful_conduit"), "3"),
        conduit=Column(("dam_own_first", "powerhouse_own_first", "highest_value"), "6A"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "9"),
        letters="CDAB",
    ),
    "4-6B-10": Card(
        lines=(
            Line("production", 2, modifier=0, colour="red"),
            Line("contract_office", 1, colour="red"),
            Line("construction", 2, structure="conduit", min_value=4),
            Line("machinery_shop", 2, price=4, excavators=2),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("conduit_to_own_dam", "own_powerhouse", "most_powerful_conduit"), "4"),
        conduit=Column(("dam_own_first", "powerhouse_own_first", "highest_value"), "6B"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "10"),
        letters="DABC",
    ),
    "6-7A-10": Card(
        lines=(
            Line("production", 2, modifier=1, colour="yellow"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="powerhouse"),
            Line("construction", 2, structure="base"),
            Line("workshop", 1, rotate=1, price=0),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("red_space", "own_powerhouse", "most_powerful_conduit"), "6"),
        conduit=Column(("dam_opponent_first", "second_highest_value", "powerhouse_own_first"), "7A"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "10"),
        letters="DCBA",
    ),
    "7-7B-11": Card(
        lines=(
            Line("production", 2, modifier=1, colour="yellow"),
            Line("water_management", 1, drops=1, at_once=True),
            Line("construction", 2, structure="powerhouse"),
            Line("construction", 2, structure="conduit"),
            Line("workshop", 1, rotate=2, price=2),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("red_space", "own_powerhouse", "most_powerful_conduit"), "7"),
        conduit=Column(("dam_opponent_first", "second_highest_value", "powerhouse_own_first"), "7B"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "11"),
        letters="CBAD",
    ),
    "8-8A-11": Card(
        lines=(
            Line("production", 2, modifier=1, colour="green"),
            Line("construction", 2, structure="powerhouse"),
            Line("patent_office", 1, structure="powerhouse", price=2),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_water", "most_powerful_conduit", "own_powerhouse"), "8"),
        conduit=Column(("powerhouse_opponent_first", "second_highest_value", "dam_opponent_first"), "8A"),
        powerhouse=Column(("most_powerful_conduit", "own_dam", "feeds_own_dam"), "11"),
        letters="BADC",
    ),
    "9-8B-12": Card(
        lines=(
            Line("production", 2, modifier=0, colour="red"),
            Line("contract_office", 1, colour="red"),
            Line("construction", 2, structure="powerhouse"),
            Line("machinery_shop", 1, price=3, mixers=1),
            Line("external_works", 2, order=(1, 2, 3)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("most_water", "most_powerful_conduit", "own_powerhouse"), "9"),
        conduit=Column(("powerhouse_opponent_first", "second_highest_value", "dam_opponent_first"), "8B"),
        powerhouse=Column(("own_dam", "most_powerful_conduit", "feeds_own_dam"), "12"),
        letters="CBAD",
    ),
    "5-9A-8": Card(
        lines=(
            Line("production", 2, modifier=2, colour="green"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="base"),
            Line("construction", 1, structure="building"),
            Line("workshop", 1, rotate=1, price=0),
            Line("machinery_shop", 1, price=3, machinery=1),
            Line("bank", 1),
        ),
        dam=Column(("below_powerhouse", "most_powerful_conduit", "red_space"), "5"),
        conduit=Column(("second_highest_value", "dam_own_first", "powerhouse_own_first"), "9A"),
        powerhouse=Column(("own_dam", "most_powerful_conduit", "feeds_own_dam"), "8"),
        letters="ABCD",
    ),
    "10-9B-11": Card(
        lines=(
            Line("production", 2, modifier=2, colour="yellow"),
            Line("water_management", 1, drops=2),
            Line("construction", 2, structure="base"),
            Line("construction", 1, structure="building"),
            Line("external_works", 2, order=(3, 2, 1)),
            Line("machinery_shop", 2, price=5, excavators=1, mixers=1),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("below_powerhouse", "most_powerful_conduit", "conduit_to_own_dam"), "10"),
        conduit=Column(("second_highest_value", "dam_own_first", "powerhouse_own_first"), "9B"),
        powerhouse=Column(("own_dam", "most_powerful_conduit", "feeds_own_dam"), "11"),
        letters="CBAD",
    ),
    "5-10A-12": Card(
        lines=(
            Line("production", 2, modifier=2, colour="yellow"),
            Line("construction", 2, structure="conduit"),
            Line("construction", 1, structure="building", from_bottom=True),
            Line("patent_office", 1, structure="building", price=2),
            Line("machinery_shop", 2, price=5, excavators=1, mixers=1),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("below_powerhouse", "most_powerful_conduit", "most_water"), "5"),
        conduit=Column(("second_highest_value", "powerhouse_own_first", "dam_own_first"), "10A"),
        powerhouse=Column(("own_dam", "most_powerful_conduit", "feeds_own_dam"), "12"),
        letters="CDAB",
    ),
    "10-10B-12": Card(
        lines=(
            Line("production", 2, modifier=2, colour="green"),
            Line("construction", 2, structure="powerhouse"),
            Line("construction", 1, structure="building", from_bottom=True),
            Line("machinery_shop", 2, price=5, excavators=1, mixers=1),
            Line("external_works", 2, order=(2, 3, 1)),
            Line("workshop", 1, rotate=1, price=0),
            Line("bank", 1),
        ),
        dam=Column(("below_powerhouse", "most_powerful_conduit", "most_water"), "10"),
        conduit=Column(("second_highest_value", "powerhouse_own_first", "dam_own_first"), "10B"),
        powerhouse=Column(("own_dam", "most_powerful_conduit", "feeds_own_dam"), "12"),
        letters="DABC",
    ),
}
