"""The rule behind each prompt of the expansion."""

from __future__ import annotations

PROMPTS = {
    "Put a drop into which dam?": "LP-5.6",
    "Was the engineer the architect?": "LP-7.4",
    "Fulfil which external work?": "LP-3.1",
    "What becomes of the machineries?": "LP-7.2",
    "Perform which private building?": "LP-5.1",
    "Take which tile?": "LP-3.9",
    "From which segment of your wheel?": "LP-5.7",
}
