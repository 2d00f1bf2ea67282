"""High card, and replays of it, as the registry of games lists them."""

from __future__ import annotations

from server.games.base import AnyGame
from tests.high_card.game.replay import HIGH_CARD_REPLAY
from tests.high_card.game.rules import HIGH_CARD

GAMES: tuple[AnyGame, ...] = (HIGH_CARD, HIGH_CARD_REPLAY)
