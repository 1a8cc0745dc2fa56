"""SVG as text: attributes, escaping, and ids of elements."""

from xml.etree import ElementTree

from domain.graphics.svg import element, escape, group, marked, text


def test_an_element_has_attributes_and_children():
    assert (
        element("rect", x=1.0, y=2.25, class_="slot", font_size=3) == '<rect x="1" y="2.2" class="slot" font-size="3"/>'
    )
    assert group(element("a"), element("b"), role="img") == '<g role="img"><a/><b/></g>'


def test_untrusted_text_is_escaped():
    drawn = text("<script>alert('&\"')</script>", x=0, y=0)
    assert ElementTree.fromstring(drawn).text == "<script>alert('&\"')</script>"
    assert "<script>" not in drawn
    assert escape("a\x00b\x0bc\ud800") == "abc"
    assert ElementTree.fromstring(element("g", class_='" onload="x')).attrib == {"class": '" onload="x'}


def test_a_selectable_part_has_a_title():
    part = ElementTree.fromstring(marked("slot:leek/0", "Leek & more", element("rect")))
    assert part.attrib["data-element"] == "slot:leek/0"
    assert part.findtext("title") == "Leek & more"
