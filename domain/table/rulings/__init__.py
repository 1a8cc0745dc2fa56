"""Rulings of administrators and organisers on other players' games."""
