"""What a package with high card offers to clients, as an entry point of the group `kibitz.clients`."""

from tests.high_card.client.client import HIGH_CARD as CLIENTS
from tests.high_card.protocol.game import NOUNS

__all__ = ["CLIENTS", "NOUNS"]
