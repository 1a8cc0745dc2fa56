"""Previews of a move with the expansion: for each sentence about the past, the same sentence in the future."""

from __future__ import annotations

from domain.message import message, previews

FUTURES = previews(
    message("leeghwater.ended-turn-with-extra-turn.preview", "{seat} will end the turn and start another one."),
    message("automa.ended-turn-with-extra-turn.preview", "{seat} will end the turn and start another one."),
    message("leeghwater.paid-onto-wheel.preview", "{seat} will put machinery on the wheel for the {work}."),
    message("leeghwater.paid-by-discarding.preview", "{seat} will discard machinery for the {work}."),
    message("leeghwater.fulfilled-external-work.preview", "{seat} will fulfil the {work}."),
    message("leeghwater.took-tile.preview", "{seat} will take the {tile}."),
    message("automa.took-tile.preview", "{seat} will take the {tile}."),
    message("leeghwater.performed-building.preview", "{seat} will use the private building {building}."),
    message("leeghwater.placed-drop-in-dam.preview", "{seat} will place a drop directly on dam {dam}."),
    message("automa.placed-drop-in-dam.preview", "{seat} will place a drop directly on dam {dam}."),
    message("leeghwater.took-tile-off-wheel.preview", "{seat} will take the {tile} from the wheel."),
    message("leeghwater.took-back-half-of-segment.preview", "{seat} will take half the machinery in a wheel segment."),
    message("leeghwater.scored-private-buildings.preview", "Activated private buildings will be scored."),
)
"""Messages in the future tense, by the id of the message about the past; both have the same placeholders."""
