"""Telling what automas did and why: sentences, reasons step by step, the cards drawn."""
