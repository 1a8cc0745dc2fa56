"""Narration of automas' moves and their reasons: sentences, reasons step by step, drawings of the cards."""
