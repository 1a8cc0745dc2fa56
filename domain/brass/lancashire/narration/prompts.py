"""The rule behind each prompt."""

from __future__ import annotations

PROMPTS = {
    "brass.choose-action": "BL-3.4",
    "brass.choose-discard": "BL-3.8",
    "lancashire.choose-other-discard": "BL-8.4",
    "brass.choose-industry": "BL-8.1",
    "brass.choose-slot": "BL-8.1",
    "brass.choose-coal-source": "BL-6.4",
    "brass.choose-iron-source": "BL-6.1",
    "brass.choose-line": "BL-10.2",
    "lancashire.choose-second-link": "BL-10.2",
    "brass.choose-industry-to-develop": "BL-11.2",
    "brass.choose-second-tile-to-develop": "BL-11.2",
    "lancashire.choose-loan": "BL-13.2",
    "lancashire.choose-mill-to-sell": "BL-12.2",
    "lancashire.choose-where-to-sell": "BL-12.2",
    "lancashire.choose-another-mill-to-sell": "BL-12.10",
    "brass.choose-tile-to-remove": "BL-4.8",
}
