"""A second reading of the Tesla Automa, written from the catalogue alone, for comparison with the game's own rules.

It works on the plain JSON form of a position and uses nothing of ``domain`` but the component figures.
"""
