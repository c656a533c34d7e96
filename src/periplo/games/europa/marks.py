"""What is drawn in several places, squares, pins and dice, and what squares are called."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Final

from periplo.core.drawing import PIPS
from periplo.games.europa.style import SHAPES

HIGHEST: Final = 5  # number on the die; its sixth face is a plane
PLANE: Final = (
    "M0-11.5c1.1 0 1.7 1.3 1.7 3V-3.4L11 2.6V5L1.7 2V7.4L4.6 9.6V11.3L0 10-4.6 11.3V9.6"
    "L-1.7 7.4V2L-11 5V2.6L-1.7-3.4V-8.5C-1.7-10.2-1.1-11.5 0-11.5Z"
)
PIN: Final = "M0 0C-3-12-19-19-19-35A19 19 0 1 1 19-35C19-19 3-12 0 0Z"  # its head is at 0 -35
CROWN: Final = "M-10 0V-10L-5-5 0-12 5-5 10-10V0Z"


@dataclass(frozen=True)
class Background:
    """The bare board that is to be drawn, and what its squares and countries are called."""

    board: Mapping[str, Any]  # the layout
    words: Mapping[str, str]  # the countries' names too, by slug
    routes: Mapping[int, Sequence[str]]  # each one's countries

    def countries(self) -> list[str]:
        return list(dict.fromkeys(country for row in self.routes.values() for country in row))

    def routes_of(self, country: str) -> list[int]:
        return [route for route, countries in self.routes.items() if country in countries]

    def called(self, square: Mapping[str, Any]) -> str:
        """A square with its number, in full."""
        at, kind = square["at"], square["kind"]
        if kind in ("start", "finish"):
            return f"{at} Murcia, {self.words[kind]}"
        country = self.words[square["country"]]
        if kind == "city":
            return f"{at} {self.said(square)}, {country}, {self.words['route']} {square['route']}"
        return f"{at} {self.words['star']}, {country}" if kind == "star" else f"{at} {country}"

    def said(self, square: Mapping[str, Any]) -> str:
        """A square in a word or two; a star shows where it leads."""
        kind = square["kind"]
        if kind == "city":
            return self.words.get(square["city"], str(square["name"]))
        if kind == "star":
            stars = [other["at"] for other in self.board["squares"] if other["kind"] == "star"]
            ahead = [at for at in stars if at > square["at"]]
            return f"{self.words['star']} → {ahead[0]}" if ahead else self.words["star"]
        if kind in ("start", "finish"):
            return f"Murcia, {self.words[kind]}"
        return self.words[square["country"]]


@dataclass(frozen=True)
class Picture(Background):
    """The position on it, and everything that is said about it."""

    position: Mapping[str, Any]
    names: Sequence[str]
    happening: str
    description: str  # the position, for those who cannot see it


def shape(route: int, number: str, scale: float) -> str:
    """The shape of a route, with a number on it if there is one."""
    text = f'<text class="europa-number" y="{SHAPES[route][2] + 3.8:g}">{number}</text>'
    return (
        f'<g class="europa-r{route}" transform="scale({scale:g})">'
        f'<use href="#europa-r{route}" class="europa-rim"/>'
        f'<use href="#europa-r{route}" class="europa-line"/>'
        f"{text if number else ''}</g>"
    )


def sign(route: int | None, seat: int, scale: float) -> str:
    """A team's sign: the shape of its route. Numbers are those of squares, but for who has none."""
    return shape(route, "", scale) if route else shape(0, str(seat + 1), scale)


def stars(radius: float, scale: float) -> str:
    """The ring of twelve, upright each."""
    return "".join(
        f'<use href="#europa-star" transform="translate({radius * sin(n * pi / 6):.1f}'
        f' {-radius * cos(n * pi / 6):.1f}) scale({scale:g})"/>'
        for n in range(12)
    )


def symbol(square: Mapping[str, Any]) -> str:
    """A square about its middle, without the numbers of stars and plain squares."""
    at, kind, radius = square["at"], square["kind"], square["radius"]
    if kind == "city":
        return shape(square["route"], str(at), radius / 12)
    if kind == "star":
        return (
            f'<circle class="europa-blue" r="{radius:g}"/>'
            f'<use href="#europa-star" class="europa-gold" transform="scale({radius / 10.6:.2f})"/>'
        )
    if kind == "finish":
        return (
            f'<circle class="europa-blue" r="{radius:g}"/>'
            f'<g class="europa-gold">{stars(24, 0.42)}</g>'
            f'<text class="europa-white" font-size="19" y="6.6">{at}</text>'
        )
    arrow = '<path class="europa-onward" d="M-9 0H9M2-7 9 0 2 7"/>'
    return f'<circle class="europa-stone" r="{radius:g}"/>{arrow if kind == "start" else ""}'


def pin(route: int | None, seat: int, *, crowned: bool = False) -> str:
    """A team's pin; its point is at 0 0."""
    crown = f'<path class="europa-crown" transform="translate(0 -52)" d="{CROWN}"/>'
    return (
        '<ellipse class="europa-shadow" rx="9" ry="3.5"/>'
        f'<path class="europa-pin" d="{PIN}"/><g transform="translate(0 -35)">'
        f"{sign(route, seat, 1.18)}</g>{crown if crowned else ''}"
    )


def die(face: int | str) -> str:
    """A face of the die in a square from -12 to 12."""
    drawn = '<rect class="europa-die" x="-12" y="-12" width="24" height="24" rx="5"/>'
    if face == "plane":
        return f'{drawn}<use href="#europa-plane" class="europa-pip" transform="scale(.85)"/>'
    return drawn + "".join(
        f'<circle class="europa-pip" cx="{6 * a}" cy="{6 * b}" r="2.4"/>'
        for a, b in PIPS[int(face)]
    )
