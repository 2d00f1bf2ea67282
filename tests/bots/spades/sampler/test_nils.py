"""The play of imagined hands while a nil is alive: every seat knows that the nil must win no trick."""

from __future__ import annotations

from random import Random

import pytest

from bots.spades.sampler.bits import Coded, codes_of, held
from bots.spades.sampler.rollout import by_rules, play_out
from bots.spades.sampler.table import Laws, Position, Table
from protocol.v1.spades import Rules
from tests.games.spades.hands import cards

CODES = codes_of(Rules())
NAMES = {code: str(card) for card, code in CODES.items()}
LAWS = Laws(4, 2)


def table(
    hands: tuple[str, ...], nil: int, trick: str = "", leader: int = 0, need: tuple[int, int] = (2, 2)
) -> Table:
    """Return the table of four hands, North's first, in which the seat `nil` has bid nil."""
    flat = tuple(bits for hand in hands for bits in held(CODES, cards(hand)))
    alive = tuple(seat == nil for seat in range(4))
    position = Position(
        leader,
        tuple(CODES[card] for card in cards(trick)),
        (0,) * 4,
        need,
        alive,
        (False,) * 4,
        True,
        False,
    )
    return Table(LAWS, position, flat)


def chosen(
    hands: tuple[str, ...], nil: int, trick: str = "", leader: int = 0, need: tuple[int, int] = (2, 2)
) -> str:
    """Return the card that the seat on turn plays by the simple rules."""
    return NAMES[by_rules(table(hands, nil, trick, leader, need))]


def test_an_opponent_leads_under_the_lowest_card_of_a_nil() -> None:
    assert chosen(("HA D6 C2", "H7 D4 C9", "HK D3 C8", "H2 D2 C3"), nil=1) == "C2"
    assert chosen(("HA D6 C9", "H7 D7 C2", "HK D3 C8", "H2 D2 C3"), nil=1) == "D6"


def test_an_opponent_does_not_lead_a_suit_in_which_partner_covers_the_nil() -> None:
    assert chosen(("H2 D6", "H7 D7", "H3 D3", "HA D2"), nil=1) == "D6"


def test_an_opponent_plays_under_a_nil_that_must_still_play() -> None:
    assert chosen(("H2 C2", "HK H6 C3", "H7 H9 C4", "H3 D2"), nil=2, trick="H2") == "H6"


def test_an_opponent_takes_a_trick_that_the_nil_cannot_win() -> None:
    assert chosen(("HT C2", "HA H6 C3", "H7 H9 C4", "HK D2"), nil=2, trick="HT", need=(1, 1)) == "HA"


def test_an_opponent_leaves_the_trick_to_a_nil_that_is_winning_it() -> None:
    assert chosen(("H5 C2", "H9 C3", "HK H6 C4", "H3 D2"), nil=1, trick="H5 H9") == "H6"


def test_an_opponent_does_not_ruff_a_trick_that_a_nil_is_winning() -> None:
    assert chosen(("H5 C2", "H9 C3", "S2 D9", "H3 D2"), nil=1, trick="H5 H9") == "D9"


def test_partner_leads_over_the_cards_of_a_nil() -> None:
    assert chosen(("HA H2 C4", "H6 H3 D2", "HK H8 C9", "HT H5 C2"), nil=2) == "HA"


def test_partner_beats_a_nil_that_is_winning_the_trick_with_the_lowest_card_that_does() -> None:
    assert chosen(("H5 C2", "H9 C3", "H3 C4", "HA HJ H6"), nil=1, trick="H5 H9 H3") == "HJ"


def test_partner_plays_over_a_nil_in_danger() -> None:
    assert chosen(("H2 C2", "HK H6 C3", "H8 C4", "H7 H9"), nil=3, trick="H2") == "HK"


def test_partner_ruffs_a_trick_that_a_nil_would_have_to_win() -> None:
    assert chosen(("H2 C2", "S5 S3 C3", "H8 C4", "H7 H9"), nil=3, trick="H2") == "S3"


