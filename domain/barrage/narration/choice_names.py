"""Short names of choices, for the list of those that a player has made."""

from __future__ import annotations

from domain.message import choice_names, message

CHOICE_NAMES = choice_names(
    message("barrage.choose-action.name", "Action"),
    message("barrage.choose-action-space.name", "Action space"),
    message("barrage.choose-bank-engineers.name", "Engineers"),
    message("barrage.choose-structure.name", "Structure"),
    message("barrage.choose-site.name", "Site"),
    message("barrage.choose-technology-tile.name", "Technology tile"),
    message("barrage.choose-payment.name", "Payment"),
    message("barrage.choose-dam.name", "Dam"),
    message("barrage.choose-conduit.name", "Conduit"),
    message("barrage.choose-powerhouse.name", "Powerhouse"),
    message("barrage.choose-number-of-drops.name", "Drops"),
    message("barrage.choose-contract-to-fulfil.name", "Contract"),
    message("barrage.choose-contract-to-take.name", "Contract"),
    message("barrage.choose-contract-to-discard.name", "Discard"),
    message("barrage.choose-machinery.name", "Machinery"),
    message("barrage.choose-headstream.name", "Headstream"),
    message("barrage.choose-headstream-flowing-at-once.name", "Headstream"),
    message("barrage.confirm-fill-empty-dams.name", "Drops on empty dams"),
    message("barrage.choose-company.name", "Company"),
    message("barrage.choose-starting-contract.name", "Starting contract"),
    message("barrage.choose-officer-to-copy.name", "Officer"),
    message("barrage.choose-private-space.name", "Private space"),
)
