"""Messages as an English reader sees them."""

import string

from domain.message import Listing, Message, Seat, Term

NAMES = ["Ada", "Brunel", "Clara", "Darby"]


def english(part):
    """The text of a message or of a part; every gap of every text must have its part, and every part its gap."""
    if isinstance(part, Message):
        text = part.plural if part.plural and part.parts["count"] != 1 else part.text
        gaps = {gap for _, gap, _, _ in string.Formatter().parse(part.plural or part.text) if gap}
        assert gaps == set(part.parts), part
        return text.format(**{name: english(value) for name, value in part.parts.items()})
    if isinstance(part, Listing):
        assert part.items
        return ", ".join(english(item) for item in part.items)
    if isinstance(part, Seat):
        return NAMES[part.seat]
    return part.text if isinstance(part, Term) else str(part)
