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
"""Facts that followers of the log take in at a time, if they can have so many."""


@contextmanager
def loaded(seed: str) -> Iterator[None]:
    """Whatever the program draws by chance within the block follows from a seed."""
    drawn, bots = random.Random(f"drawn {seed}"), random.Random(f"bots {seed}")
    with (
        mock.patch.object(os, "urandom", drawn.randbytes),
        mock.patch.object(random, "_urandom", drawn.randbytes),
        mock.patch.object(moves, "random", SimpleNamespace(Random=lambda: bots)),
        # Which bot stands in is not looked at here, and those that think take half of the time.
        mock.patch.object(decisions, "usual_bot", lambda rules: "random"),
        mock.patch.object(event_store, "BATCH_SIZE", random.Random(seed).choice(BATCHES)),
    ):
        yield
