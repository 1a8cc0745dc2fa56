"""The style sheet of the drawings.

A page may set the ``--ba-`` variables; if it does not, the colours follow the reader's colour scheme.
"""

from __future__ import annotations

from domain.barrage.rendering.emblems import COLOURS
from domain.graphics.svg import TYPEFACE

STYLE = (
    f"\n.barrage{{{TYPEFACE}}}"
    + """
.barrage{
--ba-ground:#eceadf;--ba-ink:#22262a;--ba-soft:#565c60;--ba-plate:#fbfaf5;--ba-edge:#666b69;
--ba-mountain:#d3d6da;--ba-hills:#d9dcc0;--ba-plains:#cfe0be;--ba-water:#3d8fc6;--ba-drop:#1f78b8;
--ba-red:#c23b30;--ba-gold:#8a6a12;--ba-shine:#c2452d;--ba-energy:#b07d00;--ba-slot:#f4f2ea;
--ba-neutral:#9a9488;
--ba-ridge:#e2e5e8;--ba-scarp:#c6cad0;--ba-snow:#f7f8f9;--ba-mound:#e4e7cd;--ba-field:#dfe9c6;--ba-tree:#c0d6ad;
--ba-contour:#b4ba8e;--ba-furrow:#bdd0a2;--ba-trunk:#8c7a58;}
@media (prefers-color-scheme:dark){.barrage{
--ba-ground:#17191b;--ba-ink:#edf0f0;--ba-soft:#a9b1b3;--ba-plate:#212528;--ba-edge:#9aa2a4;
--ba-mountain:#3a3f45;--ba-hills:#3d4030;--ba-plains:#2d3f2a;--ba-water:#4aa0da;--ba-drop:#63b5ea;
--ba-red:#ef6a5c;--ba-gold:#e0bb55;--ba-shine:#ff8a6b;--ba-energy:#f2c230;--ba-slot:#2b3033;
--ba-ridge:#444a51;--ba-scarp:#2d3237;--ba-snow:#4a5056;--ba-mound:#474a38;--ba-field:#384a33;--ba-tree:#3c5636;
--ba-contour:#5e634a;--ba-furrow:#4a5c42;--ba-trunk:#7d6f58}}
.barrage text{fill:var(--ba-ink);dominant-baseline:central;text-anchor:middle;stroke:none}
.barrage .ba-start{text-anchor:start}
.barrage .ba-end{text-anchor:end}
.barrage .ba-soft{fill:var(--ba-soft)}
.barrage .ba-strong{font-weight:700}
.ba-ground{fill:var(--ba-ground)}
.ba-mountain{fill:var(--ba-mountain)}.ba-hills{fill:var(--ba-hills)}.ba-plains{fill:var(--ba-plains)}
.ba-ridge{fill:var(--ba-ridge)}.ba-scarp{fill:var(--ba-scarp)}.ba-snow{fill:var(--ba-snow)}
.ba-mound{fill:var(--ba-mound)}.ba-field{fill:var(--ba-field)}.ba-tree{fill:var(--ba-tree)}
.ba-contour,.ba-furrow,.ba-trunk{fill:none;stroke-width:2}
.ba-contour{stroke:var(--ba-contour)}.ba-furrow{stroke:var(--ba-furrow)}.ba-trunk{stroke:var(--ba-trunk);stroke-width:3}
.barrage .ba-name{paint-order:stroke;stroke:var(--ba-plate);stroke-opacity:.85;stroke-width:5;stroke-linejoin:round}
.ba-panel{fill:var(--ba-plate);stroke:var(--ba-edge);stroke-width:1.5}
.ba-now{fill:var(--ba-plate);stroke:var(--ba-shine);stroke-width:4}
.ba-icon{fill:var(--ba-ink);fill-rule:evenodd}
.ba-gold{fill:var(--ba-gold);fill-rule:evenodd}
.ba-energy{fill:var(--ba-energy);fill-rule:evenodd}
.ba-drop{fill:var(--ba-drop);fill-rule:evenodd}
.ba-faint{fill:var(--ba-soft);fill-rule:evenodd;opacity:.6}
.barrage .ba-red-ink{fill:var(--ba-red)}
.ba-river{fill:none;stroke:var(--ba-water);stroke-width:15;stroke-linecap:round;stroke-linejoin:round;opacity:.55}
.ba-basin{fill:var(--ba-water);opacity:.32}
.ba-site{fill:var(--ba-slot);stroke:var(--ba-edge);stroke-width:2.5;stroke-dasharray:5 4}
.ba-site-red{fill:var(--ba-slot);stroke:var(--ba-red);stroke-width:4}
.ba-red-corner{fill:var(--ba-red);stroke:var(--ba-plate);stroke-width:1.5}
.ba-dam{fill:var(--ba-plate);stroke:var(--ba-ink);stroke-width:2.5}
.ba-tube{fill:none;stroke-linejoin:round;stroke-linecap:round}
.ba-tube-idle{stroke-width:4;stroke-dasharray:9 7;opacity:.9}
.ba-tube-casing{stroke:var(--ba-ink);stroke-width:15}
.ba-tube-built{stroke-width:10}
.ba-hit{fill:none;stroke:transparent;stroke-width:26}
.ba-value-1{stroke:#8e9396}.ba-value-2{stroke:#3f9a4f}.ba-value-3{stroke:#d8a91c}.ba-value-4{stroke:#e2771f}
.ba-value-5{stroke:#cc3b34}
.ba-valve{fill:var(--ba-plate);stroke-width:4}
.ba-neutral{fill:var(--ba-neutral)}
.barrage .ba-on-neutral{fill:#22262a;fill-rule:evenodd}
.ba-mark{stroke:#22262a;stroke-width:2}
@media (prefers-color-scheme:dark){.ba-mark{stroke:#d9dede}}
.ba-slab{stroke:var(--ba-ink);stroke-width:1.5}
.ba-no-slab{fill:none;stroke:var(--ba-edge);stroke-width:1.5;stroke-dasharray:3 3}
.ba-space{fill:var(--ba-slot);stroke:var(--ba-edge);stroke-width:2}
.ba-space-red{fill:var(--ba-slot);stroke:var(--ba-red);stroke-width:3.5}
.ba-blocked{opacity:.32}
.ba-none{fill:none;stroke:var(--ba-edge);stroke-width:2;stroke-dasharray:3 4}
.ba-section-0{fill:var(--ba-plate)}.ba-section-1{fill:#d9e8c4}.ba-section-2{fill:#f1e3a6}.ba-section-3{fill:#f3c98c}
.ba-section-4{fill:#eea877}.ba-section-5{fill:#e58872}
.barrage .ba-on-track{fill:#22262a;fill-rule:evenodd}
@media (prefers-color-scheme:dark){.ba-section-0{fill:#d4d8d8}}
.ba-cell{stroke:#22262a;stroke-width:1;stroke-opacity:.4}
.ba-green{fill:#2a8247}.ba-yellow{fill:#e0b31f}.ba-red{fill:#cc3b34}.ba-national{fill:#5a6fb0}.ba-starting{fill:#8b8f92}
.barrage .ba-on-green,.barrage .ba-on-red,.barrage .ba-on-national{fill:#fff}
.barrage .ba-on-yellow,.barrage .ba-on-starting{fill:#22262a}
.ba-acting{fill:var(--ba-shine)}
.ba-open{fill:none;stroke:var(--ba-shine);stroke-width:5}
.ba-done{fill:var(--ba-gold);fill-opacity:.22;stroke:var(--ba-gold);stroke-width:2.5}
"""
    + "".join(
        f".ba-company-{colour}{{fill:{ground}}}.barrage .ba-on-company-{colour}{{fill:{ink};fill-rule:evenodd}}\n"
        for colour, (ground, ink) in COLOURS.items()
    )
)
