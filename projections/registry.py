"""The list of read models, in the order of processing."""

from __future__ import annotations

from projections.branches import BRANCHES
from projections.deadlines import DEADLINES
from projections.game_list import TABLES
from projections.history import HISTORY
from projections.ledger import LEDGER
from projections.positions import POSITIONS
from projections.read_model import ReadModel

READ_MODELS: dict[str, ReadModel] = {
    model.name: model for model in (TABLES, POSITIONS, HISTORY, LEDGER, BRANCHES, DEADLINES)
}
