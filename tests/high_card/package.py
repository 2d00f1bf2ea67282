"""What a package with high card offers as an entry point of the group `kibitz.games`."""

from tests.high_card.client.client import HIGH_CARD as CLIENTS
from tests.high_card.game.game import GAMES
from tests.high_card.protocol.game import NOUNS
from tests.high_card.records.records import RECORDS

__all__ = ["CLIENTS", "GAMES", "NOUNS", "RECORDS"]
