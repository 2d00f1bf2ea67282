"""`kibitz deal` prints boards of bridge as PBN, from a seed or at random."""

from __future__ import annotations

from random import Random

from protocol.v1.bridge import Deal
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.records.bridge.dealing import BoardDealing
from server.records.registry import read_deals


def dealt(seed: str | None = None, secret: int = 0, **options: int) -> tuple[Deal, ...]:
    """Return the boards that are dealt, read from their PBN."""
    return read_deals(BoardDealing().deal(options, seed, Random(secret)))


def test_one_board_is_dealt_unless_more_are_asked_for() -> None:
    assert [deal.board for deal in dealt()] == [1]
    assert [deal.board for deal in dealt(boards=3, first=7)] == [7, 8, 9]


def test_the_dealer_and_the_vulnerability_are_those_of_the_number() -> None:
    for deal in dealt(boards=16):
        assert (deal.dealer, deal.vulnerable) == (dealer_of(deal.board), vulnerability_of(deal.board))
        assert len({card for hand in deal.hands for card in hand}) == 52


def test_a_seed_gives_the_same_boards_whatever_the_secret_source() -> None:
    assert dealt("x", 1, boards=4) == dealt("x", 2, boards=4)
    assert dealt("x", boards=4) != dealt("y", boards=4)


def test_without_a_seed_the_boards_come_from_the_secret_source() -> None:
    assert dealt(None, 1) != dealt(None, 2)
