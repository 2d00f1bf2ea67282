"""No card stands twice in the hands of a JSON board, and no hand has more than 13 cards (Law 1)."""

from __future__ import annotations

import pytest

from protocol.v1.cards import DECK
from server.errors import BadRecord
from server.records.bridge.endplay_json import loads
from tests.records.bridge.board_json import board, cards, text


@pytest.mark.parametrize(
    ("hands", "error"),
    [
        ({"north": "SA", "east": "SA"}, r"got SA 2 times \(North and East\) - at `\$.deal.east\[0\]`"),
        ({"north": "SA HK SA"}, r"got SA 2 times \(North and North\) - at `\$.deal.north\[2\]`"),
        ({"west": " ".join(DECK[:14])}, r"expected 13 cards for West, got 14 - at `\$.deal.west\[13\]`"),
    ],
)
def test_a_card_in_two_places_is_refused(hands: dict[str, str], error: str) -> None:
    document = board()
    document["deal"] = {seat: cards(hands.get(seat, "")) for seat in document["deal"]}
    with pytest.raises(BadRecord, match=error):
        loads(text(document))
