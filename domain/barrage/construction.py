"""The construction action (BA-9): technology tiles, engineers, payment, possible structures, and building them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from domain.barrage import effects, wheel
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, Costs, Following, StructureRule
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import Built, EngineersPlaced, Paid
from domain.barrage.model.commands import Construct
from domain.barrage.model.facts import EffectFollowed
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import ConstructionSpace, Reward, Tile
from domain.barrage.model.stages import END_TURN
from domain.barrage.narration import questions, words
from domain.barrage.officers import COPIED
from domain.barrage.sites import no_piece
from domain.game import Choose, IllegalMove, Lastly, Script
from domain.game_kit.memory import remembered
from domain.game_kit.menu import MenuEntry
from domain.message import Message, Term, message

Payments = dict[tuple[int, int], int]
"""The credits that replace missing machineries, by excavators and mixers (BA-25.6)."""
Price = tuple[Costs, int]
"""The price of a site, which many sites share: machineries, and the fee of a red site."""


class Tool(msgspec.Struct, frozen=True):
    """The tool of a construction: a tile of the supply, a tile that the officer's special one copies, or both."""

    tile: str
    copies: str

    @property
    def shows(self) -> str:
        """The tile whose structure and effect count."""
        return self.copies or self.tile


class Works(msgspec.Struct, frozen=True):
    """The spaces of a construction's engineers; none if the tile needs none (BA-26.8)."""

    space: str = ""
    engineers: int = 0
    fee: int = 0


# --------------------------------------------------------------------------------------------------------------------
# Technology tiles
# --------------------------------------------------------------------------------------------------------------------


def _copying_tile(position: Position) -> str | None:
    """Return the officer's special tile that copies another one."""
    known = position.components.special_tile
    return next((o.special_tile for o in position.officers if o.special_tile and known[o.special_tile].copies), None)


def tools(position: Position) -> Iterator[Tool]:
    """Everything the seat can build with now (BA-9.5, BA-25.7, BA-25.13)."""
    company, known = position.company, position.components.tile
    for tile in company.tiles:
        if tile in known:
            yield Tool(tile, "")
    special = _copying_tile(position)
    if special and (special in company.tiles or _copies_without_tile(position)):
        used = special if special in company.tiles else ""
        for copied in dict.fromkeys(segment.tile for segment in company.wheel):
            if copied in known:
                yield Tool(used, copied)


def _copies_without_tile(position: Position) -> bool:
    """Return whether the copying officer is itself a copy, so that no special tile is used (BA-25.13)."""
    officer = position.components.officer.get(position.company.copied)
    return bool(officer and officer.special_tile and position.components.special_tile[officer.special_tile].copies)


def tool_of(position: Position, tile: str, copies: str) -> Tool:
    """Return the tool of a command, or raise IllegalMove."""
    known, company = position.components.tile, position.company
    if not copies:
        if tile in position.components.special_tile and tile in company.tiles:
            raise refusal(
                "BA-25.8",
                message(
                    "barrage.special-tile-needs-copied-tile",
                    "The special tile copies another tile that lies on your wheel; name it.",
                ),
            )
        if tile not in known or tile not in company.tiles:
            raise refusal(
                "BA-9.5",
                message("barrage.tile-not-in-supply", "You have no technology tile {tile} in your supply.", tile=tile),
            )
        return Tool(tile, "")
    special = _copying_tile(position)
    if special is None:
        raise refusal(
            "BA-25.7", message("barrage.only-anton-krylov-copies-tiles", "Only Anton Krylov's power copies a tile.")
        )
    if copies not in known or all(segment.tile != copies for segment in company.wheel):
        raise refusal(
            "BA-25.8",
            message("barrage.copied-tile-not-on-wheel", "The tile {tile} does not lie on your wheel.", tile=copies),
        )
    if tile != (special if special in company.tiles else ""):
        raise refusal(
            "BA-25.8", message("barrage.only-special-tile-copies", "Only the special tile copies another one.")
        )
    if not tile and not _copies_without_tile(position):
        raise refusal(
            "BA-25.8", message("barrage.special-tile-not-in-supply", "Your special tile is not in your supply.")
        )
    return Tool(tile, copies)


