"""The outbox: messages stored until they are delivered or undeliverable."""
