"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "barrage.choose-action": "BA-8.2",
    "barrage.choose-action-space": "BA-8.2",
    "barrage.choose-bank-engineers": "BA-14.1",
    "barrage.choose-structure": "BA-9.4",
    "barrage.choose-site": "BA-9.4",
    "barrage.choose-technology-tile": "BA-9.5",
    "barrage.choose-payment": "BA-9.6",
    "barrage.choose-dam": "BA-11.3",
    "barrage.choose-conduit": "BA-11.4",
    "barrage.choose-powerhouse": "BA-11.2",
    "barrage.choose-number-of-drops": "BA-11.5",
    "barrage.choose-contract-to-fulfil": "BA-12.1",
    "barrage.choose-contract-to-take": "BA-17.1",
    "barrage.choose-contract-to-discard": "BA-17.4",
    "barrage.choose-machinery": "BA-23.1",
    "barrage.choose-headstream": "BA-13.1",
    "barrage.choose-headstream-flowing-at-once": "BA-13.2",
    "barrage.confirm-fill-empty-dams": "BA-26.5",
    "barrage.choose-company": "BA-3.3",
    "barrage.choose-starting-contract": "BA-3.3",
    "barrage.choose-officer-to-copy": "BA-25.11",
    "barrage.choose-private-space": "BA-25.10",
}
