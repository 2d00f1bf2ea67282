"""Boards are dealt by a command, from a seed or at random."""

from server.records.registry import read_deals
from tests.cli.commands import kibitz


def test_the_same_seed_deals_the_same_boards_and_without_a_seed_boards_differ() -> None:
    first, again = (
        kibitz("deal", "--boards", "3", "--seed", "x"),
        kibitz("deal", "--boards", "3", "--seed", "x"),
    )
    assert first.stdout == again.stdout
    assert [deal.board for deal in read_deals(first.stdout)] == [1, 2, 3]
    assert kibitz("deal").stdout != kibitz("deal").stdout
