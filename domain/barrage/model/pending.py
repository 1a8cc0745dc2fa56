"""The stack of a position: pending decisions, and the automatic steps after them.

The last entry is next. A decision may open others, which must be settled before it: an action opens a contract, its
reward a construction, and the construction an income. Every fact settles the last entry, and names the entries that it
opens.
"""

from __future__ import annotations

import msgspec


class Pending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision that a seat must still make, or an automatic step that is still to come.

    ``kind`` is the name of the decision or of the step (:mod:`domain.barrage.engine.parts`). The other fields limit it;
    each kind uses some of them.
    """

    kind: str
    seat: int = -1
    """The seat that decides or is affected; -1 for none in particular."""
    source: str = ""
    """Its origin: an action space, a contract, a tile, an income such as ``base/4``."""
    amount: int = 0
    """A number of drops, machinery, contracts; for the end of a turn the engineers of a space for an exact number."""
    optional: bool = False
    """Whether it may be declined."""
    at_once: bool = False
    """Whether drops flow at once."""
    structure: str = ""
    """The structure type to build; none: any."""
    areas: tuple[str, ...] = ()
    """The areas in which to build; none: all."""
    most: int | None = None
    """The highest conduit value, requirement of a contract, or number of contracts; none: any."""
    energy: int | None = None
    """The energy that may fulfil a contract."""
    several: bool = False
    """Whether that energy may fulfil several contracts."""
    contracts: tuple[str, ...] = ()
    """The contracts still to be fulfilled, chosen before and in this order."""
    bonus: int = 0
    """The addition to the energy of a production."""
    plain: bool = False
    """Whether a production counts only drops times conduit value (BA-24.9)."""
    site: str = ""
    """The dam just used or raised, the conduit just built."""
    powerhouse: str = ""
    """The powerhouse just used."""
    sites: tuple[str, ...] = ()
    """The dams to choose from."""
