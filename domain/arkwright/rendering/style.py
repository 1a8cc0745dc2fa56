"""The style sheet of the drawings.

A page may set the ``--aw-`` variables; if it does not, the colours follow the reader's colour scheme.
"""

from __future__ import annotations

from domain.graphics.svg import TYPEFACE

STYLE = (
    f"\n.arkwright{{{TYPEFACE}}}"
    + """
.arkwright{
--aw-ground:#ece7dc;--aw-ink:#26221d;--aw-soft:#655d52;--aw-plate:#fbf9f3;--aw-edge:#857c70;--aw-slot:#f3eee3;
--aw-now:#f6e3b4;--aw-shine:#b5532a;--aw-up:#c23b30;--aw-down:#2f8a4c;--aw-demand:#2f68b1;--aw-gold:#8a6a12;
--aw-seat-0:#7a4aa5;--aw-seat-1:#e8842c;--aw-seat-2:#f5d23f;--aw-seat-3:#f8f6f0;
--aw-orange:#d9742b;--aw-green:#31804a;--aw-purple:#7d4c9e;--aw-grey:#8d8a84;
--aw-food:#f4dfbf;--aw-clothes:#d9e3f4;--aw-cutlery:#dfe4e8;--aw-lamps:#f5ecb8;--aw-title:#e3dccb;}
@media (prefers-color-scheme:dark){.arkwright{
--aw-ground:#191714;--aw-ink:#f0ece5;--aw-soft:#b5ab9c;--aw-plate:#25221e;--aw-edge:#938a7d;--aw-slot:#2f2b26;
--aw-now:#4a3d1c;--aw-shine:#ff9a68;--aw-up:#ef6a5c;--aw-down:#58bd7b;--aw-demand:#82b4ee;--aw-gold:#e0bb55;
--aw-food:#4a3a22;--aw-clothes:#28374e;--aw-cutlery:#363d43;--aw-lamps:#45401f;--aw-title:#38332c}}
.arkwright text{fill:var(--aw-ink);dominant-baseline:central;text-anchor:middle;stroke:none}
.arkwright .aw-start{text-anchor:start}
.arkwright .aw-end{text-anchor:end}
.arkwright .aw-soft{fill:var(--aw-soft)}
.arkwright .aw-strong{font-weight:700}
.aw-ground{fill:var(--aw-ground)}
.aw-panel{fill:var(--aw-plate);stroke:var(--aw-edge);stroke-width:1.5}
.aw-now{fill:var(--aw-now);stroke:var(--aw-shine);stroke-width:4}
.aw-space{fill:var(--aw-slot);stroke:var(--aw-edge);stroke-width:1}
.aw-chosen{fill:var(--aw-now);stroke:var(--aw-shine);stroke-width:3.5}
.aw-shadow{fill:#000;opacity:.28}
.aw-band-food{fill:var(--aw-food)}.aw-band-clothes{fill:var(--aw-clothes)}
.aw-band-cutlery{fill:var(--aw-cutlery)}.aw-band-lamps{fill:var(--aw-lamps)}.aw-band-title{fill:var(--aw-title)}
.aw-card{fill:var(--aw-plate);stroke:var(--aw-edge);stroke-width:1.5}
.aw-pip{fill:var(--aw-slot);stroke:var(--aw-edge);stroke-width:2}
.aw-none{fill:none;stroke:var(--aw-edge);stroke-width:2;stroke-dasharray:6 5}
.aw-up{fill:var(--aw-up)}.aw-down{fill:var(--aw-down)}
.aw-demand{fill:none;stroke:var(--aw-demand);stroke-width:5}
.aw-demand-flag{fill:var(--aw-demand)}
.arkwright .aw-on-demand{fill:var(--aw-plate);font-weight:700}
.aw-icon{fill:var(--aw-ink);fill-rule:evenodd}
.aw-faint{fill:var(--aw-soft);fill-rule:evenodd}
.aw-gold{fill:var(--aw-gold);fill-rule:evenodd}
.aw-mark{stroke:#26221d;stroke-width:2}
@media (prefers-color-scheme:dark){.aw-mark{stroke:#e0dcd5}}
.aw-seat-0{fill:var(--aw-seat-0)}.aw-seat-1{fill:var(--aw-seat-1)}
.aw-seat-2{fill:var(--aw-seat-2)}.aw-seat-3{fill:var(--aw-seat-3)}
.arkwright .aw-on-seat-0{fill:#fff}
.arkwright .aw-on-seat-1,.arkwright .aw-on-seat-2,.arkwright .aw-on-seat-3{fill:#26221d}
.aw-orange{fill:var(--aw-orange)}.aw-green{fill:var(--aw-green)}
.aw-purple{fill:var(--aw-purple)}.aw-grey{fill:var(--aw-grey)}
.arkwright .aw-on-orange,.arkwright .aw-on-grey{fill:#26221d}
.arkwright .aw-on-green,.arkwright .aw-on-purple{fill:#fff}
.aw-used{fill:var(--aw-slot);stroke:var(--aw-edge);stroke-width:1.5;stroke-dasharray:6 5}
.aw-token{fill:var(--aw-gold)}
"""
)
