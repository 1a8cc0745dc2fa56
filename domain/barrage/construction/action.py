"""The construction action (BA-9): the command, its questions, and the effect of the tile."""

from __future__ import annotations

from domain.barrage import effects
from domain.barrage.construction import wheel
from domain.barrage.construction.build import build, check_site
from domain.barrage.construction.costs import Payments, affordable, payments, prices, site_fee
from domain.barrage.construction.engineers import Works, usual_works, works
from domain.barrage.construction.possible import possible, structures, ways
from domain.barrage.construction.tiles import Tool, builds, shown, tool_of
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, Following, StructureRule
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.changes import EngineersPlaced, Paid
from domain.barrage.model.commands import Construct
from domain.barrage.model.facts import EffectFollowed
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Tile
from domain.barrage.model.stages import END_TURN
from domain.barrage.narration import questions, words
from domain.game import Choose, FinalField, IllegalMove, Script
from domain.game_kit.menu import MenuEntry
from domain.message import Message, message


def answer_construct(course: Course, pending: Pending, command: Construct) -> None:
    """Put engineers, tile and machinery on the wheel, turn it, and build the piece (BA-9.4 to BA-9.10)."""
    seat = pending.seat
    position = course.at(seat)
    check_site(position, command.structure, command.site)
    tool = tool_of(position, command.tile, command.copies)
    tile = shown(position, tool)
    if not builds(tile, command.structure):
        raise refusal(
            "BA-9.5",
            message("barrage.tile-builds-other-structure", "This technology tile doesn't build that structure."),
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
    """Return the credits that replace machinery. Raise IllegalMove if machinery does not match the cost."""
    paid = (command.excavators, command.mixers)
    asked = prices(position, command.structure)[command.site]
    ways = payments(position, asked[0], tile)
    if paid not in ways:
        raise refusal(
            "BA-9.6",
            message("barrage.wrong-building-cost", "This doesn't match the building cost: {cost}.", cost=_most(ways)),
        )
    if paid not in affordable(position, asked, tile, place.fee):
        company = position.company
        if paid[0] > company.excavators or paid[1] > company.mixers:
            raise refusal(
                "BA-9.6",
                message(
                    "barrage.not-enough-machinery",
                    "This costs {cost}; you have {supply}.",
                    cost=questions.amounts(excavators=paid[0], mixers=paid[1]),
                    supply=questions.amounts(excavators=company.excavators, mixers=company.mixers),
                ),
            )
        fees = place.fee + site_fee(position, command.structure, command.site, tile)
        rule = "BA-8.4" if place.fee > company.credits else "BA-5.9" if not ways[paid] else "BA-25.6"
        raise position.poor(rule, fees + ways[paid])
    return ways[paid]


def _most(ways: Payments) -> Message:
    """Return the payment with most machinery, as an example of the cost."""
    excavators, mixers = max(ways, key=sum)
    return questions.amounts(excavators=excavators, mixers=mixers)


def _follow_tile(course: Course, pending: Pending) -> None:
    """Grant the effect of the technology tile used (BA-9.10)."""
    reward = course.components.tile[pending.source].effect
    effects.grant(course, pending.seat, reward, pending.source, site=pending.site)
    course.settle(EffectFollowed, seat=pending.seat, source=pending.source)


TILE = Following("tile", _follow_tile)


def _tool_label(position: Position, tool: Tool) -> Message:
    said = questions.tile(position, tool.shows)
    return message("barrage.copied-tile", "{tile} (copied by the special tile)", tile=said) if tool.copies else said


def _site_label(position: Position, structure: str, site: str) -> Message:
    label = position.edition.all(StructureRule)[structure].label
    return label(position, site) if label else questions.site(position, site)


def _site_cost(position: Position, structure: str, site: str) -> Message:
    """Return the machinery that a site costs; a red one shows its fee itself."""
    (excavators, mixers), *_ = prices(position, structure)[site][0]
    return questions.amounts(excavators=excavators, mixers=mixers)


def _tool_cost(position: Position, structure: str, site: str, tool: Tool) -> Message:
    """Return the most machinery that a tile needs for it."""
    excavators, mixers = max(payments(position, prices(position, structure)[site][0], shown(position, tool)), key=sum)
    return questions.amounts(excavators=excavators, mixers=mixers)


def _place_cost(position: Position) -> Message | None:
    """Return the engineers that a construction needs, and the fee of a red space."""
    place = usual_works(position)
    if isinstance(place, IllegalMove):
        return None
    return questions.amounts(engineers=place.engineers, credits=place.fee)


def _script(position: Position) -> Script:
    """Ask for the structure, the site, the tile, and the payment."""
    structure = yield Choose(
        message("barrage.choose-structure", "Choose a structure to build"),
        structures(position),
        lambda value: words.STRUCTURE[value],
    )
    usable = ways(position, structure)
    sites = dict.fromkeys(site for _, reached in usable.values() for site in reached)
    site = yield Choose(
        message("barrage.choose-site", "Choose a site"),
        list(sites),
        lambda value: _site_label(position, structure, value),
        questions.site_elements,
        cost=lambda value: _site_cost(position, structure, value),
    )
    named = yield Choose(
        message("barrage.choose-technology-tile", "Choose a technology tile"),
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
    return FinalField(
        Choose(
            message("barrage.choose-payment", "Choose how to pay"),
            list(payable),
            label,
            usual=lambda: (without_credits,),
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
