"""The style sheet for parts that only Brass: Birmingham has: beer, merchants and further banners."""

from __future__ import annotations

from domain.brass.rendering import style

STYLE = (
    style.STYLE
    + """.brass{--bb-beer:#a86a1c}
@media (prefers-color-scheme:dark){.brass{--bb-beer:#cf9440}}
.bb-beer{fill:var(--bb-beer);fill-rule:evenodd}
.bb-beer-on-tile{fill:#6b3c0c;stroke:#fff6e0;stroke-width:1.5;fill-rule:evenodd}
.bb-red{stroke:#c0402f}.bb-yellow{stroke:#d3a21a}.bb-purple{stroke:#8450b0}
.bb-stall{fill:var(--bb-slot);stroke:var(--bb-gold);stroke-width:2.5}
.bb-closed{fill:none;stroke:var(--bb-edge);stroke-width:2;stroke-dasharray:3 4}
"""
)
