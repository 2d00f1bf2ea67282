"""The simple rules by which every seat plays an imagined hand."""

from __future__ import annotations

from bots.spades.sampler.bits import codes_of, held
from bots.spades.sampler.rollout import play_out
from bots.spades.sampler.table import Laws, Position
from protocol.v1.spades import Rules
from tests.games.spades.hands import cards


def won_by(seat: int, hands: dict[int, str], leader: int, need: tuple[int, int]) -> int:
    """Return the tricks of a seat if every seat plays these cards by the simple rules."""
    codes = codes_of(Rules())
    flat = tuple(bits for each in range(4) for bits in held(codes, cards(hands[each])))
    position = Position(leader, (), (0,) * 4, need, (False,) * 4, (False,) * 4, True, False)
    return play_out(Laws(4, 2), position, flat)[seat]


def test_a_side_that_needs_a_trick_cashes_it_and_a_side_with_enough_ducks() -> None:
    hands = {0: "HA C2", 1: "HK C9", 2: "H3 C5", 3: "H4 C4"}
    assert won_by(0, hands, 0, (1, 0)) == 1
    assert won_by(0, {**hands, 1: "HK CA"}, 0, (0, 0)) <= 1
