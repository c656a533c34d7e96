"""Runs the blocks of docs/learning.md and draws what they learn: `make learning`.

With `--short` a few games are enough, nothing is drawn, and only that it runs is shown.
"""

import re
import sys
import time
from pathlib import Path

from periplo.fonts import stack
from periplo.fonts.embed import with_fonts

DOCS = Path(__file__).parent.parent / "docs"
SHORT = {"GAMES": 6, "ROUNDS": 2}
WIDTH, HEIGHT, LEFT, BOTTOM, EDGE = 720, 360, 60, 40, 20


def blocks(short: bool) -> list[str]:
    """The Python of the tutorial, in order."""
    found = re.findall(r"^```python\n(.*?)^```", (DOCS / "learning.md").read_text(), re.M | re.S)
    if not short:
        return found
    for name, number in SHORT.items():
        changed = [re.sub(rf"^{name} = \d+", f"{name} = {number}", block, flags=re.M)
                   for block in found]  # fmt: skip
        assert changed != found, f"{name} is nowhere set"
        found = changed
    return found


def drawing(curve: list[float], random: float) -> str:
    """The learning curve as SVG: mean score by round, and what random players reach."""
    low, high = 10 * (min(*curve, random) // 10), 10 * (max(curve) // 10 + 1)

    def x(number: float) -> float:
        return LEFT + (WIDTH - LEFT - EDGE) * number / len(curve)

    def y(score: float) -> float:
        return EDGE + (HEIGHT - EDGE - BOTTOM) * (high - score) / (high - low)

    line = " ".join(f"{x(i + 1):.1f},{y(score):.1f}" for i, score in enumerate(curve))
    ticks = [low + 10 * i for i in range(int((high - low) // 10) + 1)]
    rounds = [round(len(curve) * part / 4) for part in range(5)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-size="13" fill="#333">',
        f"<style>svg{{font-family:{stack('sans')}}}</style>",
        "<title>Mean score of solo games by round of learning</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *(
            f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - EDGE}" stroke="#ddd"/>'
            f'<text x="{LEFT - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.0f}</text>'
            for tick in ticks
        ),
        *(
            f'<text x="{x(number):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{number}</text>'
            for number in rounds
        ),
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 3}" text-anchor="middle">rounds of learning</text>',
        f'<text x="{LEFT + 8}" y="{EDGE + 12}">mean score</text>',
        f'<path d="M{LEFT} {y(random):.1f}H{WIDTH - EDGE}" stroke="#c33" stroke-dasharray="6 4"/>',
        f'<text x="{WIDTH - EDGE}" y="{y(random) - 6:.1f}" text-anchor="end" fill="#c33">'
        f"random: {random:.1f}</text>",
        f'<polyline points="{line}" fill="none" stroke="#2560a8" stroke-width="2"/>',
        "</svg>",
    ]
    return with_fonts("\n".join(parts) + "\n")


def main() -> None:
    short = "--short" in sys.argv[1:]
    known: dict[str, object] = {}
    start, busy = time.perf_counter(), time.process_time()
    for block in blocks(short):
        exec(compile(block, "docs/learning.md", "exec"), known)
    took, worked = time.perf_counter() - start, time.process_time() - busy
    print(f"{took:.0f} seconds, {worked:.0f} of them on processors")
    if not short:
        curve, random = known["curve"], known["random"]
        (DOCS / "pictures" / "learning.svg").write_text(drawing(curve, random))  # type: ignore


if __name__ == "__main__":
    main()
