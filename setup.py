"""Compiles `core` and every game's rules with mypyc; installs interpreted where that cannot be.
Builds the web pages into the package.

PERIPLO_COMPILE=0 asks for the interpreted package, PERIPLO_WEB=0 for one without pages,
PERIPLO_GAME=oca compiles the rules of that game only.
Everything else stands in pyproject.toml.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

GAME = os.environ.get("PERIPLO_GAME") or "*"
COMPILED = ("src/periplo/core/*.py", "src/periplo/bots/search.py", "src/periplo/vector/batch.py",
            f"src/periplo/games/{GAME}/board.py")  # fmt: skip
INTERPRETED = ("src/periplo/core/arranging.py", "src/periplo/core/choices.py")


def files_to_compile() -> list[str]:
    """Of a game its board, and every module that counts in mypyc's own `i64`."""
    files = {file for pattern in COMPILED for file in glob(pattern)}
    for file in glob(f"src/periplo/games/{GAME}/*.py"):
        if "from mypy_extensions import i64" in Path(file).read_text(encoding="utf-8"):
            files.add(file)
    return sorted(files.difference(INTERPRETED))


def compiler() -> list[str]:
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def inlining() -> list[str]:
    """What makes the C compiler put small helpers, of which the rules consist, where they are used.

    Without the first option a shared library keeps every call, for somebody might replace what is
    called. The others, which only GCC has, let it go on where it would find the result too large:
    random games run faster by a tenth, and the package is larger by half.
    """
    if sys.platform == "win32":
        return []
    options = ["-fno-semantic-interposition"]
    try:
        version = subprocess.run([*compiler(), "--version"], capture_output=True, check=False)
    except OSError:
        return options
    if b"Free Software Foundation" in version.stdout:
        options += ["-finline-limit=1000", "--param", "inline-unit-growth=100"]
    return options


def can_compile() -> bool:
    """Whether a C compiler and Python's headers are here."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.c")
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        command = [*compiler(), f"-I{sysconfig.get_path('include')}", "-c", str(source)]
        try:
            tried = subprocess.run(
                [*command, "-o", str(Path(folder, "try.o"))], capture_output=True, check=False
            )
        except OSError:
            return False
        return tried.returncode == 0


def extensions() -> list[Extension]:
    if not {"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv):
        return []  # only metadata is asked for, or the work tree, which stays interpreted
    if os.environ.get("PERIPLO_COMPILE") == "0":
        print("periplo: installing interpreted, as PERIPLO_COMPILE=0 asks", file=sys.stderr)
        return []
    if not can_compile():
        print("periplo: no C compiler with Python's headers: installing interpreted "
              "(everything works, simulation is slower)", file=sys.stderr)  # fmt: skip
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "src"
    found: list[Extension] = mypycify(files_to_compile(), opt_level="3", debug_level="0")
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *inlining()]
    return found


class BuildWithPages(build_py):
    """The web pages are built with the package, so that the wheel needs no Node.js."""

    def run(self) -> None:
        super().run()
        if self.editable_mode or os.environ.get("PERIPLO_WEB") == "0":
            return
        sys.path.append("tools/build")
        from npm import run_npm
        from offline import write_zip

        write_zip()
        run_npm("run", "build")
        shutil.copytree(
            "build/web", Path(self.build_lib, "periplo", "server", "site"), dirs_exist_ok=True
        )


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithPages})