def shown(position: Position, tool: Tool) -> Tile:
    """Return the tile whose structure and effect count."""
    return position.components.tile[tool.shows]


def builds(tile: Tile, structure: str) -> bool:
    """Return whether a tile shows this structure; a wild one shows all."""
    return tile.builds in (structure, "any")


# --------------------------------------------------------------------------------------------------------------------
# Engineers
# --------------------------------------------------------------------------------------------------------------------


def next_space(position: Position) -> ConstructionSpace | None:
    """Return the leftmost free construction space (BA-9.2)."""
    taken = position.state.spaces
    spaces = position.components.construction_spaces
    return next((space for space in spaces if f"{space.id}/{position.seat}" not in taken), None)


def works(position: Position, tile: Tile) -> Works | IllegalMove:
    """Return the spaces for the engineers, or the reason why there are none."""
    if tile.no_engineers:
        # Before this was a rule, seats could copy without an engineer left; their games must be able to continue.
        if position.pending.source == COPIED and position.company.engineers:
            return refusal(
                "BA-25.11",
                message(
                    "barrage.copying-requires-placing-engineers",
                    "The action after copying an officer must place engineers.",
                ),
            )
        return Works()
    return _engineers_place(position)


@remembered
def _engineers_place(position: Position) -> Works | IllegalMove:
    """Return the spaces for the engineers of a tile that needs them, or the reason why there are none."""
    space = next_space(position)
    if space is None:
        return refusal(
            "BA-9.3",
            message("barrage.construction-spaces-occupied", "All your construction spaces are filled in this round."),
        )
    if position.company.engineers < space.engineers:
        return refusal(
            "BA-8.3",
            message(
                "barrage.construction-space-needs-engineers",
                "The construction space asks for {needed} engineers, you have {left}.",
                needed=space.engineers,
                left=position.company.engineers,
            ),
        )
    fee = position.constants.red_space_fee if space.red else 0
    return Works(f"{space.id}/{position.seat}", space.engineers, fee)


# --------------------------------------------------------------------------------------------------------------------
# Cost
# --------------------------------------------------------------------------------------------------------------------


def prices(position: Position, structure: str) -> dict[str, Price]:
    """Return the sites of a structure by their price."""
    key = ("prices", structure)
    if key not in position.map_memory:
        rule = position.edition.all(StructureRule)[structure]
        red, fee = rule.red(position.components), position.constants.red_site_fee
        position.map_memory[key] = {
            site: (cost, fee if site in red else 0) for site, cost in rule.costs(position).items()
        }
    found: dict[str, Price] = position.map_memory[key]
    return found


def payments(position: Position, cost: Costs, tile: Tile) -> Payments:
    """Return the ways to pay the building cost from any supply, with the fewest credits for each."""
    return {(0, 0): 0} if tile.no_machinery else _payments(cost, tile, position.figure("credits_per_machinery"))


@lru_cache(maxsize=1024)
def _payments(cost: Costs, tile: Tile, credits_per_machinery: int | None) -> Payments:
    found: Payments = {}
    replaceable = credits_per_machinery is not None
    usual, *others = cost
    ways = [_shares(tile, *usual, replaceable), *(_partly(*other, replaceable) for other in others)]
    for way in ways:
        for paid, missing in way:
            credits = missing * (credits_per_machinery or 0)
            if credits <= found.get(paid, credits):
                found[paid] = credits
    return found


