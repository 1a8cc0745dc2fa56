"""The questions that lead to a construction: structure, site, tile, machineries."""

from __future__ import annotations

from domain.barrage.construction import Tool, Works, affordable, shown, structures, tool_sites, tools, works
from domain.barrage.machinery.position import Position
from domain.barrage.telling import questions, words
from domain.barrage.vocabulary.commands import Construct
from domain.game import Choose, Lastly, Script
from domain.message import Message, message

_NO_COPY = "/"
"""Parts the tile put onto the wheel from the one it copies."""


def _name(tool: Tool) -> str:
    return f"{tool.tile}{_NO_COPY}{tool.copies}" if tool.copies else tool.tile


def _tool_label(position: Position, tool: Tool) -> Message:
    said = questions.tile(position, tool.shows)
    return message("{tile}, copied", tile=said) if tool.copies else said


def _site_label(position: Position, structure: str, site: str) -> Message:
    label = position.edition.structures[structure].label
    return label(position, site) if label else questions.site(position, site)


def script_construct(position: Position) -> Script:
    """What is built, where, with which tile, and what it is paid with."""
    structure = yield Choose(
        message("Build which structure?"), list(structures(position)), lambda value: words.STRUCTURE[value]
    )
    usable = {_name(tool): (tool, list(tool_sites(position, structure, tool))) for tool in tools(position)}
    sites = dict.fromkeys(site for _, reached in usable.values() for site in reached)
    site = yield Choose(
        message("Build it where?"),
        list(sites),
        lambda value: _site_label(position, structure, value),
        questions.site_elements,
    )
    named = yield Choose(
        message("With which technology tile?"),
        [name for name, (_, reached) in usable.items() if site in reached],
        lambda value: _tool_label(position, usable[value][0]),
        lambda value: (f"tile:{usable[value][0].shows}",),
    )
    tool = usable[named][0]
    tile = shown(position, tool)
    place = works(position, tile)
    fee = place.fee if isinstance(place, Works) else 0
    ways = {
        f"{paid[0]}+{paid[1]}": (*paid, credits)
        for paid, credits in affordable(position, structure, site, tile, fee).items()
    }

    def label(value: str) -> Message:
        excavators, mixers, credits = ways[value]
        return questions.amounts(excavators=excavators, mixers=mixers, credits=credits)

    return Lastly(
        Choose(message("Pay with what?"), list(ways), label),
        lambda value: Construct(
            structure=structure,
            site=site,
            tile=tool.tile,
            copies=tool.copies,
            excavators=ways[value][0],
            mixers=ways[value][1],
        ),
    )
