"""Drawings that carry their fonts with them.

A page's fonts do not reach a picture that it shows with `<img>`, nor one that is opened by itself,
so such a drawing gets the few letters that it writes, and no more.
"""

import io
from base64 import b64encode
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from periplo.fonts import font_files
from periplo.fonts.cascade import SVG, Declarations, declared, style_sheet

INHERITED = ("font-family", "font-style", "font-weight")
BOLD_FROM = 501  # where there are only 400 and 700, browsers show the bold cut from here on
FLAVOUR = "woff2"


class Face(NamedTuple):
    family: str
    style: str
    weight: int


class Font(NamedTuple):
    file: Path
    characters: frozenset[str]


@lru_cache(maxsize=64)
def with_fonts(svg: str) -> str:
    """The same drawing, with the letters of ours that it needs."""
    wanted: dict[Face, set[str]] = {}
    for declarations, text in _texts(ElementTree.fromstring(svg)):
        _choose(declarations, text, wanted)
    rules = "".join(_rule(face, "".join(sorted(wanted[face]))) for face in sorted(wanted))
    return svg.replace("<style>", f"<style>{rules}", 1)


def _texts(root: Element) -> Iterator[tuple[Declarations, str]]:
    """Every piece of text that is shown, and how."""
    matcher = style_sheet(root)
    of_element: dict[Element, Declarations] = {}
    parents = {child: parent for parent in root.iter() for child in parent}
    written = set(root.iter(f"{SVG}text"))
    leading = {ancestor for text in written for ancestor in _upwards(text, parents)}
    leading |= {part for text in written for part in text.iter()}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element = wrapper.etree_element
        if element not in leading:
            continue
        own = {name: element.attrib[name] for name in INHERITED if name in element.attrib}
        own |= {name: value for name, value in declared(wrapper, matcher).items()
                if name in INHERITED}  # fmt: skip
        above = parents.get(element)
        of_element[element] = (of_element[above] if above is not None else {}) | own
    for text in written:
        for part in text.iter():
            yield of_element[part], part.text or ""
            if part is not text:
                yield of_element[parents[part]], part.tail or ""


def _upwards(element: Element, parents: dict[Element, Element]) -> Iterator[Element]:
    yield element
    while element in parents:
        element = parents[element]
        yield element


def _choose(declarations: Declarations, text: str, wanted: dict[Face, set[str]]) -> None:
    """Each character by the first family of ours that has it, in the nearest cut there is."""
    families = [name.strip(" \"'\n") for name in declarations.get("font-family", "").split(",")]
    weight = {"normal": "400", "bold": "700"}.get(
        given := declarations.get("font-weight", "normal"), given
    )
    style = "italic" if declarations.get("font-style") == "italic" else "normal"
    cut = (style, 700 if int(weight) >= BOLD_FROM else 400)
    have = _fonts()
    for character in set(text) - {"\n"}:
        for family in families:
            cuts = [face for face in have if face.family == family]
            cuts.sort(key=lambda face: (face.style != cut[0], face.weight != cut[1]))
            if cuts and character in have[cuts[0]].characters:
                wanted.setdefault(cuts[0], set()).add(character)
                break


@cache
def _fonts() -> dict[Face, Font]:
    found = {}
    for file in font_files():
        with TTFont(file, lazy=True) as font:
            about = font["OS/2"]
            style = "italic" if about.fsSelection & 1 else "normal"
            face = Face(font["name"].getDebugName(1), style, about.usWeightClass)
            found[face] = Font(file, frozenset(map(chr, font.getBestCmap())))
    return found


@lru_cache(maxsize=256)
def _rule(face: Face, characters: str) -> str:
    options = Options()
    options.name_IDs = [0]
    options.notdef_outline = False
    options.layout_features = ["kern"]
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    written = io.BytesIO()
    with TTFont(_fonts()[face].file, recalcTimestamp=False) as font:
        subsetter.subset(font)
        font.flavor = FLAVOUR
        font.save(written)
    data = b64encode(written.getvalue()).decode()
    return (
        f'@font-face{{font-family:"{face.family}";font-style:{face.style};'
        f"font-weight:{face.weight};src:url(data:font/{FLAVOUR};base64,{data})}}\n"
    )
