"""The views of a table of high card, and of a replay."""

from __future__ import annotations

from bots.view import GameView
from tests.high_card.protocol.nouns import HighCardOwn, HighCardPub


class HighCardView(GameView[HighCardPub, HighCardOwn], frozen=True, gc=False):
    """A table of high card as one audience sees it."""
