"""Boards in endplay's JSON as `kibitz replay` reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.records.bridge.board_json import auction, cards

THREE_NOTRUMP = auction("P P P 1NT P 3NT P P P")
"""From North: West declares, North leads."""

SPADES = "SA ST S6 H4 SK S9 S5 H3 SQ S8 S4 H2 SJ S7 S3 DA"
"""Four tricks for North."""

REST = (
    "HT HA H7 DK HK H6 DQ H9 HQ H5 DJ H8 HJ S2 CA D7 DT D4 CK D6 D9 D3 CQ D5"
    " D8 D2 CJ C4 C7 CT C8 C3 C9 C5 C2 C6"
)
"""Nine more, seven of them for East and West: 3NT two down."""

PLAY = cards(f"{SPADES} {REST}")
Replayed = Callable[..., Any]
