"""Many games at once, stepped within compiled code; needs no package beyond ours."""

from periplo.vector.batch import Batch

__all__ = ["Batch"]
