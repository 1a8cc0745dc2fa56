"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "brass.choose-action": "BB-1.11",
    "brass.choose-discard": "BB-4.1",
    "brass.choose-industry": "BB-12.1",
    "brass.choose-slot": "BB-12.1",
    "brass.choose-coal-source": "BB-8.1",
    "brass.choose-iron-source": "BB-9.3",
    "birmingham.choose-beer-source": "BB-10.1",
    "brass.choose-line": "BB-17.1",
    "birmingham.choose-second-link": "BB-17.13",
    "brass.choose-industry-to-develop": "BB-18.1",
    "brass.choose-second-tile-to-develop": "BB-18.3",
    "birmingham.choose-tile-to-sell": "BB-19.1",
    "birmingham.choose-another-tile-to-sell": "BB-19.1",
    "birmingham.choose-merchant-tile": "BB-19.3",
    "birmingham.choose-bonus-development": "BB-20.2",
    "birmingham.choose-discard-for-action": "BB-22.1",
    "birmingham.choose-exchange-discard": "BB-22.1",
    "birmingham.choose-other-exchange-discard": "BB-22.1",
    "brass.choose-tile-to-remove": "BB-24.5",
}
