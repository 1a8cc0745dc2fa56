"""Colours of stylesheets and drawings, light and dark, and the contrast of two of them (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

import re

DARK = re.compile(r"@media \(prefers-color-scheme: ?dark\) ?\{.*?\}\s*\}", re.DOTALL)
NAMED = re.compile(r"--([a-z0-9-]+): ?(#[0-9a-f]{3,6})\b")


def schemes(style: str) -> dict[str, dict[str, str]]:
    """Return the colour variables of a stylesheet, ``light`` and ``dark``; dark ones default to light ones."""
    light = dict(NAMED.findall(DARK.sub("", style)))
    dark = dict(pair for block in DARK.findall(style) for pair in NAMED.findall(block))
    return {"light": light, "dark": light | dark}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as the standard defines it."""
    digits = colour.removeprefix("#")
    whole = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(whole[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def fills(style: str, scheme: str) -> dict[str, str]:
    """Return the fill colours of a drawing by class; later rules win, as in a browser."""
    known = schemes(style)[scheme]
    sheets = [DARK.sub("", style)] + (DARK.findall(style) if scheme == "dark" else [])
    found = {}
    for sheet in sheets:
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
            filled = re.search(r"(?:^|;)fill:(#[0-9a-f]{3,6}|var\(--([a-z0-9-]+)\))", body)
            if filled:
                colour = known[filled[2]] if filled[2] else filled[1]
                found |= {each.split(".")[-1].strip(): colour for each in selectors.split(",")}
    return found
