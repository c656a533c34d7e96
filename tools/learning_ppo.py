"""Runs the last block of docs/learning.md: MaskablePPO learns a solo game. `make learning-ppo`.

It needs sb3-contrib, which brings PyTorch; `make` installs both into an environment of their own.
With `--short` a few games are enough: only that it runs is shown.
"""

import re
import sys
from pathlib import Path

LEARNING = Path(__file__).parent.parent / "docs" / "learning.md"
SHORT = {"STEPS": 512, "TRIALS": 4}


def block() -> str:
    """The one that is marked as run by this."""
    found = re.search(
        r"^```python ppo\n(.*?)^```", LEARNING.read_text(encoding="utf-8"), re.M | re.S
    )
    assert found, "docs/learning.md has no block for it"
    return found[1]


def main() -> None:
    text = block()
    if "--short" in sys.argv[1:]:
        for name, number in SHORT.items():
            text = re.sub(rf"^{name} = [\d_]+", f"{name} = {number}", text, flags=re.M)
    exec(compile(text, str(LEARNING), "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