def _shares(tile: Tile, excavators: int, mixers: int, replaceable: bool) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield possible payments for a cost, and the number of missing machineries (BA-26.12, BA-26.14)."""
    if tile.most_machinery is not None and excavators:
        excavators = min(excavators, tile.most_machinery)
    if tile.one_machinery_only:
        yield from _partly(excavators, 0, replaceable)
        yield from _partly(0, mixers, replaceable)
    elif tile.interchangeable:
        total = excavators + mixers
        for dug in range(total + 1):
            yield from _partly(dug, total - dug, replaceable)
    else:
        yield from _partly(excavators, mixers, replaceable)


def _partly(excavators: int, mixers: int, replaceable: bool) -> Iterator[tuple[tuple[int, int], int]]:
    if not replaceable:
        yield (excavators, mixers), 0
        return
    for dug in range(excavators + 1):
        for mixed in range(mixers + 1):
            yield (dug, mixed), excavators + mixers - dug - mixed


def affordable(position: Position, price: Price, tile: Tile, fee: int) -> Payments:
    """Return the ways to pay that the seat can afford, with the fees of red space and red site (BA-5.9, BA-8.5)."""
    company, (cost, red_fee) = position.company, price
    left = position.funds - fee - (0 if tile.no_red_site_fee else red_fee)
    if left < 0:
        return {}
    return {
        paid: credits
        for paid, credits in payments(position, cost, tile).items()
        if paid[0] <= company.excavators and paid[1] <= company.mixers and credits <= left
    }


def site_fee(position: Position, structure: str, site: str, tile: Tile | None = None) -> int:
    """Return the fee of a red site (BA-5.9); one tile waives it (BA-26.9)."""
    red = position.edition.all(StructureRule)[structure].red(position.components)
    return position.constants.red_site_fee if site in red and not (tile and tile.no_red_site_fee) else 0


# --------------------------------------------------------------------------------------------------------------------
# Possible structures
# --------------------------------------------------------------------------------------------------------------------


@remembered
def ways(position: Position, structure: str) -> dict[str, tuple[Tool, list[str]]]:
    """Return, by its name, each tool for a structure, and its possible sites."""
    if position.left(structure) <= 0:
        return {}
    able = [(tool, tile, place.fee) for tool, tile, place in _ready(position) if builds(tile, structure)]
    return {
        _name(tool): (tool, sites) for tool, tile, fee in able if (sites := _payable(position, structure, tile, fee))
    }


@remembered
def _ready(position: Position) -> list[tuple[Tool, Tile, Works]]:
    """Return the tools for which the seat has engineers, the tiles they show, and the engineers' spaces."""
    shows = [(tool, shown(position, tool)) for tool in tools(position)]
    return [(tool, tile, place) for tool, tile in shows if not isinstance(place := works(position, tile), IllegalMove)]


def _payable(position: Position, structure: str, tile: Tile, fee: int) -> list[str]:
    """Return the open sites that the seat can pay with a tile; prices alone usually show that there are none."""
    asked = prices(position, structure)
    paid = {price for price in set(asked.values()) if affordable(position, price, tile, fee)}
    return [site for site in open_sites(position, structure) if asked[site] in paid] if paid else []


def open_sites(position: Position, structure: str) -> list[str]:
    """Return the sites on which only the cost may forbid the structure."""
    key = ("open sites", structure)
    if key not in position.map_memory:
        rule = position.edition.all(StructureRule)[structure]
        position.map_memory[key] = [site for site in rule.likely(position) if rule.obstacle(position, site) is None]
    found: list[str] = position.map_memory[key]
    return found


def structures(position: Position) -> list[str]:
    """Return the structure types that can be built."""
    return [structure for structure in position.edition.all(StructureRule) if ways(position, structure)]


def possible(position: Position) -> bool:
    """Return whether anything can be built."""
    return any(ways(position, structure) for structure in position.edition.all(StructureRule))


# --------------------------------------------------------------------------------------------------------------------
# Building
# --------------------------------------------------------------------------------------------------------------------


