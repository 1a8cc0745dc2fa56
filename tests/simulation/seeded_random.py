"""Reproducible randomness: ids, seeds, secrets and bot moves follow from the seed of a simulation."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest import mock

from domain.table.seat_changes import decisions
from service.storage import event_store
from service.usecases import moves

BATCHES = (2, 5, 500)
"""Batch sizes for followers of the log; each simulation uses one of them."""


@contextmanager
def loaded(seed: str) -> Iterator[None]:
    """Derive all random values of the program within the block from a seed."""
    drawn, bots = random.Random(f"drawn {seed}"), random.Random(f"bots {seed}")
    with (
        mock.patch.object(os, "urandom", drawn.randbytes),
        mock.patch.object(random, "_urandom", drawn.randbytes),
        mock.patch.object(moves, "random", SimpleNamespace(Random=lambda: bots)),
        # The kind of substitute bot does not matter here, and other bots would take half of the time.
        mock.patch.object(decisions, "usual_bot", lambda rules: "random"),
        mock.patch.object(event_store, "BATCH_SIZE", random.Random(seed).choice(BATCHES)),
    ):
        yield
