"""What a drawing's style sheet says of each element."""

from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

SVG = "{http://www.w3.org/2000/svg}"

Declarations = dict[str, str]


def style_sheet(root: Element) -> "cssselect2.Matcher":
    """The rules that hold on paper: those for other media, such as a dark screen, are left out."""
    matcher = cssselect2.Matcher()
    text = "\n".join(style.text or "" for style in root.iter(f"{SVG}style"))
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            for selector in cssselect2.compile_selector_list(rule.prelude):
                matcher.add_selector(selector, parsed(rule.content))
    return matcher


def parsed(content: object) -> Declarations:
    declarations = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return {
        declaration.name: tinycss2.serialize(declaration.value).strip()
        for declaration in declarations
        if declaration.type == "declaration"
    }


def declared(wrapper: "cssselect2.ElementWrapper", matcher: "cssselect2.Matcher") -> Declarations:
    """What style sheet and its own style say of an element, the strongest last."""
    found: Declarations = {}
    for _, _, _, declarations in matcher.match(wrapper):
        found |= declarations
    return found | parsed(wrapper.etree_element.get("style", ""))
