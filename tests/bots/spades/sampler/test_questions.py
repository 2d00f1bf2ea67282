"""What the sampler makes of a view: the candidates, and what bids and passes tell about hidden hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import fmean

from bots.spades.robot.seen import Seen
from bots.spades.sampler.bits import codes_of
from bots.spades.sampler.questions import card_question, denied, distinct, hidden_of, laws_of, match_of
from bots.spades.sampler.worlds import Hidden, imagine
from protocol.v1.spades import Options
from tests.bots.spades.robot.situations import views
from tests.bots.spades.sampler.hands import dealt, played_to_cards, seen_by
from tests.games.spades.hands import cards


def seen_with(hand: str, said: str, played: str = "", **options: object) -> Seen:
    pub, own = views(hand, said, played, (), 1, **options)
    assert own.seat is not None and own.hand is not None
    return Seen(pub, own, own.seat, own.hand)


HAND = "SA SK S9 S8 S3 HQ HJ HT H2 D5 C7 C6 C4"


def names(seen: Seen, first: str) -> set[str]:
    assert seen.own.cards is not None
    chosen = distinct(seen, cards(first)[0], seen.own.cards)
    assert chosen[0] == cards(first)[0]
    return {str(card) for card in chosen}


def test_touching_cards_are_one_candidate_and_the_plain_robots_choice_stands_for_its_run() -> None:
    seen = seen_with(HAND, "3 3 3 3")
    assert names(seen, "HJ") == {"HJ", "H2", "D5", "C6", "C4"}


def test_a_card_of_the_current_trick_keeps_its_neighbours_apart() -> None:
    seen = seen_with(HAND.replace("HT", "H9"), "3 3 3 3", "HT")
    assert names(seen, "HQ") == {"HQ", "H9", "H2"}


def test_played_cards_join_their_neighbours() -> None:
    hand = "SA SK S9 S8 S3 HQ H9 H2 D5 D4 C7 C4"
    seen = seen_with(hand, "3 3 3 3", "HA HT HJ H3")
    assert len(names(seen, "D5") & {"HQ", "H9"}) == 1


def test_the_bids_of_all_other_seats_are_weighed_and_blind_bids_are_not() -> None:
    open_bids = hidden_of(seen_with(HAND, "3 nil 4 2"))
    assert {(each.seat, each.tricks) for each in open_bids.bidders} == {(2, None), (3, 4), (0, 2)}
    blind = hidden_of(seen_with(HAND, "3 blind_nil 4 2"))
    assert 2 not in {each.seat for each in blind.bidders}


def test_in_the_seeds_bidding_the_second_partners_own_part_is_the_rest_of_the_total() -> None:
    found = hidden_of(seen_with(HAND, "3 4 5 6", preset="seed"))
    assert {each.seat: each.tricks for each in found.bidders} == {2: 4, 3: 2, 0: 2}


def test_partner_of_a_nil_that_passed_cards_is_not_judged_by_a_hand_that_has_changed() -> None:
    found = hidden_of(seen_with(HAND, "3 nil 4 2", nil_pass=2))
    assert {each.seat for each in found.bidders} == {2, 3}


def test_the_rules_of_play_are_those_of_the_table() -> None:
    free = laws_of(seen_with(HAND, "3 3 3 3", first_trick="free", lead_spades="anytime", bag_limit=0))
    assert (free.strict_first, free.free_lead, free.greedy) == (False, True, True)
    assert not laws_of(seen_with(HAND, "3 3 3 3")).greedy


def test_a_hand_without_bidding_is_played_for_every_trick() -> None:
    rng = Random(1)
    state = played_to_cards(dealt(Options(first_hand_bids_itself=True), rng), rng)
    assert state.turn is not None
    seen = seen_by(state, state.turn)
    assert laws_of(seen).greedy
    assert match_of(seen).bids == ()


def test_the_question_does_not_depend_on_cards_that_the_seat_does_not_see() -> None:
    state = dealt(Options(blind_nil=0), Random(4))
    deal = state.deal
    assert deal is not None
    assert hidden_of(seen_by(state, 1)) == hidden_of(seen_by(state, 1))
    from server.games.spades.rules import SPADES

    hands = (deal.hands[2], deal.hands[1], deal.hands[3], deal.hands[0])
    start = SPADES.start(Options(blind_nil=0))
    other = SPADES.apply(start, None, type(deal)(deal.hand, deal.dealer, hands))
    assert hidden_of(seen_by(state, 1)) == hidden_of(seen_by(other, 1))


def test_the_seed_and_the_place_in_the_hand_are_all_that_chance_depends_on() -> None:
    seen = seen_with(HAND, "3 3 3 3")
    assert seen.own.cards is not None
    one, _ = card_question(seen, seen.own.cards[0], seen.own.cards, 7, 100)
    assert (one.seed, one.budget) == (f"7 {seen.pub.hand} 0", 100)


WEST = "SA SK S9 S8 S3 H5 H3 D5 D2 C7 C6 C4"
"""West's hand after a trick that West has won with the king of hearts."""


def test_a_blind_nil_tells_nothing_by_its_bid_and_something_by_its_cards() -> None:
    found = hidden_of(seen_with(WEST, "3 blind_nil 3 3", "HQ H8 HK H2")).bidders
    assert [(each.told, bool(each.denied)) for each in found if each.seat == 2] == [(False, True)]


def denied_by_south(played: str, hand: str = WEST, **options: object) -> list[str]:
    """Return the cards that South, who has bid nil, probably does not hold after these cards."""
    seen = seen_with(hand, "3 nil 3 3", played, **options)
    found = denied(seen, 2)
    return [str(card) for card, (suit, bit) in codes_of(seen.rules).items() if (suit, bit) in singles(found)]


def singles(sets: tuple[tuple[int, int], ...]) -> set[tuple[int, int]]:
    return {(suit, 1 << place) for suit, bits in sets for place in range(13) if bits >> place & 1}


def test_a_nil_that_plays_under_a_card_denies_the_cards_between_them() -> None:
    assert denied_by_south("HQ H8 HK H2") == ["H9", "HT", "HJ"]


def test_a_nil_that_plays_over_a_card_denies_all_lower_cards() -> None:
    assert denied_by_south("H4 H6 HK H2") == ["H2", "H3"]


def test_a_nil_that_discards_denies_the_higher_cards_of_that_suit() -> None:
    assert denied_by_south("HQ DT HK H2") == ["DJ", "DQ", "DK", "DA"]


def test_a_nil_that_has_failed_denies_nothing_more() -> None:
    played = "H4 H6 H5 H2 D9 DT D3 D4"
    hand = "SA SK S9 S8 S3 H3 D5 D2 C7 C6 C4"
    assert denied_by_south(played, hand, first_trick="free") == ["H2", "H3"]


def test_imagined_deals_give_a_nil_denied_cards_less_often() -> None:
    asked = hidden_of(seen_with(WEST, "3 nil 3 3", "HQ H8 HK H2"))
    without = replace(asked, bidders=tuple(replace(each, denied=()) for each in asked.bidders))
    between, south = 0b0111_0000000, 2 * 4 + 2

    def share(hidden: Hidden) -> float:
        return fmean(bool(hands[south] & between) for hands in imagine(hidden, 60, 240, Random(1)))

    assert share(asked) < 0.7 * share(without)
