"""Makes the fonts we ship from the packages they come from: `make fonts`.

web/fonts gets woff2 files for the browser, with what English, Spanish and Italian need in one file
and the other Latin letters in a second, which is fetched only when one of them is shown;
src/periplo/fonts gets TrueType files for pixels and paper; web/src/fonts.css says all that to the
browser. Ours have names of their own, as their licences ask of whoever changes a font.
"""

import base64
import io
import logging
import subprocess
import sys
import tarfile
from hashlib import sha512
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools" / "build")]

from npm import npm_command  # noqa: E402

from periplo.fonts import STACKS  # noqa: E402

WEB = ROOT / "web" / "fonts"
DRAWN = ROOT / "src" / "periplo" / "fonts"
SHEET = ROOT / "web" / "src" / "fonts.css"
DOWNLOADS = ROOT / "build" / "fonts"

# npm's packages and what their archives must hash to
PACKAGES = {
    "source-serif@4.5.1": "NUAh5IzF7KiUu2gTpqE+ed9MNbMe4st7LIIXZ0OHHSPc6gg86H67j04M8sIhU2qqFd26btXaFQ2ge5u/p72j0Q==",  # noqa: E501
    "source-sans@3.52.0": "xsm7qlMI/JwxwNdp6pvpR6l+aZjn90fzOzoeUz/qoohIYbKbDwQNRIz5/ItYs7/hvqLirQNUoDFGXSVA3TU9tw==",  # noqa: E501
    "@fontsource/zilla-slab@5.3.0": "xbdDx5OESJDQqp3GIp4pjBgI+qpcg4AxnHLN15ekfJbG+ZYaOXg3uBjDpYlkuPQpey91afxHBNaqZgzluJ2FWA==",  # noqa: E501
    "dejavu-fonts-ttf@2.37.3": "f1hd7jJbeQa1VWcw+K2KrTXS50zTMaHpVC4XIKJpNcDeYR5ajMtj/iLlQDYNvLOKamUB3ARVVCf79lNwNVztSQ==",  # noqa: E501
}

SERIF = ("source-serif@4.5.1", "VAR/SourceSerif4Variable-Roman.ttf")
ITALIC = ("source-serif@4.5.1", "VAR/SourceSerif4Variable-Italic.ttf")
SANS = ("source-sans@3.52.0", "VF/SourceSans3VF-Upright.ttf")
SLAB = ("@fontsource/zilla-slab@5.3.0", "files/zilla-slab-latin-700-normal.woff2",
        "files/zilla-slab-latin-ext-700-normal.woff2")  # fmt: skip
PICTURES = ("dejavu-fonts-ttf@2.37.3", "ttf/DejaVuSans.ttf")
LICENCES = {"Source.txt": ("source-serif@4.5.1", "LICENSE.md"),
            "Zilla.txt": ("@fontsource/zilla-slab@5.3.0", "LICENSE"),
            "DejaVu.txt": ("dejavu-fonts-ttf@2.37.3", "LICENSE")}  # fmt: skip

LETTERS = "áéíóúñüÁÉÍÓÚÑÜàèìòùÀÈÌÒÙçÇ¿¡«»ºª°"
MARKS = "·–—‘’“”…×−½→←↑↓•€"
BASIC = {*map(chr, range(0x20, 0x7F)), "\u00a0", *LETTERS, *MARKS}
OTHERS = {*map(chr, range(0xA1, 0x180)), *"ȘșȚțẞ‚„‹›"} - BASIC - {"\u00ad"}
LATIN = BASIC | OTHERS
LONGEST_NAME = 500  # characters
SIGNS = set("↶↷↺↻⇄⊘⌂⚂⚄⚑★☆▲△▼▽▾▸▶◀■□◆◇○●♜✓✕✗✚✦⟳")


class Face(NamedTuple):
    """One file of ours."""

    file: str
    family: str
    source: tuple[str, ...]
    weights: tuple[int, int]
    characters: set[str]
    style: str = "normal"
    kerned: bool = True


