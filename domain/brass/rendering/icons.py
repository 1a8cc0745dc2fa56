"""Our own small vector icons, each a single path on a grid of 24 by 24, filled by the even-odd rule."""

from __future__ import annotations

from functools import lru_cache

from domain.graphics.svg import element

ICONS = {
    # A bobbin of yarn.
    "cotton_mill": "M5 2h14v4h-2v12h2v4H5v-4h2V6H5zM8.5 7.8v1.6h7V7.8zm0 3.4v1.6h7v-1.6zm0 3.4v1.6h7v-1.6z",
    # A crate of goods.
    "manufacturer": "M2 3h20v18H2zm4.6 2.6L12 10.4l5.4-4.8zM4.6 7.4v9.2L9.9 12z"
    "m14.8 0L14.1 12l5.3 4.6zM12 13.6l-5.4 4.8h10.8z",
    # A jar with two handles.
    "pottery": "M8 2h8v2.4l-1.3 2C18.6 7.6 21 10.3 21 13.5c0 3.6-2 6.7-5 8.5H8c-3-1.8-5-4.9-5-8.5"
    "c0-3.2 2.4-5.9 6.3-7.1L8 4.4zM7 11.2v2h10v-2z",
    # A tipping wagon full of coal.
    "coal_mine": "M5.5 7.5l2.5-4 3.5 1.5 3.5-3 3.5 5.5zM1.5 8.5h21l-2.8 8H4.3zM7.5 17.3a2.6 2.6 0 1 0 .01 0z"
    "M16.5 17.3a2.6 2.6 0 1 0 .01 0z",
    # An anvil.
    "iron_works": "M1 6.5h6V4.5h16v3.5c-4.5.3-7 2-7 4.8 0 1.6.9 2.8 2.4 3.4h1.6v4H5v-4h1.6"
    "c1.5-.6 2.4-1.8 2.4-3.4C5 12.5 1.5 10.5 1 6.5z",
    # An anchor.
    "port": "M12 1a3.2 3.2 0 0 1 1.4 6.1V9H18v2.6h-4.6v8c2.6-.5 4.6-2 5.4-4.4l-2 .8 2.6-5 3.2 4.6-1.9-.4"
    "C20 20 16.5 22.8 12 23 7.5 22.8 4 20 3.3 15.2l-1.9.4 3.2-4.6 2.6 5-2-.8c.8 2.4 2.8 3.9 5.4 4.4v-8H6V9h4.6V7.1"
    "A3.2 3.2 0 0 1 12 1zm0 2a1.2 1.2 0 1 0 .01 0z",
    # A steamship.
    "shipyard": "M1 13.5h22L19.5 21h-15zM5 8.7h14v3.8H5zM7.5 3h3.2v4.7H7.5zM13.3 3h3.2v4.7h-3.2z",
    # A mug of ale.
    "brewery": "M4 7.5C2 5 4.5 2 7 3.2 8.5 1 12.5 1 13.8 3.2 16.5 2.2 18.5 5 17 7.5v1.5h2.5"
    "c1.7 0 2.5 1 2.5 2.5v5c0 1.6-1 2.5-2.5 2.5H17v3H4zm13 3.8v5.4h1.8c.6 0 .9-.3.9-.9v-3.6c0-.6-.3-.9-.9-.9z"
    "M7 11v8h1.7v-8zm4 0v8h1.7v-8z",
    # A barrel.
    "beer": "M6 2h12c2.3 3 3.3 6.5 3.3 10S20.3 19 18 22H6C3.7 19 2.7 15.5 2.7 12S3.7 5 6 2zM4.7 7l-.5 2h15.6l-.5-2z"
    "M4.2 15l.5 2h14.6l.5-2z",
    # A cube.
    "cube": "M2 2h20v20H2z",
    # A light bulb.
    "bulb": "M12 1.5a7.5 7.5 0 0 1 4.3 13.6c-.8.7-1.1 1.4-1.2 2.4H8.9c-.1-1-.4-1.7-1.2-2.4A7.5 7.5 0 0 1 12 1.5z"
    "M9 18.7h6v1.6H9zM10 21h4v1.5h-4z",
    # A padlock.
    "lock": "M6.5 10V7.5a5.5 5.5 0 0 1 11 0V10H20v12.5H4V10zm2.8 0h5.4V7.5a2.7 2.7 0 0 0-5.4 0z"
    "M12 13.5a2 2 0 0 0-1 3.7v2.3h2v-2.3a2 2 0 0 0-1-3.7z",
    # Goods that go out and come in.
    "trade": "M8 2l-6.5 5L8 12V8.8h13.5V5.2H8zM16 12l6.5 5L16 22v-3.2H2.5v-3.6H16z",
    # Two rings of a chain.
    "link": "M7.5 5.5a6.5 6.5 0 1 0 .01 0zm0 3a3.5 3.5 0 1 1-.01 0z"
    "M16.5 5.5a6.5 6.5 0 1 0 .01 0zm0 3a3.5 3.5 0 1 1-.01 0z",
    # A six-pointed medal.
    "vp": "M12 .5l3.3 5.7h6.7L18.6 12l3.4 5.8h-6.7L12 23.5l-3.3-5.7H2L5.4 12 2 6.2h6.7z",
    # An arrow upwards.
    "income": "M12 2l9 9.5h-5.5V22h-7V11.5H3z",
    # A hand of cards.
    "cards": "M2 6l9-2.5 4 15.5-9 2.5zM14.5 3.5l7.5 1.5-3.3 15.5-2-.4z",
    # A tile taken off its stack.
    "develop": "M3 12h11v10H3zM8 9V7.5h9.5V17H16V9zM11.5 4.5V2.5H22V13h-2V4.5z",
    # A cogwheel.
    "industry": "M10 1.5h4l.7 3 2 .9 2.7-1.7 2.8 2.8-1.7 2.7.9 2 3 .7v0 4l-3 .7-.9 2 1.7 2.7-2.8 2.8-2.7-1.7-2 .9-.7 3"
    "h-4l-.7-3-2-.9-2.7 1.7-2.8-2.8 1.7-2.7-.9-2-3-.7v-4l3-.7.9-2-1.7-2.7 2.8-2.8 2.7 1.7 2-.9z"
    "M12 8.5a4.2 4.2 0 1 0 .01 0z",
    # A star, for wild cards.
    "wild": "M12 1l3.1 7.3 7.9.7-6 5.2 1.8 7.8L12 17.9 5.2 22 7 14.2 1 9l7.9-.7z",
    # A signpost, for location cards.
    "location": "M10.5 1.5h3V4H20l3 3-3 3h-6.5v2H4l-3-3 0 0 3-3h6.5zM10.5 13h3v9.5h-3z",
}


@lru_cache(maxsize=4096)
def icon(name: str, x: float, y: float, size: float, class_: str = "bb-icon") -> str:
    """Draw the icon in a square of this size with its centre at x, y."""
    scale = size / 24
    place = f"translate({x - size / 2:g} {y - size / 2:g}) scale({scale:.4g})"
    return element("path", d=ICONS[name], transform=place, class_=class_)
