"""The frame of every drawing."""

from __future__ import annotations

from domain.brass.model.components import Era
from domain.brass.rendering.style import ROOT
from domain.graphics.svg import element, escape


def frame(title: str, style: str, era: Era, size: tuple[float, float], *parts: str) -> str:
    """Draw a whole drawing of this width and height, in the colours of the era."""
    width, height = size
    return element(
        "svg",
        element("title", escape(title)),
        element("style", style),
        element("rect", width=width, height=height, class_=f"bb-ground-{era}"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        class_=ROOT,
        role="group",
    )
