"""The legend for the symbols on the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from domain.barrage.model.state import State
from domain.barrage.narration import words
from domain.barrage.rendering.icons import icon
from domain.barrage.rendering.sheet import LINE, READABLE, Sheet, heading, lines
from domain.graphics.svg import fitted, marked
from domain.message import Message, message


@dataclass(frozen=True)
class Sign:
    """The meaning of an icon, its look, and the games in which it is used."""

    said: Message
    look: str = "ba-icon"
    seen: Callable[[State], bool] = lambda view: True


SIGNS: dict[str, Sign] = {
    "vp": Sign(message("barrage.vp", "VP"), "ba-gold"),
    "credits": Sign(message("barrage.sign-credits", "credits"), "ba-gold"),
    "energy": Sign(message("barrage.sign-energy-without-contract", "energy (not for contracts)"), "ba-energy"),
    "energy_contract": Sign(
        message("barrage.sign-energy-with-contract", "production, or energy that can fulfil contracts"), "ba-energy"
    ),
    "excavators": Sign(message("barrage.excavators", "excavators")),
    "mixers": Sign(message("barrage.concrete-mixers", "concrete mixers")),
    "machinery": Sign(message("barrage.machinery-of-choice", "excavators or mixers")),
    "engineer": Sign(message("barrage.sign-engineers", "engineers")),
    "wheel": Sign(message("barrage.sign-turn-wheel", "wheel rotations")),
    "drop": Sign(message("barrage.drops-onto-headstreams", "drops on headstreams"), "ba-drop"),
    "flow": Sign(message("barrage.sign-drops-flowing-at-once", "drops that flow immediately"), "ba-drop"),
    "contract": Sign(message("barrage.sign-contracts", "contracts")),
    "patent": Sign(message("barrage.advanced-tiles", "advanced tiles")),
    "objective": Sign(message("barrage.sign-objective", "objective"), "ba-gold"),
    "base": Sign(words.STRUCTURE["base"]),
    "elevation": Sign(words.STRUCTURE["elevation"]),
    "conduit": Sign(words.STRUCTURE["conduit"]),
    "powerhouse": Sign(words.STRUCTURE["powerhouse"]),
    "any": Sign(words.STRUCTURE["any"]),
}
"""The icons by name; an expansion adds its own."""
NOTES: tuple[Message, ...] = (
    message(
        "barrage.legend-sites",
        "Base sites: U is the upper site of a basin, L the lower one. Conduit sites: A is on the left, B on the right.",
    ),
    message(
        "barrage.legend-dams-and-conduits",
        "Dams: drops / capacity, with one slab per level. Conduits: the number is the conduit value.",
    ),
    message("barrage.legend-headstreams", "Headstreams: new drops in each round; the current round is framed."),
    message(
        "barrage.legend-wheels", "Wheels: the number on the rim shows how many rotations it takes to open the segment."
    ),
)
COLUMN = 496.0


def legend(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the signs in one or two columns, and below them an explanation of the map and its names."""
    columns = int(drawn.width / COLUMN)
    room = drawn.width / columns - 60
    known = {name: sign for name, sign in SIGNS.items() if sign.seen(drawn.view)}
    parts, y = [heading(drawn.say(message("barrage.signs", "Icons")), 14, top + 16)], top + 52
    for place, (name, sign) in enumerate(known.items()):
        x, middle = 14 + COLUMN * (place % columns), y + LINE * (place // columns)
        parts.append(icon(name, x + 16, middle, 28, sign.look))
        said = drawn.say(sign.said)
        parts.append(fitted(said, room, READABLE, letter=0.5, least=READABLE, x=x + 44, y=middle, class_="ba-start"))
    y += LINE * -(-len(known) // columns) + 4
    constants = drawn.components.constants
    fees = message(
        "barrage.legend-red-frames",
        "Red frames: a space costs {space} extra credits; a site costs {site} extra.",
        space=constants.red_space_fee,
        site=constants.red_site_fee,
    )
    for note in (fees, *NOTES):
        part, height = lines(drawn.say(note), 14, y, drawn.width - 28)
        parts.append(part)
        y += height + 2
    return marked("legend", drawn.say(message("barrage.signs-title", "Icons and their meanings")), *parts), y - top
