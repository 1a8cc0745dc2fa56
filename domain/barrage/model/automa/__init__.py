"""Data of the Tesla Automa beyond that of the games it joins: its figures."""
