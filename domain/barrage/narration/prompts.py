"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "Choose an action": "BA-8.2",
    "Fill which space?": "BA-8.2",
    "Place how many engineers in the bank?": "BA-14.1",
    "Build which structure?": "BA-9.4",
    "Build it where?": "BA-9.4",
    "With which technology tile?": "BA-9.5",
    "Pay with what?": "BA-9.6",
    "Water of which dam?": "BA-11.3",
    "Through which conduit?": "BA-11.4",
    "To which powerhouse?": "BA-11.2",
    "How many drops?": "BA-11.5",
    "Fulfil which contract?": "BA-12.1",
    "Take which contract? Contracts left to take: {left}": "BA-17.1",
    "Discard which contract?": "BA-17.4",
    "Take which machineries?": "BA-23.1",
    "Put a drop onto which headstream? Drops left: {left}": "BA-13.1",
    "Put a drop, which flows at once, onto which headstream? Drops left: {left}": "BA-13.2",
    "Put a drop on every own dam without water?": "BA-26.5",
    "Take which company?": "BA-3.3",
    "Take which starting contract?": "BA-3.3",
    "Copy which officer?": "BA-25.11",
    "On which of your own spaces?": "BA-25.10",
    "Take which tile from your wheel?": "BA-9.12",
}
