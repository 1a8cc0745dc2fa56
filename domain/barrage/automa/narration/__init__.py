"""Narration of automas' moves and their reasons: sentences, reasons step by step, the cards drawn."""
