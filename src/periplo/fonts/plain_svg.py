"""Drawings for whatever knows less than a browser: pixels and paper.

The drawings are SVG for browsers: colours are CSS variables, inherited also by what `<use>` shows
again. Others know no variables, so a drawing is first written out: every `<use>` becomes what it
shows, every element gets the declarations that a browser would find for it.
"""

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2

from periplo.fonts.cascade import SVG, Declarations, declared, style_sheet


def written_out(svg: str, tones: Mapping[str, str] | None = None) -> str:
    """The same drawing without style sheets, variables and `<use>`; `tones` are other colours for
    its variables, by name.
    """
    root = ElementTree.fromstring(svg)
    matcher = style_sheet(root)
    found = {
        wrapper.etree_element: _declared(wrapper, matcher)
        for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree()
    }
    by_id = {element.get("id", ""): element for element in root.iter()}
    other = {f"--{name}": tone for name, tone in (tones or {}).items()}
    drawn = _draw(root, {}, found, by_id, other)
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(drawn, encoding="unicode")


def _declared(wrapper: "cssselect2.ElementWrapper", matcher: "cssselect2.Matcher") -> Declarations:
    """What attributes, style sheet and its own style say of an element, the strongest last."""
    attributes = wrapper.etree_element.attrib.items()
    variable = {name: text for name, text in attributes if "var(" in text and name != "style"}
    return variable | declared(wrapper, matcher)


def _draw(
    element: Element,
    inherited: Declarations,
    found: dict[Element, Declarations],
    by_id: dict[str, Element],
    other: Declarations,
) -> Element:
    """A copy of the element as it looks where these variables hold."""
    own = found[element]
    variables = inherited | {
        name: other.get(name) or _resolved(text, inherited)
        for name, text in own.items()
        if name[:2] == "--"
    }
    drawn = Element(element.tag, element.attrib)
    drawn.text, drawn.tail = element.text, element.tail
    style = ";".join(
        f"{name}:{_resolved(text, variables)}" for name, text in own.items() if name[:2] != "--"
    )
    if style:
        drawn.set("style", style)
    children = list(element)
    if element.tag == f"{SVG}use":
        children = [by_id[drawn.attrib.pop("href")[1:]]]
        at = f"translate({drawn.attrib.pop('x', 0)} {drawn.attrib.pop('y', 0)})"
        drawn.set("transform", f"{drawn.get('transform', '')} {at}")
        drawn.tag = f"{SVG}g"
    for child in children:
        if child.tag != f"{SVG}style":
            drawn.append(_draw(child, variables, found, by_id, other))
    return drawn


def _resolved(text: str, variables: Declarations) -> str:
    return re.sub(r"var\((--[\w-]+)\)", lambda variable: variables[variable[1]], text)
