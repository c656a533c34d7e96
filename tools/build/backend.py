"""setuptools as it is, which asks for Node.js from PyPI where the machine has none."""

from npm import FROM_PYPI, is_good_node_here
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(settings: dict[str, str] | None = None) -> list[str]:
    wanted = build_meta.get_requires_for_build_wheel(settings)
    return wanted if is_good_node_here() else [*wanted, FROM_PYPI]
