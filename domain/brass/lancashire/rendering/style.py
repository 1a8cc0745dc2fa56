"""The style sheet for parts that only Brass: Lancashire has: the sea, the distant market and a third banner."""

from __future__ import annotations

from domain.brass.rendering import style

STYLE = (
    style.STYLE
    + """.brass{--bb-sea:#cfdcdc;--bb-other:#a5573a}
@media (prefers-color-scheme:dark){.brass{--bb-sea:#1d2b30;--bb-other:#c98765}}
.bb-sea{fill:var(--bb-sea)}
.bb-other{stroke:var(--bb-other)}
.bb-here{fill:var(--bb-slot);stroke:var(--bb-shine);stroke-width:4}
.bb-face-down{fill:var(--bb-flipped);stroke:var(--bb-gold);stroke-width:3}
.bb-closed{stroke:var(--bb-ink);stroke-width:4;stroke-linecap:round}
.bb-virtual{fill:none;stroke:var(--bb-soft);stroke-width:4;stroke-dasharray:2 9;stroke-linecap:round}
"""
)
