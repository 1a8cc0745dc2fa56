"""A minimal page, which follows service/pages/README.md."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.auth import required_user
from service.pages.blueprint import page_blueprint
from service.pages.forms import flash_note, valid
from tests.service.api.toy_endpoint import NewNote

blueprint = page_blueprint("toy_page", "/toy")


@blueprint.get("")
def page() -> str:
    """Show the form."""
    return render_template("toy.html")


@blueprint.post("")
def note() -> Response:
    """Validate the form, confirm the note, and redirect to the page."""
    body = valid(NewNote(), request.form)
    flash_note("good", f"{required_user().name} notes: {body['note']}")
    return redirect(url_for("toy_page.page"), 303)
