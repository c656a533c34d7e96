"""Lets tests import their helpers as `periplo.games.europa.tests`, also where the package is
installed without its tests. Its own folder stays the first, so that compiled rules are tested.
"""

from pathlib import Path

import periplo.games.europa

periplo.games.europa.__path__.append(str(Path(__file__).parent.parent))