# the first of a family's files is the one that most pages need
IN_BROWSER = [
    Face("sans.woff2", "Periplo Sans", SANS, (400, 700), BASIC),
    Face("sans-others.woff2", "Periplo Sans", SANS, (400, 700), OTHERS, kerned=False),
    Face("serif.woff2", "Periplo Serif", SERIF, (400, 700), BASIC),
    Face("serif-others.woff2", "Periplo Serif", SERIF, (400, 700), OTHERS, kerned=False),
    Face("serif-italic.woff2", "Periplo Serif", ITALIC, (400, 400), BASIC, "italic"),
    Face("slab.woff2", "Periplo Slab", SLAB, (700, 700), LATIN),
    Face("symbols.woff2", "Periplo Symbols", PICTURES, (400, 400), SIGNS, kerned=False),
]
ON_PAPER = [
    Face("PeriploSans-Regular.ttf", "Periplo Sans", SANS, (400, 400), LATIN),
    Face("PeriploSans-Bold.ttf", "Periplo Sans", SANS, (700, 700), LATIN),
    Face("PeriploSerif-Regular.ttf", "Periplo Serif", SERIF, (400, 400), LATIN),
    Face("PeriploSerif-Bold.ttf", "Periplo Serif", SERIF, (700, 700), LATIN),
    Face("PeriploSerif-Italic.ttf", "Periplo Serif", ITALIC, (400, 400), LATIN, "italic"),
    Face("PeriploSlab-Bold.ttf", "Periplo Slab", SLAB, (700, 700), LATIN),
    Face("PeriploSymbols-Regular.ttf", "Periplo Symbols", PICTURES, (400, 400), SIGNS),
]


# ---- from the packages


def download(package: str) -> Path:
    """The package's archive, as npm's registry has it and as it was when this was written."""
    found = DOWNLOADS / f"{package.replace('/', '-').replace('@', '-').strip('-')}.tgz"
    if not found.is_file():
        DOWNLOADS.mkdir(parents=True, exist_ok=True)
        packed = [*npm_command(), "pack", package, "--loglevel=error", "--pack-destination"]
        name = subprocess.run(
            [*packed, str(DOWNLOADS)], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.split()[-1]
        (DOWNLOADS / name).rename(found)
    have = base64.b64encode(sha512(found.read_bytes()).digest()).decode()
    if have != PACKAGES[package]:
        raise SystemExit(f"{package} is not what it was: its archive hashes to sha512-{have}")
    return found


def unpack(package: str, path: str) -> bytes:
    with tarfile.open(download(package)) as archive:
        file = archive.extractfile(f"package/{path}")
        assert file is not None
        return file.read()


def opened(source: tuple[str, ...]) -> TTFont:
    package, *paths = source
    parts = [io.BytesIO(unpack(package, path)) for path in paths]
    if len(parts) == 1:
        return TTFont(parts[0], recalcTimestamp=False)
    plain, created = [], []
    for part in parts:  # these are packed, and merging wants them plain
        font = TTFont(part)
        font.flavor = None
        created.append(font["head"].created)
        plain.append(io.BytesIO())
        font.save(plain[-1])
        plain[-1].seek(0)
    merged = Merger().merge(plain)
    merged.recalcTimestamp = False
    merged["head"].created = created[0]
    return merged


def make(face: Face) -> bytes:
    font = opened(face.source)
    missing = face.characters - {chr(code) for code in font.getBestCmap()}
    options = Options()
    options.layout_features = ["kern", "ccmp"] if face.kerned else []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 13, 14]  # whose it is, and its licence
    options.legacy_kern = False
    options.drop_tables += ["STAT", "MVAR", "FFTM", "meta"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(character) for character in face.characters - missing])
    subsetter.subset(font)
    if "fvar" in font:
        low, high = face.weights
        axes: dict[str, Any] = {axis.axisTag: None for axis in font["fvar"].axes}  # as drawn first
        axes["wght"] = low if low == high else (low, high)
        font = instantiateVariableFont(font, axes)
    rename(font, face)
    font.flavor = "woff2" if face.file.endswith(".woff2") else None
    written = io.BytesIO()
    font.save(written)
    if missing:
        print(f"{face.file} lacks {''.join(sorted(missing))}")
    return written.getvalue()


