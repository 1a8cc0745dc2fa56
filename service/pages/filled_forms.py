"""Forms of rendered pages, filled in with the text that a user typed, each with the reason for its refusal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from werkzeug.datastructures import MultiDict

if TYPE_CHECKING:
    from lxml import html

_CARRIED = "data-carried"
"""Marks hidden fields that keep what was sent, unlike those of a page itself."""
_NOT_FILLED = ("hidden", "file", "submit", "button", "image", "reset")
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no page can have."""
_TEXTS = ("text", "email", "url", "search", "tel", "number", "")


class Refusal(NamedTuple):
    """A form that was sent: to which path, with which values, and why it was refused."""

    action: str
    values: MultiDict[str, str]
    detail: str
    faults: Mapping[str, str] = {}
    """The reasons by field."""
    about_field: bool = False
    """Whether the reason is about a value: with a single text field, it is about that field."""
    look: str = "wrong"
    """The look of a note about no field."""


def filled(page: str, address: str, refusal: Refusal) -> str | None:
    """Return the page with the form filled in; None if the page does not have it.

    Scripts take the address of the page from ``data-address``, since the browser shows that of the form.
    """
    from lxml import html  # slow to import, so only in processes that have refused a form

    document = html.document_fromstring(page)
    candidates = [form for form in document.forms if _is_same(form, address, refusal)]
    form = max(candidates, key=lambda each: len(set(each.fields) & set(refusal.values)), default=None)
    controls = [] if form is None else [control for control in form.iter(*_CONTROLS) if _is_filled(control)]
    if form is None or not controls:
        return None
    _fill(controls, refusal.values)
    _tell(form, controls, refusal)
    _open_around(form)
    document.body.set("data-address", address)
    for each in document.forms:
        each.set("action", each.get("action") or address)  # The browser would send it to the address of this answer.
    written: str = html.tostring(document, encoding="unicode", doctype="<!doctype html>")
    return written


_CONTROLS = ("input", "textarea", "select")


def _is_filled(control: html.HtmlElement) -> bool:
    """Whether users fill in a control themselves, or it carries what they did."""
    return bool(control.name) and (control.get("type") not in _NOT_FILLED or _CARRIED in control.attrib)


def _is_same(form: html.FormElement, address: str, refusal: Refusal) -> bool:
    """Whether a form sends the same hidden values to the same path."""
    target = unquote((form.action or address).partition("?")[0])
    hidden = form.iterfind(".//input[@type='hidden']")
    return form.method == "POST" and target == refusal.action and all(_is_sent(each, refusal) for each in hidden)


def _is_sent(hidden: html.InputElement, refusal: Refusal) -> bool:
    changes = hidden.name in ("command", "version") or not {"data-own-zone", _CARRIED}.isdisjoint(hidden.attrib)
    return changes or hidden.name not in refusal.values or hidden.value in refusal.values.getlist(hidden.name)


def _fill(controls: list[html.HtmlElement], values: MultiDict[str, str]) -> None:
    """Fill in what was sent, except passwords, and open what hides it; fields of the same name take theirs in turn."""
    left = {name: list(values.getlist(name)) for name in values}
    for control in controls:
        sent, before = left.get(control.name, []), _content(control)
        if control.get("type") in ("checkbox", "radio"):
            _mark(control, "checked", control.get("value", "on") in sent)
        elif sent and control.get("type") != "password":
            _refill(control, sent.pop(0) if len(sent) > 1 else sent[0])
        if _content(control) != before:
            _open_around(control)


def _content(control: html.HtmlElement) -> str | bool:
    """Return what a control shows."""
    if control.get("type") in ("checkbox", "radio"):
        return "checked" in control.attrib
    return str(control.value or "").strip()


def _open_around(element: html.HtmlElement) -> None:
    for details in element.iterancestors("details"):
        details.set("open", "")


def _refill(control: html.HtmlElement, text: str) -> None:
    sent = _UNFIT.sub("", text)
    if control.tag == "textarea":
        control.text = f"\n{sent}"  # Browsers drop the first line break.
    elif control.tag == "input":
        control.set("value", sent)
    else:
        for option in control.iter("option"):
            _mark(option, "selected", option.get("value", (option.text or "").strip()) == sent)


def _mark(element: html.HtmlElement, attribute: str, is_set: bool) -> None:
    element.attrib.pop(attribute, None)
    if is_set:
        element.set(attribute, "")


def _tell(form: html.FormElement, controls: list[html.HtmlElement], refusal: Refusal) -> None:
    """Say why the form was refused: below the field, or at the beginning of the form if it is about no field."""
    first = {control.name: control for control in reversed(controls)}
    faults = {name: fault for name, fault in refusal.faults.items() if name in first}
    texts = [control for control in controls if control.tag == "input" and control.get("type", "") in _TEXTS]
    if not refusal.faults and refusal.about_field and len(texts) == 1:
        faults = {texts[0].name: refusal.detail}
    for name, fault in faults.items():
        _tell_at(first[name], fault)
    if not faults or not set(refusal.faults) <= set(faults):
        rest = [fault for name, fault in refusal.faults.items() if name not in faults] or [refusal.detail]
        note = form.makeelement("div", {"class": f"note {refusal.look}", "role": "alert"})
        note.append(_worded(form, "p", " ".join(rest)))
        form.insert(0, note)
    form.set("data-shown-again", "")


def _tell_at(control: html.HtmlElement, fault: str) -> None:
    """Mark a control as wrong, and say why below it."""
    about = f"fault-{control.name}"
    for attribute, value in (("aria-invalid", "true"), ("aria-describedby", about), ("autofocus", "")):
        control.set(attribute, value)
    control.addnext(_worded(control, "span", fault, {"class": "fault", "id": about, "role": "alert"}))


def _worded(
    beside: html.HtmlElement, tag: str, text: str, attributes: Mapping[str, str] | None = None
) -> html.HtmlElement:
    element = beside.makeelement(tag, dict(attributes or {}))
    element.text = text
    return element
