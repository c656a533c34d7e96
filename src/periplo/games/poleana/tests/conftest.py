"""Lets tests import their helpers as `periplo.games.poleana.tests` where the package is installed
without its tests, too. The package's own folder stays the first, so that compiled rules are tested.
"""

from pathlib import Path

import periplo.games.poleana

periplo.games.poleana.__path__.append(str(Path(__file__).parent.parent))