def rename(font: TTFont, face: Face) -> None:
    bold, italic = face.weights == (700, 700), face.style == "italic"
    cut = "Bold" if bold else "Italic" if italic else "Regular"
    names = font["name"]
    # a sentence about the licence stays inside, a whole licence only beside
    names.names = [
        name
        for name in names.names
        if name.nameID in (0, 13, 14) and len(name.toUnicode()) < LONGEST_NAME
    ]
    for number, text in {
        1: face.family,
        2: cut,
        4: f"{face.family} {cut}",
        6: f"{face.family.replace(' ', '')}-{cut}",
    }.items():
        names.setName(text, number, 3, 1, 0x409)
    about = font["OS/2"]
    about.usWeightClass = face.weights[0]
    about.fsSelection = (about.fsSelection & ~0b1100001) | (
        0b100000 if bold else 0b1 if italic else 0b1000000
    )
    font["head"].macStyle = bold | italic << 1
    if "fvar" in font:
        font["fvar"].instances = []
        font["fvar"].axes[0].axisNameID = 2
    font["head"].modified = font["head"].created  # the same bytes on every day


# ---- for the browser

# fonts that most devices have, and the mean width of a letter of SAMPLE in their regular and bold
# cuts, as part of the size (Arial is as wide as Arimo, Times New Roman as Tinos)
NEAR = {
    "Periplo Sans": ("Near Sans", ("Arial", "Liberation Sans", "Arimo"), 0.4513, 0.4843),
    "Periplo Serif": ("Near Serif", ("Times New Roman", "Liberation Serif", "Tinos"),
                      0.4079, 0.4298),
}  # fmt: skip
SAMPLE = "the newcomer frees whoever sat in the well and five journeys come back to one table "


def style_sheet() -> str:
    """web/src/fonts.css, from the files as they are."""
    parts = ["/* Written by tools/fonts.py: make fonts */"]
    for face in IN_BROWSER:
        font = TTFont(WEB / face.file)
        low, high = face.weights
        parts.append(
            rule(
                ("font-family", f"'{face.family}'"),
                ("font-style", face.style),
                ("font-weight", f"{low}" if low == high else f"{low} {high}"),
                ("font-display", "swap"),
                ("src", f"url('../fonts/{face.file}') format('woff2')"),
                ("unicode-range", ranges(font.getBestCmap())),
            )
        )
    for family in NEAR:
        parts += stand_in(family)
    stacks = "".join(f"  --{kind}: {listed(names)};\n" for kind, names in STACKS.items())
    parts.append(f":root {{\n{stacks}}}")
    return "\n\n".join(parts) + "\n"


def rule(*declarations: tuple[str, str]) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in declarations)
    return f"@font-face {{\n{lines}}}"


def ranges(codes: Any) -> str:
    """Code points as a style sheet lists them."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def stand_in(family: str) -> list[str]:
    """What is shown until ours has come: a font of the device, stretched so that nothing jumps."""
    name, have, *widths = NEAR[family]
    cuts = (("Regular", "", "400 500"), ("Bold", " Bold", "600 700"))
    found = []
    for width, (ours, theirs, weights) in zip(widths, cuts, strict=True):
        font = TTFont(DRAWN / f"{family.replace(' ', '')}-{ours}.ttf")
        glyphs, advance, line = font.getBestCmap(), font["hmtx"], font["hhea"]
        size = font["head"].unitsPerEm
        mean = sum(advance[glyphs[ord(letter)]][0] for letter in SAMPLE) / len(SAMPLE) / size
        scale = mean / width
        found.append(
            rule(
                ("font-family", f"'{name}'"),
                ("font-weight", weights),
                ("src", ", ".join(f"local('{one}{theirs}')" for one in have)),
                ("size-adjust", f"{scale:.1%}"),
                ("ascent-override", f"{line.ascent / size / scale:.1%}"),
                ("descent-override", f"{-line.descent / size / scale:.1%}"),
                ("line-gap-override", "0%"),
            )
        )
    return found


def listed(names: tuple[str, ...]) -> str:
    """A stack of ours; the stand-ins come after everything that is ours."""
    shown = [name for name in names if name.startswith("Periplo")]
    shown += [NEAR[name][0] for name in shown if name in NEAR]
    shown += [name for name in names if name not in shown]
    return ", ".join(f"'{name}'" if " " in name else name for name in shown)


def main() -> None:
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    for folder, faces in ((WEB, IN_BROWSER), (DRAWN, ON_PAPER)):
        for face in faces:
            made = make(face)
            (folder / face.file).write_bytes(made)
            print(f"{len(made):7,}  {face.file}")
        for name, (package, path) in LICENCES.items():
            (folder / name).write_bytes(unpack(package, path))
    SHEET.write_text(style_sheet(), encoding="utf-8")


if __name__ == "__main__":
    main()
