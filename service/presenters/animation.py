"""A game as an animated WebP of its board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from domain import aggregate
from domain.aggregate import Game
from domain.game import Viewer
from service.http import messages
from service.presenters import pictures
from service.presenters.drawings import view_to_draw
from service.usecases.command_handler import CommandHandler

if TYPE_CHECKING:
    from PIL import Image

MOST = 80
"""The maximum of positions; of a longer game so many, evenly spread."""

QUALITY = 75
"""Of 100: text is legible, and the file is small enough to be sent."""

STEP, END = 300, 3000
"""Milliseconds for which a position is shown, and the last one."""


def animation(
    handler: CommandHandler,
    game: Game,
    viewer: Viewer,
    names: Sequence[str],
    painted: Callable[[str], bytes] = pictures.png,
) -> bytes:
    """Return an animation of the board through the game as the viewer may see it, as WebP.

    ``painted`` makes a PNG of a drawing.
    """
    drawings = (
        game.ruleset.draw(view_to_draw(handler.games, game, viewer, at), names, messages.saying())
        for at in aggregate.sampled_move_ends(game, MOST)
    )
    return animated(map(painted, drawings))


def animated(frames: Iterable[bytes]) -> bytes:
    """Return the pictures as an animation; the last one stays."""
    from PIL import Image  # slow to import, so only in processes that make pictures

    shown = [Image.open(BytesIO(frame)).convert("RGB") for frame in frames]
    height = max(each.height for each in shown)
    sheets = [each if each.height == height else _on_sheet(each, height) for each in shown]
    durations = [STEP] * (len(sheets) - 1) + [END]
    made = BytesIO()
    sheets[0].save(made, "WEBP", save_all=True, append_images=sheets[1:], duration=durations, quality=QUALITY, method=2)
    return made.getvalue()


def _on_sheet(frame: Image.Image, height: int) -> Image.Image:
    """Put pictures on canvases of one size: boards may grow, an animation may not."""
    from PIL import Image

    sheet = Image.new("RGB", (frame.width, height), "white")
    sheet.paste(frame, (0, 0))
    return sheet
