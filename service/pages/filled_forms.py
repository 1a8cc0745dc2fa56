"""Forms of rendered pages, filled in with the text that a user typed, each with the reason for its refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from typing import NamedTuple

from markupsafe import escape
from werkzeug.datastructures import MultiDict

_FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
_CONTROL = re.compile(
    r"<(?P<tag>input)\b[^>]*>"
    r"|<(?P<area>textarea)\b[^>]*>.*?</textarea>"
    r"|<(?P<list>select)\b[^>]*>.*?</select>",
    re.DOTALL,
)
_OPTION = re.compile(r"<option\b([^>]*)>(.*?)(?=</option>|<option\b|</select>)", re.DOTALL)
_ATTRIBUTE = re.compile(r"""([^\s=<>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")
_NOT_FILLED = ("hidden", "password", "file", "submit", "button", "image", "reset")
_TEXTS = ("text", "email", "url", "search", "tel", "number", "")


class Refusal(NamedTuple):
    """A form that was sent: to which path, with which values, and why it was refused."""

    action: str
    values: MultiDict[str, str]
    faults: Mapping[str, str]
    """The reasons by field."""
    detail: str
    about_field: bool
    """Whether the reason is about a value: with a single text field, it is about that field."""


def filled(page: str, address: str, refusal: Refusal) -> str | None:
    """Return the page with the form filled in; None if the page does not have it.

    Scripts take the address of the page from ``data-address``, since the browser shows that of the form.
    """
    found = max(_candidates(page, address, refusal), key=lambda form: _score(form[0], refusal), default=None)
    if found is None or not any(_is_visible(control) for control in _CONTROL.finditer(found.group())):
        return None
    opened = _with_details_open(page[: found.start()])
    form = _answered(found.group(), refusal)
    return f"{opened}{form}{page[found.end() :]}".replace("<body ", f'<body data-address="{escape(address)}" ', 1)


def _candidates(page: str, address: str, refusal: Refusal) -> Iterator[re.Match[str]]:
    """Return the forms that send the same hidden values to the same path."""
    for form in _FORM.finditer(page):
        attributes = _attributes(form.group().partition(">")[0])
        target = (attributes.get("action") or address).partition("?")[0]
        if attributes.get("method", "get").lower() == "post" and target == refusal.action:
            hidden = (_attributes(control.group()) for control in _CONTROL.finditer(form.group()))
            if all(_is_sent(each, refusal) for each in hidden if each.get("type") == "hidden"):
                yield form


def _is_sent(hidden: Mapping[str, str], refusal: Refusal) -> bool:
    name = hidden.get("name", "")
    changes = name in ("command", "version") or "data-own-zone" in hidden or name not in refusal.values
    return changes or hidden.get("value", "") in refusal.values.getlist(name)


def _score(form: str, refusal: Refusal) -> int:
    """Return the number of sent fields that a form has."""
    return len({_name(control) for control in _CONTROL.finditer(form)} & set(refusal.values))


def _answered(form: str, refusal: Refusal) -> str:
    """Return the form with the values and the reason, at its beginning unless it belongs to a field."""
    visible = [control for control in _CONTROL.finditer(form) if _is_visible(control)]
    names = {_name(control) for control in visible}
    faults = {name: fault for name, fault in refusal.faults.items() if name in names}
    texts = [control for control in visible if _type(control) in _TEXTS]
    if not faults and refusal.about_field and len(texts) == 1 and _name(texts[0]):
        faults = {_name(texts[0]): refusal.detail}
    rest = [fault for name, fault in refusal.faults.items() if name not in faults] or [refusal.detail]
    start, _, body = form.partition(">")
    told = "" if faults and set(refusal.faults) <= set(faults) else _told(" ".join(rest))
    return f'{start} data-refused="">{told}{_CONTROL.sub(_filler(refusal.values, faults), body)}'


def _told(reason: str) -> str:
    return f'<div class="note wrong" role="alert"><p>{escape(reason)}</p></div>'


def _filler(values: MultiDict[str, str], faults: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    left = {name: list(values.getlist(name)) for name in values}
    told = dict(faults)

    def fill(control: re.Match[str]) -> str:
        if not _is_visible(control):
            return control.group()
        name = _name(control)
        written = _refilled(control, left, name)
        fault = told.pop(name, None)
        return written if fault is None else _with_fault(written, name, fault)

    return fill


def _refilled(control: re.Match[str], left: dict[str, list[str]], name: str) -> str:
    """Return a control with what was sent for it; fields of the same name take theirs in turn."""
    if control["tag"] and _type(control) in ("checkbox", "radio"):
        value = _attributes(control.group()).get("value", "on")
        return _with(control.group(), "checked", "" if value in left.get(name, []) else None)
    if not left.get(name) or _type(control) == "password":
        return control.group()
    sent = left[name].pop(0) if len(left[name]) > 1 else left[name][0]
    if control["area"]:
        start = control.group().partition(">")[0]
        return f"{start}>\n{escape(sent)}</textarea>"
    if control["tag"]:
        return _with(control.group(), "value", sent)

    def option(found: re.Match[str]) -> str:
        value = _attributes(found[1]).get("value", unescape(found[2].strip()))
        return _with(f"<option{found[1]}>", "selected", "" if value == sent else None) + found[2]

    return _OPTION.sub(option, control.group())


def _with_fault(control: str, name: str, fault: str) -> str:
    """Mark a control as wrong, and say why below it, unless the page does so already."""
    start, closed, rest = control.partition(">")
    for attribute, value in (("aria-invalid", "true"), ("aria-describedby", f"fault-{name}"), ("autofocus", "")):
        start = _with(start, attribute, value)
    return f'{start}{closed}{rest}<span class="fault" id="fault-{escape(name)}" role="alert">{escape(fault)}</span>'


def _with(tag: str, attribute: str, value: str | None) -> str:
    """Return a tag with another value of an attribute; without the attribute for None."""
    bare = re.sub(rf"""\s{attribute}(?:=(?:"[^"]*"|'[^']*'|[^\s>"']+))?(?=[\s>/]|$)""", "", tag, count=1)
    if value is None:
        return bare
    end = ">" if bare.endswith(">") else ""
    kept = bare.removesuffix(">").rstrip().removesuffix("/").rstrip()
    return f'{kept} {attribute}="{escape(value)}"{end}'


def _with_details_open(before: str) -> str:
    """Open the collapsed parts of the page that the form is in."""
    open_tags: list[re.Match[str]] = []
    for tag in re.finditer(r"<details\b[^>]*>|</details>", before):
        if tag.group() == "</details>":
            open_tags.pop()
        else:
            open_tags.append(tag)
    for tag in reversed(open_tags):
        before = before[: tag.start()] + _with(tag.group(), "open", "") + before[tag.end() :]
    return before


def _is_visible(control: re.Match[str]) -> bool:
    return _type(control) not in _NOT_FILLED or _type(control) == "password"


def _type(control: re.Match[str]) -> str:
    return _attributes(control.group().partition(">")[0]).get("type", "") if control["tag"] else "other"


def _name(control: re.Match[str]) -> str:
    return _attributes(control.group().partition(">")[0]).get("name", "")


def _attributes(tag: str) -> dict[str, str]:
    """Return the attributes of a start tag, or of its part."""
    found = _ATTRIBUTE.findall(re.sub(r"^<\w+", "", tag).rstrip(">"))
    return {name: unescape(value.strip("\"'")) for name, value in found}
