"""Every leak that the suite must catch."""

from tests.secrecy.leaks import cards, laws, listed, words  # noqa: F401 - they register what they plant
from tests.secrecy.leaks.planting import LEAKS

__all__ = ["LEAKS"]
