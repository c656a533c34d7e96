"""Which Periplo this is."""

from periplo.core import state

__version__ = "0.1.0"


def is_compiled() -> bool:
    """Whether the rules run compiled."""
    return not str(state.__file__).endswith(".py")
