"""The site as an installed app (PWA): its manifest and service worker, for notifications with closed pages and for
offline games.
"""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify, render_template

from service.http.i18n import page_language

blueprint = Blueprint("pwa", __name__)

ICONS = (192, 512)
"""Pixels of the icons in ``static``."""


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the manifest with the application's name and look."""
    answer = jsonify(
        id="/",
        name="Daybook",
        short_name="Daybook",
        start_url="/",
        display="standalone",
        background_color="#f6f3ec",
        theme_color="#fffdf8",
        icons=[
            {"src": f"/static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any"}
            for size in ICONS
        ],
    )
    answer.content_type = "application/manifest+json"
    return answer


@blueprint.get("/offline")
def offline() -> Response:
    """Show the page for which the worker could fetch no other, with the games seen last."""
    headers = {"Content-Language": page_language(), "Vary": "Accept-Language, Cookie"}
    return Response(render_template("offline.html"), headers=headers)


@blueprint.get("/service-worker.js")
def service_worker() -> Response:
    """Return the service worker, at the root: it controls all pages."""
    answer = current_app.send_static_file("service_worker.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
