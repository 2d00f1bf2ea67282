"""Tests of the lines about Spades events: each event once, also if several arrive together."""

from __future__ import annotations

from random import Random

from bots.spades.terminal.names import seat_name
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.bots.spades.terminal.drawn import told
from tests.games.random_games import play_deal
from tests.games.spades.hands import at_random, dealt, give, play, say


def results(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("Hand") and "dealer" not in line]


def whole_game(seed: int, **options: object) -> list[SpadesState]:
    """Return every state of some hands of one game."""
    state, seen = at_random(seed, **options), []
    for hand in range(3):
        seen += play_deal(range(state.rules.players), state, Random(hand)).states
        state = SPADES.carry(seen[-1])
        seen.append(state)
        deal = SPADES.chance(state, Random(hand))
        if deal is None:
            break
        state = SPADES.apply(state, None, deal)
    return seen


def test_each_bid_and_card_of_a_hand_is_described() -> None:
    begun = dealt(scores=(120, -40))
    bids = [say(begun, " ".join(["4", "nil", "3", "3"][:count])) for count in range(5)]
    cards = ["H3", "H6", "H9", "HK", "D2"]
    played = [play(bids[-1], " ".join(cards[:count])) for count in range(1, 6)]
    assert told([*bids, *played]) == [
        "Hand 1, dealer North, to 500 or -200; NS: 120, EW: -40",
        "East bids 4",
        "South bids nil",
        "West bids 3",
        "North bids 3",
        "Tricks bid: NS: 3, EW: 7",
        "East leads ♥3",
        "South ♥6",
        "West ♥9",
        "North ♥K",
        "North wins trick 1; NS: 1 of 3",
        "North leads ♦2",
    ]
    assert told([played[-1]]) == told([*bids, *played])
    assert told([played[-1], played[-1]]) == told([played[-1]])


def test_the_second_partner_states_the_total_and_a_nil_beside_it_does_not() -> None:
    lines = told([say(dealt(preset="seed"), "3 2 6 nil")])
    assert lines[1:] == [
        "East bids 3", "South bids 2", "West bids 6 for the side", "North bids nil",
        "Tricks bid: NS: 2, EW: 6",
    ]  # fmt: skip


def test_all_audiences_see_an_exchange_and_only_the_partners_its_cards() -> None:
    bidding = say(dealt(scores=(150, 0)), "blind_nil 4 3 3")
    done = give(give(bidding, "SK CA"), "C3 D3")
    assert told([bidding, give(bidding, "SK CA"), done])[-2:] == [
        "East passes 2 cards to West",
        "West passes 2 cards back to East",
    ]
    assert told([bidding, done], Seated(1))[-4:] == [
        "East passes 2 cards to West",
        "West passes 2 cards back to East",
        "Passed: ♠K ♣A",
        "Received: ♦3 ♣3",
    ]


def test_missed_events_are_described_together_without_cards_of_earlier_hands() -> None:
    seen = whole_game(1, preset="solo", target=0, rounds=2, floor=0)
    ends = results(told(seen))
    assert len(ends) == 8 and results(told([seen[0], seen[-1]])) == ends
    assert " wins the game; N: " in told(seen)[-1]


def test_every_trick_and_result_of_many_variants_is_described_once() -> None:
    for options in ({"players": 6}, {"jokers": "jjdd", "players": 2}, {"players": 5}, {"nil_pass": 3}):
        seen = whole_game(2, **options)
        lines = told(seen)
        hands = sum(state.phase == "over" for state in seen)
        tricks = sum(sum(state.tricks) for state in seen if state.phase == "over")
        assert sum(" wins trick " in line for line in lines) == tricks
        for state in (state for state in seen if state.phase == "over"):
            won = [_name(state, seat) for seat, count in enumerate(state.tricks) for _ in range(count)]
            mine = told([state])
            assert sorted(line.split(" wins")[0] for line in mine if " wins trick" in line) == sorted(won)
        assert len(results(lines)) == hands * len(seen[0].scores)


def _name(state: SpadesState, seat: int) -> str:
    return seat_name(state.rules, seat)


def test_broken_spades_are_described_once() -> None:
    seen = whole_game(5, preset="mirror")
    assert told(seen).count("Spades are broken") == sum(
        state.phase == "over" and state.broken for state in seen
    )
