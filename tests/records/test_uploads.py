"""An uploaded file becomes deals to play or a record to show; a file of another game is refused."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from protocol.v1.codes import Code
from protocol.v1.spades import Options
from server.errors import BadRecord, Refusal
from server.games.base import AnyGame
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE
from server.games.spades.rules import SPADES
from server.records import spades
from server.records.hanabi import dumps
from server.records.hanabi.compressed import dumps as addresses
from server.records.registry import read_deals
from server.records.uploads import read_upload
from tests.records.bridge.board_json import board, text
from tests.records.hanabi.games import game
from tests.records.spades.games import game as game_of_spades


def test_a_game_of_hanabi_is_no_boards_of_bridge() -> None:
    for content in (dumps([game()]), addresses([game()])):
        with pytest.raises(BadRecord, match=r"expected boards of bridge, got a game of Hanabi"):
            read_deals(content)
        for kind in (BRIDGE, REPLAY):
            with pytest.raises(Refusal) as refused:
                read_upload(content, "", kind, kind.options_type())
            assert refused.value.code is Code.INVALID_MESSAGE
        with pytest.raises(Refusal, match="no boards can be uploaded for Spades"):
            read_upload(content, "", SPADES, SPADES.options_type())


def files_of_spades() -> Iterable[str]:
    """Return a file of one game, and a file of two games."""
    first, second = game_of_spades(1, hands=1), game_of_spades(2, hands=1)
    return spades.dumps([first]), spades.dumps([first, second])


@pytest.mark.parametrize(
    ("kind", "got"),
    [
        (BRIDGE, "expected boards of bridge, got a game of Spades (kibitz-spades)"),
        (
            REPLAY,
            "expected boards of bridge, but the file has a game of Spades,"
            " which a table of spades_replay shows",
        ),
    ],
    ids=["deals", "replay"],
)
def test_a_game_of_spades_is_refused_as_boards_for_bridge(kind: AnyGame, got: str) -> None:
    for upload in files_of_spades():
        with pytest.raises(Refusal) as refused:
            read_upload(upload, "", kind, kind.options_type())
        assert refused.value.code is Code.INVALID_MESSAGE
        assert got in str(refused.value)
        assert refused.value.game == ("spades_replay" if kind is REPLAY else None)


def test_a_table_of_spades_takes_no_set_of_deals_whatever_it_is() -> None:
    for upload in (*files_of_spades(), text(board()), "nonsense"):
        with pytest.raises(Refusal, match="no boards can be uploaded for Spades"):
            read_upload(upload, "", SPADES, Options())
