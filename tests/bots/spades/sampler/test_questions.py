"""What the sampler makes of a view: the candidates, and what bids and passes tell about hidden hands."""

from __future__ import annotations

from random import Random

from bots.spades.robot.seen import Seen
from bots.spades.sampler.questions import card_question, distinct, hidden_of, laws_of, match_of
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
