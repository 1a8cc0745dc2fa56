"""Previews of a move with the expansion: for each sentence about the past, the same sentence in the future."""

from __future__ import annotations

from domain.message import message

FUTURES = {
    told: foretold.text
    for told, foretold in (
        ("{seat} ended the turn and takes another one.", message("{seat} will end the turn and take another one.")),
        (
            "{seat} put machineries on the wheel for the {work}.",
            message("{seat} will put machineries on the wheel for the {work}."),
        ),
        ("{seat} discarded machineries for the {work}.", message("{seat} will discard machineries for the {work}.")),
        ("{seat} fulfilled the {work}.", message("{seat} will fulfil the {work}.")),
        ("{seat} took the {tile}.", message("{seat} will take the {tile}.")),
        ("{seat} performed: {building}.", message("{seat} will perform: {building}.")),
        ("{seat} put a drop into the dam on {dam}.", message("{seat} will put a drop into the dam on {dam}.")),
        ("{seat} took the {tile} off the wheel.", message("{seat} will take the {tile} off the wheel.")),
        (
            "{seat} took back half the machineries of a segment.",
            message("{seat} will take back half the machineries of a segment."),
        ),
        ("Activated private buildings were scored.", message("Activated private buildings will be scored.")),
    )
}
"""The future form of each sentence about the past, by its text; both have the same placeholders."""
