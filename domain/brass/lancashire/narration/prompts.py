"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "Choose an action": "BL-3.4",
    "Discard which card?": "BL-3.8",
    "Discard which other card?": "BL-8.4",
    "Build which industry?": "BL-8.1",
    "Build on which slot?": "BL-8.1",
    "Take coal from where?": "BL-6.4",
    "Take iron from where?": "BL-6.1",
    "Place a link on which line?": "BL-10.2",
    "Place a second link, for £{price} in all?": "BL-10.2",
    "Remove a tile of which industry?": "BL-11.2",
    "Remove a second tile?": "BL-11.2",
    "Borrow how much?": "BL-13.2",
    "Sell the cotton of which mill?": "BL-12.2",
    "Sell where?": "BL-12.2",
    "Sell the cotton of another mill?": "BL-12.10",
    "Remove which tile to pay the bank?": "BL-4.8",
}
