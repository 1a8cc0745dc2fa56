"""Our own small vector icons, each a single path on a grid of 24 by 24, filled by the even-odd rule."""

from __future__ import annotations

from functools import lru_cache

from domain.graphics.svg import element

ICONS: dict[str, str] = {
    # A coin with a square hole.
    "credits": "M12 1.5a10.5 10.5 0 1 0 .01 0zM8.5 8.5h7v7h-7z",
    # A six-pointed medal.
    "vp": "M12 .5l3.3 5.7h6.7L18.6 12l3.4 5.8h-6.7L12 23.5l-3.3-5.7H2L5.4 12 2 6.2h6.7z",
    # An excavator with its arm.
    "excavators": "M2 17h14v4.5H2zM3 9h7v7H3zm1.8 1.8v2.7h3.4v-2.7zM10.5 11L17 4l5.5 7.5v5l-4.5 1 .8-2.8-1-3.2-1.6-2.2"
    "-3.7 4.2v2.5h-2z",
    # A concrete mixer's drum on its frame.
    "mixers": "M3 9l13-6.5 5.5 9L9 18.5c-4 1-8-5-6-9.5zm4 2.5l2.5 4 8-4.5-2.5-4zM3 21h18v2H3z",
    # A digger's shovel and a drum: either machinery.
    "machinery": "M1.5 13.5h9V22h-9zM3.5 15.5v4.5h5v-4.5zM12 11l10 0v11H12zM17 12.8a3.7 3.7 0 1 0 .01 0zM7 2h10v7H7z",
    # A flash of lightning.
    "energy": "M13.5 1L4 13.5h6.5L9 23l10.5-13.5h-7z",
    # A flash before a sheet: energy for contracts.
    "energy_contract": "M2 1.5h13l5.5 5.5v15.5H2zM12 4.5L6 13h4.2L8.8 20l7.2-9h-4.5z",
    # An arrow round a wheel.
    "wheel": "M12 2a10 10 0 1 0 10 10h-3.5a6.5 6.5 0 1 1-2-4.7L13.5 10.2H22V1.7l-3 3A10 10 0 0 0 12 2z",
    # A drop of water.
    "drop": "M12 1c4 5.5 7.5 9.5 7.5 14a7.5 7.5 0 0 1-15 0C4.5 10.5 8 6.5 12 1z",
    # A drop with an arrow: it flows at once.
    "flow": "M8.5 1c3 4.2 5.8 7.2 5.8 10.8a5.8 5.8 0 0 1-11.6 0C2.7 8.2 5.5 5.2 8.5 1z"
    "M16.5 8h4v8.5H24L18.5 23 13 16.5h3.5z",
    # The foot of a dam.
    "base": "M2 19l3.5-9h13l3.5 9zM1 20h22v2.5H1z",
    # A wall upon a dam.
    "elevation": "M6 3h12l1 6.5H5zM4.7 11h14.6l1 5H3.7zM3.4 17.5h17.2l1 5H2.4z",
    # A pipe between two flanges.
    "conduit": "M1 6h4v3h14V6h4v12h-4v-3H5v3H1z",
    # A house with a turbine.
    "powerhouse": "M2 10l10-8 10 8v12.5H2zm10 .5a5 5 0 1 0 .01 0zm0 2.5a2.5 2.5 0 1 1-.01 0z",
    # A star: any structure.
    "any": "M12 1l3.1 7.3 7.9.7-6 5.2 1.8 7.8L12 17.9 5.2 22 7 14.2 1 9l7.9-.7z",
    # A sheet with lines and a seal.
    "contract": "M3 1.5h13l5 5v16H3zM6 7v2h8V7zm0 4.5v2h12v-2zm0 4.5v2h7v-2z",
    # A gear: an advanced technology tile.
    "patent": "M10 1.5h4l.7 3 2 .9 2.7-1.7 2.8 2.8-1.7 2.7.9 2 3 .7v4l-3 .7-.9 2 1.7 2.7-2.8 2.8-2.7-1.7"
    "-2 .9-.7 3h-4l-.7-3-2-.9-2.7 1.7-2.8-2.8 1.7-2.7-.9-2-3-.7v-4l3-.7.9-2-1.7-2.7 2.8-2.8"
    " 2.7 1.7 2-.9zM12 8.5a4.2 4.2 0 1 0 .01 0z",
    # A person with a helmet.
    "engineer": "M6 7a6 6 0 0 1 12 0h1.5v2H18a6 6 0 0 1-12 0H4.5V7zM2.5 23c0-6 3-8.5 5.5-8.5h8c2.5 0 5.5 2.5 5.5 8.5z",
    # A target: the objective.
    "objective": "M12 1.5a10.5 10.5 0 1 0 .01 0zm0 3.5a7 7 0 1 1-.01 0zm0 3.5a3.5 3.5 0 1 0 .01 0z",
}


@lru_cache(maxsize=4096)
def icon(name: str, x: float, y: float, size: float, class_: str = "ba-icon") -> str:
    """Draw the icon in a square of this size with its centre at x, y."""
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:.4g})"
    return element("path", d=ICONS[name], transform=place, class_=class_)
