"""Rewards, costs and engineers as rows of icons with numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.barrage.model.pieces import AREAS, Effect, Reward
from domain.barrage.rendering.icons import icon
from domain.graphics.lettering import length
from domain.graphics.svg import element, text
from domain.numerals import numeral, signed

LOOKS: dict[str, tuple[str, str]] = {
    "credits": ("credits", "ba-gold"),
    "vp": ("vp", "ba-gold"),
    "excavators": ("excavators", "ba-icon"),
    "mixers": ("mixers", "ba-icon"),
    "machinery": ("machinery", "ba-icon"),
    "energy_steps": ("energy", "ba-energy"),
    "energy_produced": ("energy_contract", "ba-energy"),
    "rotate_wheel": ("wheel", "ba-icon"),
    "water_delayed": ("drop", "ba-drop"),
    "water_immediate": ("flow", "ba-drop"),
    "free_base": ("base", "ba-icon"),
    "free_elevation": ("elevation", "ba-icon"),
    "free_conduit": ("conduit", "ba-icon"),
    "free_powerhouse": ("powerhouse", "ba-icon"),
    "produce": ("energy_contract", "ba-energy"),
    "take_contracts": ("contract", "ba-icon"),
    "take_patent": ("patent", "ba-icon"),
    "drop_on_empty_dams": ("drop", "ba-drop"),
    "fill_raised_dam": ("drop", "ba-drop"),
}
"""The icon of every symbol and its look; an expansion adds its own."""
PER: dict[str, str] = {
    "base": "base",
    "elevation": "elevation",
    "powerhouse": "powerhouse",
    "raised_dam": "elevation",
    "advanced_tile": "patent",
    "conduit_value": "conduit",
}


def symbol(effect: Effect, x: float, y: float, size: float) -> tuple[str, float]:
    """Draw one symbol from x on; return the width as well."""
    name, look = LOOKS[effect.name]
    drawn = icon(name, x + size / 2, y, size, look)
    words = _number(effect)
    width = size + 3
    if words:
        drawn += text(words, x=x + width, y=y, font_size=size * 0.92, class_="ba-start ba-strong")
        width += size * 0.56 * length(words) + 4
    if effect.free_base is not None:
        for area in AREAS:
            look = f"ba-{area} ba-cell" if area in effect.free_base.areas else "ba-none"
            drawn += element("rect", x=x + width, y=y - size * 0.3, width=size * 0.4, height=size * 0.6, class_=look)
            width += size * 0.45
    if effect.per is not None:
        drawn += text("/", x=x + width + 4, y=y, font_size=size * 0.9, class_="ba-soft")
        drawn += icon(PER[effect.per], x + width + 12 + size * 0.4, y, size * 0.8)
        width += size * 0.8 + 14
    return drawn, width + size * 0.2


def _unless_one(effect: Effect) -> str:
    return "" if effect.amount == 1 else str(effect.amount)


def nothing(effect: Effect) -> str:
    """Return no number beside the icon."""
    return ""


NUMBER: dict[str, Callable[[Effect], str]] = {
    "produce": lambda effect: signed(effect.amount),
    "free_conduit": lambda effect: f"≤{effect.free_conduit.max_value}" if effect.free_conduit else "",
    "free_base": nothing,
    "free_elevation": _unless_one,
    "free_powerhouse": _unless_one,
    "take_patent": nothing,
    "drop_on_empty_dams": lambda effect: "∀",
    "fill_raised_dam": lambda effect: "↑",
}
"""The text beside an icon, if it is not simply a number."""


def _number(effect: Effect) -> str:
    return NUMBER[effect.name](effect) if effect.name in NUMBER else numeral(effect.amount)


def symbols(reward: Reward, x: float, y: float, size: float) -> str:
    """Draw a reward in one line."""
    return line(reward, x, y, size)[0]


def line(reward: Reward, x: float, y: float, size: float) -> tuple[str, float]:
    """Draw a reward in one line from x on; return the width as well."""
    parts, left = [], x
    for effect in reward:
        drawn, width = symbol(effect, left, y, size)
        parts.append(drawn)
        left += width
    return "".join(parts), left - x


def fitting(reward: Reward, x: float, y: float, width: float, most: float = 34.0) -> str:
    """Draw a reward as large as it fits into a width."""
    size = min(most, most * width / line(reward, x, y, most)[1])
    return symbols(reward, x, y, size)


def amounts(counts: Mapping[str, int], x: float, y: float, size: float) -> str:
    """Draw credits, excavators and mixers with their numbers; 0 is left out."""
    parts, left = [], x
    for name in ("credits", "excavators", "mixers"):
        if count := counts.get(name):
            sign, look = LOOKS[name]
            parts.append(icon(sign, left + size / 2, y, size, look))
            parts.append(text(str(count), x=left + size + 3, y=y, font_size=size * 0.92, class_="ba-start ba-strong"))
            left += size * (1.3 + 0.56 * len(str(count))) + 4
    return "".join(parts)


def engineers(count: int, fee: int, x: float, y: float) -> str:
    """Draw a number of engineers, and the additional cost of a red space."""
    people = "".join(icon("engineer", x + 19 * place, y, 22, "ba-faint") for place in range(count))
    if not fee:
        return people
    return people + text(str(fee), x=x + 19 * count + 1, y=y, font_size=26, class_="ba-strong ba-red-ink")
