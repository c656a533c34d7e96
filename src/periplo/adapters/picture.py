"""A drawing of ours as pixels.

The drawings are SVG for browsers: colours are CSS variables, inherited also by what `<use>` shows
again. Rasterisers know no variables, so a drawing is first written out: every `<use>` becomes
what it shows, every element gets the declarations that a browser would find for it.
"""

import io
import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from periplo.adapters.extras import missing

try:
    import cssselect2
    import numpy as np
    import resvg_py
    import tinycss2
    from numpy.typing import NDArray
    from PIL import Image
except ImportError as error:
    raise missing("render", error) from None

SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 640

Declarations = dict[str, str]


def rasterise(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """The drawing as an array of height, width and red, green, blue."""
    png = resvg_py.svg_to_bytes(svg_string=written_out(svg), width=width, background="#ffffff")
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))


def written_out(svg: str) -> str:
    """The same drawing without style sheets, variables and `<use>`."""
    root = ElementTree.fromstring(svg)
    matcher = _style_sheet(root)
    found = {
        wrapper.etree_element: _declared(wrapper, matcher)
        for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree()
    }
    by_id = {element.get("id", ""): element for element in root.iter()}
    drawn = _draw(root, {}, found, by_id)
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(drawn, encoding="unicode")


def _style_sheet(root: Element) -> "cssselect2.Matcher":
    """The rules that hold on paper: those for other media, such as a dark screen, are left out."""
    matcher = cssselect2.Matcher()
    text = "\n".join(style.text or "" for style in root.iter(f"{SVG}style"))
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            for selector in cssselect2.compile_selector_list(rule.prelude):
                matcher.add_selector(selector, _parsed(rule.content))
    return matcher


def _parsed(content: object) -> Declarations:
    declarations = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return {
        declaration.name: tinycss2.serialize(declaration.value).strip()
        for declaration in declarations
        if declaration.type == "declaration"
    }


def _declared(wrapper: "cssselect2.ElementWrapper", matcher: "cssselect2.Matcher") -> Declarations:
    """What attributes, style sheet and its own style say of an element, the strongest last."""
    element = wrapper.etree_element
    declared = {name: text for name, text in element.attrib.items() if "var(" in text}
    declared.pop("style", None)
    for _, _, _, declarations in matcher.match(wrapper):
        declared |= declarations
    return declared | _parsed(element.get("style", ""))


def _draw(
    element: Element,
    inherited: Declarations,
    found: dict[Element, Declarations],
    by_id: dict[str, Element],
) -> Element:
    """A copy of the element as it looks where these variables hold."""
    declared = found[element]
    variables = inherited | {
        name: _resolved(text, inherited) for name, text in declared.items() if name[:2] == "--"
    }
    drawn = Element(element.tag, element.attrib)
    drawn.text, drawn.tail = element.text, element.tail
    style = ";".join(
        f"{name}:{_resolved(text, variables)}"
        for name, text in declared.items()
        if name[:2] != "--"
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
            drawn.append(_draw(child, variables, found, by_id))
    return drawn


def _resolved(text: str, variables: Declarations) -> str:
    return re.sub(r"var\((--[\w-]+)\)", lambda variable: variables[variable[1]], text)