def check_site(position: Position, structure: str, site: str) -> None:
    """Check that the company has the piece and the site may hold it. Raise IllegalMove if not."""
    rule = position.edition.all(StructureRule).get(structure)
    if rule is None:
        raise refusal(
            "BA-1.4",
            message(
                "barrage.unknown-structure", "There is no structure called {structure}.", structure=Term(structure)
            ),
        )
    if site not in frozenset(rule.sites(position)):
        raise refusal(
            "BA-1.4", message("barrage.unknown-site", "There is no site {site} for that structure.", site=Term(site))
        )
    if found := no_piece(position, structure) or rule.obstacle(position, site):
        raise found


def answer_construct(course: Course, pending: Pending, command: Construct) -> None:
    """Put engineers, tile and machineries on the wheel, turn it, and build the piece (BA-9.4 to BA-9.10)."""
    seat = pending.seat
    position = course.at(seat)
    check_site(position, command.structure, command.site)
    tool = tool_of(position, command.tile, command.copies)
    tile = shown(position, tool)
    if not builds(tile, command.structure):
        raise refusal(
            "BA-9.5",
            message("barrage.tile-builds-other-structure", "The technology tile does not show that structure."),
        )
    place = works(position, tile)
    if isinstance(place, IllegalMove):
        raise place
    credits = _price(position, command, tile, place)
    if place.engineers:
        course.change(EngineersPlaced(seat=seat, space=place.space, engineers=place.engineers))
    if place.fee + credits:
        course.change(Paid(seat=seat, credits=place.fee + credits))
    wheel.put(course, seat, tool.tile, command.excavators, command.mixers)
    wheel.turn(course, seat, 1)
    build(course, seat, command.structure, command.site, tile)
    if tile.effect:
        course.open(Pending(kind=TILE.name, seat=seat, source=tile.id, site=command.site))
    course.open(Pending(kind=END_TURN, seat=seat, amount=place.engineers))


def _price(position: Position, command: Construct, tile: Tile, place: Works) -> int:
    """Return the credits that replace machineries. Raise IllegalMove if machineries do not match the cost."""
    paid = (command.excavators, command.mixers)
    asked = prices(position, command.structure)[command.site]
    ways = payments(position, asked[0], tile)
    if paid not in ways:
        raise refusal(
            "BA-9.6",
            message("barrage.wrong-building-cost", "That is not the building cost: {ways}.", ways=cost_text(ways)),
        )
    if paid not in affordable(position, asked, tile, place.fee):
        company = position.company
        if paid[0] > company.excavators or paid[1] > company.mixers:
            raise refusal(
                "BA-9.6", message("barrage.not-enough-machineries", "You do not have those machineries in your supply.")
            )
        fees = place.fee + site_fee(position, command.structure, command.site, tile)
        rule = "BA-8.4" if place.fee > company.credits else "BA-5.9" if not ways[paid] else "BA-25.6"
        raise position.poor(rule, fees + ways[paid])
    return ways[paid]


def cost_text(ways: Payments) -> Message:
    """Return the most expensive payment in machineries, as an example of the cost."""
    excavators, mixers = max(ways, key=sum)
    return message(
        "barrage.building-cost",
        "{excavators} excavators and {mixers} concrete mixers",
        excavators=excavators,
        mixers=mixers,
    )


def build(course: Course, seat: int, structure: str, site: str, tile: Tile | None = None) -> None:
    """Put the piece on its site, pay the red fee, and gain an income it reveals (BA-9.8, BA-9.9)."""
    position = course.at(seat)
    fee = site_fee(position, structure, site, tile)
    course.change(Built(seat=seat, structure=structure, site=site))
    if fee:
        course.change(Paid(seat=seat, credits=fee))
    ordinal = course.state.companies[seat].built[structure]
    income = income_of(position, structure).get(ordinal)
    if income:
        effects.grant(course, seat, income, f"{structure}/{ordinal}")


def income_of(position: Position, structure: str) -> dict[int, Reward]:
    """Return a structure type's incomes by the piece that reveals them (BA-7.2); powerhouses have none (BA-7.4)."""
    if not position.abilities.income:
        return {}
    board = position.components.company[position.company.company]
    found: dict[int, Reward] = getattr(board.income, structure, {})
    return found