def test_partner_keeps_its_high_cards_when_the_nil_can_duck_and_no_trick_is_needed() -> None:
    assert chosen(("HQ C2", "HK H6 C3", "H8 C4", "H7 H9"), nil=3, trick="HQ", need=(0, 0)) == "H6"


def test_a_nil_plays_its_highest_card_that_loses() -> None:
    assert chosen(("HT C2", "H9 H4 HQ", "H3 C4", "HA HJ"), nil=1, trick="HT") == "H9"


def test_a_nil_that_must_go_over_plays_low_while_others_can_still_beat_it() -> None:
    assert chosen(("H2 C2", "HQ H5 C3", "H3 C4", "HA HJ"), nil=1, trick="H2") == "H5"
    assert chosen(("H2 C2", "H4 C3", "H3 C4", "HQ H5"), nil=3, trick="H2 H4 H3") == "HQ"


def test_a_nil_discards_the_card_that_opponents_can_get_under() -> None:
    hands = ("HT H2 C2 C3", "DJ CK C4 S2", "D3 D4 D5 H3", "D2 H7 H8 H9")
    assert chosen(hands, nil=1, trick="HT") == "DJ"


def test_a_nil_throws_its_highest_spade_under_a_higher_one() -> None:
    assert chosen(("H5 C2", "SQ C3", "SJ S4 D2", "H3 D9"), nil=2, trick="H5 SQ") == "SJ"


def test_once_the_nil_has_failed_the_others_play_for_their_bids_again() -> None:
    failed = table(("H2 C2", "HK H6", "H7 H9", "H3 D2"), nil=2)
    failed.play(*CODES[cards("H2")[0]])
    failed.play(*CODES[cards("H6")[0]])
    failed.play(*CODES[cards("H9")[0]])
    assert failed.nils
    failed.play(*CODES[cards("H3")[0]])
    assert not failed.nils


@pytest.mark.parametrize(("low", "won"), [("D2", 1), ("D8", 0)])
def test_the_opponents_set_a_nil_whose_lowest_card_they_can_get_under(low: str, won: int) -> None:
    hands = (f"{low} CA", "D7 C3", "D3 C4", "D4 C5")
    flat = tuple(bits for hand in hands for bits in held(CODES, cards(hand)))
    start = Position(0, (), (0,) * 4, (1, 1), (False, True, False, False), (False,) * 4, True, False)
    assert min(1, play_out(LAWS, start, flat, CODES[cards(low)[0]])[1]) == won


DEALS = 200
"""The number of random deals in which a policy of play is compared; they are always the same."""


def made(knowing: frozenset[int]) -> int:
    """Return how many nils of the weakest hand of `DEALS` deals are made if only these seats know of the nil.

    The seats are counted from the nil: 0 is its player, 2 is its partner.
    """
    rng, found = Random(7), 0
    for _ in range(DEALS):
        deck = list(CODES.values())
        rng.shuffle(deck)
        hands = [deck[place::4] for place in range(4)]
        nil = min(range(4), key=lambda seat: sum((1 + (suit == 3)) * bit for suit, bit in hands[seat]))
        flat = tuple(sum(bit for its, bit in hand if its == suit) for hand in hands for suit in range(4))

        def choose(table: Table, nil: int = nil) -> Coded:
            alive = table.nils
            table.nils = alive and (table.turn - nil) % 4 in knowing
            card = by_rules(table)
            table.nils = alive
            return card

        need = tuple(4 if seat % 2 == nil % 2 else 7 for seat in (0, 1))
        start = Position(
            1, (), (0,) * 4, need, tuple(seat == nil for seat in range(4)), (False,) * 4, False, True
        )
        found += play_out(LAWS, start, flat, choose=choose)[nil] == 0
    return found


def test_over_many_deals_opponents_that_know_of_a_nil_set_it_more_often_and_its_partner_saves_it() -> None:
    alone, attacked, covered = made(frozenset({0})), made(frozenset({0, 1, 3})), made(frozenset({0, 1, 2, 3}))
    assert attacked < 0.9 * alone
    assert covered > 1.1 * attacked
