"""The bank: its loans, and the income levels that each of them costs (BL-13.2)."""

from __future__ import annotations

from domain.brass.lancashire.rendering.sheet import Sheet
from domain.brass.model.components import Loan
from domain.brass.rendering.icons import icon
from domain.brass.rendering.panels import STEP as PRICE
from domain.graphics.svg import element, group, marked, text
from domain.message import counted, message

WIDTH, TITLE, STEP = 140.0, 38.0, 48.0
"""Of the panel: its width, and the heights of its title and of a loan."""
BESIDE = 80.0
"""The distance from the middle of the iron market beside it."""


def bank(drawn: Sheet) -> str:
    """Draw a panel as high as the market for iron, with a row for each size of a loan."""
    x, y = drawn.components.layout.market["iron"]
    loans = drawn.components.constants.loans
    prices = set(drawn.components.markets.iron.spaces)
    left, foot = x + BESIDE, y + PRICE * (len(prices) + 2) / 2 + 4
    top = foot - TITLE - STEP * len(loans) - 4
    frame = element("rect", x=left, y=top, width=WIDTH, height=foot - top, rx=9, class_="bb-panel")
    title = text(
        drawn.say(message("lancashire.loans", "Loans")),
        x=left + WIDTH / 2,
        y=top + 20,
        font_size=24,
        class_="bb-strong",
    )
    rows = (_loan(drawn, loan, left + 6, top + TITLE + STEP * row) for row, loan in enumerate(loans))
    return group(frame, title, *rows)


def _loan(drawn: Sheet, loan: Loan, left: float, top: float) -> str:
    said = counted(
        "lancashire.borrow-amount",
        "£{money} for {count} income level",
        "£{money} for {count} income levels",
        money=loan.money,
        count=loan.income_levels,
    )
    middle = top + STEP / 2 - 2
    return marked(
        f"loan:{loan.money}",
        drawn.say(said),
        element("rect", x=left, y=top, width=WIDTH - 12, height=STEP - 4, rx=6, class_="bb-slot"),
        text(f"£{loan.money}", x=left + 36, y=middle, font_size=25, class_="bb-strong"),
        icon("income", left + 78, middle, 23, "bb-gold"),
        text(f"−{loan.income_levels}", x=left + 108, y=middle, font_size=24, class_="bb-strong"),
    )