def _follow_tile(course: Course, pending: Pending) -> None:
    """Grant the effect of the technology tile used (BA-9.10)."""
    reward = course.components.tile[pending.source].effect
    effects.grant(course, pending.seat, reward, pending.source, site=pending.site)
    course.settle(EffectFollowed, seat=pending.seat, source=pending.source)


TILE = Following("tile", _follow_tile)


# --------------------------------------------------------------------------------------------------------------------
# Questions
# --------------------------------------------------------------------------------------------------------------------

_NO_COPY = "/"
"""Separates the tile put on the wheel from the one it copies."""


def _name(tool: Tool) -> str:
    return f"{tool.tile}{_NO_COPY}{tool.copies}" if tool.copies else tool.tile


def _tool_label(position: Position, tool: Tool) -> Message:
    said = questions.tile(position, tool.shows)
    return message("barrage.copied-tile", "{tile}, copied", tile=said) if tool.copies else said


def _site_label(position: Position, structure: str, site: str) -> Message:
    label = position.edition.all(StructureRule)[structure].label
    return label(position, site) if label else questions.site(position, site)


def _site_cost(position: Position, structure: str, site: str) -> Message:
    """Return the machineries that a site costs; a red one shows its fee itself."""
    (excavators, mixers), *_ = prices(position, structure)[site][0]
    return questions.amounts(excavators=excavators, mixers=mixers)


def _tool_cost(position: Position, structure: str, site: str, tool: Tool) -> Message:
    """Return the most machineries that a tile needs for it."""
    excavators, mixers = max(payments(position, prices(position, structure)[site][0], shown(position, tool)), key=sum)
    return questions.amounts(excavators=excavators, mixers=mixers)


def _place_cost(position: Position) -> Message | None:
    """Return the engineers that a construction needs, and the fee of a red space."""
    place = _engineers_place(position)
    if isinstance(place, IllegalMove):
        return None
    return questions.amounts(engineers=place.engineers, credits=place.fee)


def _script(position: Position) -> Script:
    """Ask for the structure, the site, the tile, and the payment."""
    structure = yield Choose(
        message("barrage.choose-structure", "Build which structure?"),
        structures(position),
        lambda value: words.STRUCTURE[value],
    )
    usable = ways(position, structure)
    sites = dict.fromkeys(site for _, reached in usable.values() for site in reached)
    site = yield Choose(
        message("barrage.choose-site", "Build it where?"),
        list(sites),
        lambda value: _site_label(position, structure, value),
        questions.site_elements,
        cost=lambda value: _site_cost(position, structure, value),
    )
    named = yield Choose(
        message("barrage.choose-technology-tile", "With which technology tile?"),
        [name for name, (_, reached) in usable.items() if site in reached],
        lambda value: _tool_label(position, usable[value][0]),
        lambda value: (f"tile:{usable[value][0].shows}",),
        cost=lambda value: _tool_cost(position, structure, site, usable[value][0]),
    )
    tool = usable[named][0]
    tile = shown(position, tool)
    place = works(position, tile)
    fee = place.fee if isinstance(place, Works) else 0
    payable = {
        f"{paid[0]}-{paid[1]}": (*paid, credits)
        for paid, credits in affordable(position, prices(position, structure)[site], tile, fee).items()
    }

    def label(value: str) -> Message:
        excavators, mixers, credits = payable[value]
        return questions.amounts(excavators=excavators, mixers=mixers, credits=credits)

    without_credits = min(payable, key=lambda value: payable[value][2])
    return Lastly(
        Choose(
            message("barrage.choose-payment", "Pay with what?"), list(payable), label, usual=lambda: (without_credits,)
        ),
        lambda value: Construct(
            structure=structure,
            site=site,
            tile=tool.tile,
            copies=tool.copies,
            excavators=payable[value][0],
            mixers=payable[value][1],
        ),
    )


CONSTRUCTION = Action(
    "construct", MenuEntry(message("barrage.construction", "Construction"), possible, _script, _place_cost)
)
