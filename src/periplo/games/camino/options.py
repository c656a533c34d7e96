"""El camino is played in one way only."""

from periplo.core.options import Option

OPTIONS: tuple[Option, ...] = ()
