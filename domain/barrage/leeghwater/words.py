"""Names of the pieces of the expansion."""

from __future__ import annotations

from domain.barrage.model.components import Components
from domain.barrage.model.leeghwater.components import leeghwater, without_energy
from domain.barrage.model.pieces import Effect
from domain.barrage.narration import space_names, words
from domain.message import Message, Term, counted, message


def _without_energy(symbol: Effect) -> Message:
    most = without_energy(symbol).max_requirement
    if most is None:
        return message("leeghwater.effect-contract-without-energy", "one of your contracts without energy")
    return message(
        "leeghwater.effect-contract-up-to-requirement",
        "one of your contracts (up to {requirement} energy) without energy",
        requirement=most,
    )


words.STRUCTURE["building"] = message("leeghwater.building", "building")
words.STRUCTURE_ON_SITE["building"] = lambda site: message(
    "leeghwater.building-on-site", "a building on {site}", site=site
)
words.EFFECT |= {
    "fulfil_contract": _without_energy,
    "fulfil_external_work": lambda symbol: counted(
        "leeghwater.effect-external-work-for-credits",
        "an external work for {count} credit per piece",
        "an external work for {count} credits per piece",
        count=symbol.amount,
    ),
    "take_advanced_tile": lambda symbol: message(
        "leeghwater.effect-take-advanced-tile", "an advanced tile from the patent office"
    ),
    "water_on_dam": lambda symbol: message("leeghwater.effect-drop-into-dam", "a drop directly on a dam with room"),
    "building_action": lambda symbol: message(
        "leeghwater.effect-activated-building-action", "use the private building just activated"
    ),
    "tile_from_wheel": lambda symbol: message("leeghwater.effect-tile-from-wheel", "a technology tile from your wheel"),
    "half_of_a_segment": lambda symbol: message(
        "leeghwater.effect-half-of-segment", "half the machinery in a wheel segment"
    ),
}
words.PER["building_vp"] = lambda said: message(
    "leeghwater.per-vp-of-building", "{effect} for each VP of the building", effect=said
)
words.BONUS |= {
    "external_works": lambda vp: message(
        "leeghwater.bonus-for-external-works", "{vp} VP per fulfilled external work", vp=vp
    ),
    "buildings": lambda vp: message("leeghwater.bonus-for-buildings", "{vp} VP per building", vp=vp),
}
words.POWER["drop_after_production"] = lambda n: counted(
    "leeghwater.power-drop-after-production",
    "{count} drop on another of your dams after each production",
    "{count} drops on another of your dams after each production",
    count=n,
)
words.OFFICER |= {
    "leslie_spencer": lambda officer: message(
        "leeghwater.officer-external-works-use-wheel", "you can put the machinery for external works on the wheel"
    ),
    "margot_fouche": lambda officer: message(
        "leeghwater.officer-space-for-building-action", "a private space to use an activated private building"
    ),
    "simone_luciani": lambda officer: counted(
        "leeghwater.officer-holds-more-contracts",
        "hold up to {count} contract; one production can fulfil several",
        "hold up to {count} contracts; one production can fulfil several",
        count=officer.contract_limit or 0,
    ),
    "tommaso_battista": lambda officer: message(
        "leeghwater.officer-architect-grants-turn",
        "placing the architect alone on a space for 1 engineer gives you another turn",
    ),
}


def work(components: Components, id: str) -> Message:
    """Name an external work by its cost and its reward."""
    found = leeghwater(components).external_work[id]
    price = (Effect(excavators=found.cost.excavators), Effect(mixers=found.cost.mixers))
    cost = words.reward(tuple(symbol for symbol in price if symbol.amount))
    return message(
        "leeghwater.external-work-with-reward",
        "external work for {cost} ({reward})",
        cost=cost,
        reward=words.reward(found.reward),
    )


def building(components: Components, id: str) -> Term:
    """Return the name of a private building."""
    return Term(leeghwater(components).private_building[id].name)


def _item(components: Components, id: str) -> Message | None:
    if id in leeghwater(components).external_work:
        return work(components, id)
    if id in leeghwater(components).private_building:
        return message("leeghwater.building-name", "{building}", building=building(components, id))
    return None


def _space(components: Components, name: str, which: str) -> Message | None:
    if name in (each.id for each in leeghwater(components).work_spaces):
        return message("leeghwater.external-works-slot", "External works {space}", space=name)
    if name in leeghwater(components).private_building:
        return message(
            "leeghwater.building-space", "{building}, space {number}", building=building(components, name), number=which
        )
    return None


words.ITEMS.append(_item)
space_names.SPACES.append(_space)
