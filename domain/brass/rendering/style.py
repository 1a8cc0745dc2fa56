"""The style sheet of the drawings of both games.

A page may set the ``--bb-`` variables; if it does not, the colours follow the reader's colour scheme.
"""

from __future__ import annotations

from domain.graphics.svg import TYPEFACE

ROOT = "brass"
"""The class that every drawing has."""

STYLE = (
    f"\n.brass{{{TYPEFACE}}}"
    + """
.brass{
--bb-canal-ground:#e9efdd;--bb-canal-map:#dbe6c8;--bb-rail-ground:#efe3dc;--bb-rail-map:#e4d3ca;--bb-ink:#2b2620;--bb-soft:#645a4b;--bb-slot:#fbf6ea;--bb-edge:#827660;
--bb-canal:#3f86b5;--bb-rail:#57493a;--bb-coal:#26221e;--bb-iron:#d0632b;--bb-gold:#8a6a12;
--bb-flipped:#3b342c;--bb-shine:#c2452d;--bb-plate:#fffaf0;--bb-track:#c9bfa8;
--bb-seat-0:#7a4aa5;--bb-seat-1:#e8842c;--bb-seat-2:#f5d23f;--bb-seat-3:#f8f6f0;}
@media (prefers-color-scheme:dark){.brass{
--bb-canal-ground:#14201d;--bb-canal-map:#1c2d28;--bb-rail-ground:#231917;--bb-rail-map:#33231f;--bb-ink:#f1e9da;--bb-soft:#b3a791;--bb-slot:#38332c;--bb-edge:#8c816d;
--bb-canal:#5fa9da;--bb-rail:#c0b096;--bb-coal:#7d766d;--bb-iron:#e0763d;--bb-gold:#e0bb55;
--bb-flipped:#0f0d0b;--bb-shine:#ff8a6b;--bb-plate:#171512;--bb-track:#4a443a}}
.brass text{fill:var(--bb-ink);dominant-baseline:central;text-anchor:middle;stroke:none}
.brass .bb-start{text-anchor:start}
.brass .bb-soft{fill:var(--bb-soft)}
.brass .bb-strong{font-weight:700}
.bb-ground-canal{fill:var(--bb-canal-ground)}
.bb-ground-rail{fill:var(--bb-rail-ground)}
.bb-map-canal{fill:var(--bb-canal-map)}
.bb-map-rail{fill:var(--bb-rail-map)}
.bb-panel{fill:var(--bb-plate);stroke:var(--bb-edge);stroke-width:1.5}
.bb-icon{fill:var(--bb-ink);fill-rule:evenodd}
.bb-icon.bb-soft{fill:var(--bb-soft);fill-rule:evenodd}
.bb-coal{fill:var(--bb-coal);stroke:#8d8577;stroke-width:1.5;fill-rule:evenodd}
.bb-iron{fill:var(--bb-iron);stroke:var(--bb-ink);stroke-width:1;fill-rule:evenodd}
.bb-gold{fill:var(--bb-gold);fill-rule:evenodd}
.bb-none-icon{fill:none;stroke:var(--bb-edge);stroke-width:1.5;stroke-dasharray:2.5 2.5}
.bb-slot{fill:var(--bb-slot);stroke:var(--bb-edge);stroke-width:2}
.bb-divide{stroke:var(--bb-edge);stroke-width:1.5;opacity:.6}
.bb-tile{stroke:#2b2620;stroke-width:2.5}
.bb-back{fill:#fffdf6;stroke:#2b2620;stroke-width:1.2}
.bb-plate{fill:var(--bb-plate);stroke-width:3}
.bb-teal{stroke:#1f8f86}.bb-blue{stroke:#3a6fc4}
.bb-plain{stroke:#8a6a12}.bb-outside{stroke:#2b2620;stroke-dasharray:5 3}
@media (prefers-color-scheme:dark){.bb-outside{stroke:#d8ccb4}}
.bb-discarded{opacity:.6}
.bb-cross{fill:none;stroke:var(--bb-shine);stroke-width:7;stroke-linecap:round}
.bb-counter{fill:var(--bb-plate);stroke:var(--bb-gold);stroke-width:2}
.bb-canal,.bb-rail,.bb-ties,.bb-hit{fill:none;stroke-linejoin:round}
.bb-canal{stroke:var(--bb-canal);stroke-width:11;stroke-linecap:round}
.bb-rail{stroke:var(--bb-rail);stroke-width:3.5}
.bb-ties{stroke:var(--bb-rail);stroke-width:13;stroke-dasharray:3 9}
.bb-later{opacity:.28}
.bb-hit{stroke:transparent;stroke-width:34}
.bb-owned{fill:none;stroke:#2b2620;stroke-width:19;stroke-linejoin:round}
.bb-way{fill:none;stroke-width:13;stroke-linejoin:round}
.bb-sleepers{fill:none;stroke:#2b2620;stroke-width:13;stroke-dasharray:2.5 9.5}
.bb-fill-0{fill:var(--bb-seat-0)}.bb-fill-1{fill:var(--bb-seat-1)}.bb-fill-2{fill:var(--bb-seat-2)}.bb-fill-3{fill:var(--bb-seat-3)}
.bb-line-0{stroke:var(--bb-seat-0)}.bb-line-1{stroke:var(--bb-seat-1)}.bb-line-2{stroke:var(--bb-seat-2)}
.bb-line-3{stroke:var(--bb-seat-3)}
.brass .bb-ink-0{fill:#fff;fill-rule:evenodd}
.brass .bb-ink-1,.brass .bb-ink-2,.brass .bb-ink-3{fill:#2b2620;fill-rule:evenodd}
.brass .bb-dark{fill:#2b2620;fill-rule:evenodd}
.bb-medal{fill:#5a3d08}
.brass .bb-vp{fill:#ffe9ad}
.bb-ring{fill:none;stroke:#2b2620;stroke-width:2.4}
.bb-mark,.bb-badge{stroke:#2b2620;stroke-width:2}
.bb-even{fill:var(--bb-plate);stroke:var(--bb-edge);stroke-width:1}
.bb-odd{fill:var(--bb-track);stroke:var(--bb-edge);stroke-width:1}
.bb-pin{fill:none;stroke:var(--bb-ink);stroke-width:3}
.bb-rule{stroke:var(--bb-edge);stroke-width:1;opacity:.6}
.bb-acting{fill:var(--bb-shine)}
"""
)
