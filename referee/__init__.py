"""The referee at the table: fame, pawns, Spirit, potions and creatures, judged and remembered.

ARCHITECTURE.md says what lives where, and which way imports go.
"""

from pathlib import Path

from referee.zone import correct_zone

_PACKAGE = Path(__file__).parent
INSTALLED = (_PACKAGE / "templates").is_dir()
"""Whether this is an installed package, which holds what stands beside it in a checkout."""
ROOT = _PACKAGE if INSTALLED else _PACKAGE.parent
"""The folder of templates/, static/ and translations/."""
correct_zone()
