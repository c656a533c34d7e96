"""Without the packages of the extras everything else works, and what is missing is named."""

import subprocess
import sys

import pytest

import periplo

EXTRAS = ("brotli", "cssselect2", "fontTools", "gymnasium", "numpy", "open_spiel", "openpyxl",
          "pettingzoo", "PIL", "pyspiel", "resvg_py", "segno", "tinycss2", "typst")  # fmt: skip


def run_without(packages: tuple[str, ...], code: str) -> str:
    """The last line of what Python says when these packages cannot be imported."""
    blocked = f"import sys\nfor name in {packages!r}: sys.modules[name] = None\n"
    ran = subprocess.run(
        [sys.executable, "-c", blocked + code], capture_output=True, text=True, check=False
    )
    return (ran.stdout + ran.stderr).strip().splitlines()[-1]


def test_the_package_needs_none_of_them() -> None:
    code = "import periplo, periplo.vector, periplo.cli.main; print(len(periplo.game_ids()))"
    assert int(run_without(EXTRAS, code)) >= 5


def test_a_board_is_drawn_without_them_too() -> None:
    code = f"from periplo.cli.main import app; app(['board', {periplo.game_ids()[0]!r}, '--svg'])"
    drawn, said = run_without(EXTRAS, code).split("periplo: ")
    assert drawn == "</svg>"
    assert said.startswith("drawn without its letters")
    assert said.endswith("pip install 'periplo[server]' brings it")


@pytest.mark.parametrize(
    ("adapter", "package"),
    [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel"), ("gymnasium", "gymnasium")],
)
def test_an_adapter_without_its_package_names_the_extra(adapter: str, package: str) -> None:
    for blocked in ((package,), EXTRAS):
        said = run_without(blocked, f"import periplo.adapters.{adapter}")
        assert said.startswith("ImportError: ")
        assert said.endswith(f" is not installed: pip install 'periplo[{adapter}]'")


def test_pixels_without_their_packages_name_the_extra() -> None:
    code = "import periplo.adapters.picture"
    assert run_without(("resvg_py",), code) == (
        "ImportError: resvg_py is not installed: pip install 'periplo[render]'"
    )


@pytest.mark.parametrize(("ending", "package"), [("pdf", "typst"), ("xlsx", "openpyxl")])
def test_minutes_without_their_packages_name_the_extra(ending: str, package: str) -> None:
    code = f"from periplo.printing.formats import render; render(None, {ending!r})"
    said = run_without((package,), code)
    assert said.endswith(f"this needs {package}: pip install 'periplo[print]'")
