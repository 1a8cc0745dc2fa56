"""Right-to-left text in templates: isolated as its context needs, and unchanged in values that are sent back."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from service.http.isolation import Isolating


def rendered(template: str, page: str = "page.html", **values: object) -> str:
    pages = {
        page: template,
        "base.html": "<title>{% block title %}{% endblock %}</title>{% block main %}{% endblock %}",
    }
    made = Environment(loader=DictLoader(pages), autoescape=True, extensions=[Isolating])
    return made.get_template(page).render(name="<אבי>", number=3, **values)


ISOLATED, IN_ELEMENT, UNCHANGED = "\u2068&lt;אבי&gt;\u2069", "<bdi>&lt;אבי&gt;</bdi>", "&lt;אבי&gt;"


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("<p>{{ name }}</p>", IN_ELEMENT),
        ("<p title='1 > 0'>it's {{ name }}</p>", IN_ELEMENT),
        ('<a {% if number %}class="x"{% endif %}>{{ name if number else "" }}</a>', IN_ELEMENT),
        ('<a title="{{ name }}">', ISOLATED),
        ("<a class=x aria-label='{{ name }}'>", ISOLATED),
        ('<input value="{{ name }}">', UNCHANGED),
        ('<a title="x" href="{{ name }}">', UNCHANGED),
        ('<option value="1">{{ name }}</option>', ISOLATED),
        ("<textarea>{{ name }}</textarea>", UNCHANGED),
        ("<svg><title>{{ name }}</title></svg>", ISOLATED),
        ("<textarea></textarea><b>{{ name }}</b>", IN_ELEMENT),
        ("{% extends 'base.html' %}{% block title %}{{ name }}{% endblock %}", ISOLATED),
        (
            "{% extends 'base.html' %}{% block title %}x{% endblock %}{% block main %}{{ name }}{% endblock %}",
            IN_ELEMENT,
        ),
    ],
)
def test_isolation_fits_the_context(template: str, shown: str) -> None:
    page = rendered(template)
    assert shown in page
    assert ("<bdi>" in page, "\u2068" in page) == (shown == IN_ELEMENT, shown == ISOLATED)


def test_markup_numbers_and_latin_text_are_unchanged() -> None:
    assert rendered("{{ markup }}{{ number }}{{ other }}", markup=Markup("<i>אבי</i>"), other="Zoë") == "<i>אבי</i>3Zoë"


def test_negative_numbers_have_a_minus_sign_where_users_read_them() -> None:
    page = '<p title="{{ low }}" data-by="{{ low }}">{{ low }}</p><option value="{{ low }}">{{ low }}</option>'
    read = '<p title="−3" data-by="-3">−3</p><option value="-3">−3</option>'
    assert rendered(page, low=-3) == read


def test_values_in_plain_text_templates_are_unchanged() -> None:
    assert rendered("{{ name }}", "letter.txt") == UNCHANGED
