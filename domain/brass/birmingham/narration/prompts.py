"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "Choose an action": "BB-1.11",
    "Discard which card?": "BB-4.1",
    "Build which industry?": "BB-12.1",
    "Build on which slot?": "BB-12.1",
    "Take coal from where?": "BB-8.1",
    "Take iron from where?": "BB-9.3",
    "Take beer from where?": "BB-10.1",
    "Place a link on which line?": "BB-17.1",
    "Place a second link, for £{price} in all and a barrel?": "BB-17.13",
    "Remove a tile of which industry?": "BB-18.1",
    "Remove a second tile?": "BB-18.3",
    "Sell which tile?": "BB-19.1",
    "Sell another tile?": "BB-19.1",
    "Sell to which merchant tile?": "BB-19.3",
    "Merchant bonus: remove a tile of which industry?": "BB-20.2",
    "Discard which card for the action?": "BB-22.1",
    "Discard which card in exchange?": "BB-22.1",
    "Discard which other card in exchange?": "BB-22.1",
    "Remove which tile to pay the bank?": "BB-24.5",
}
