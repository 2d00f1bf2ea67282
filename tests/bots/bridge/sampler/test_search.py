"""Tests of the search at the end of a play: finesses, drops and safety plays by the odds of the textbooks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bots.bridge.sampler.bits import NOTHING, held
from bots.bridge.sampler.carding import STANDARD
from bots.bridge.sampler.effort import Effort
from bots.bridge.sampler.layouts import Hidden
from bots.bridge.sampler.opening import Auctioned
from bots.bridge.sampler.search import Bidding, CardQuestion, Reading, best_cards, equal_groups
from bots.bridge.sampler.stakes import Stakes
from protocol.v1.bridge import SEATS, Call, Contract, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import DECK, Card

pytest.importorskip("endplay", reason="endplay is not installed")

NORTH, EAST, SOUTH, WEST = SEATS
READINGS = (Reading("sayc", agreed=True), Reading("sayc", agreed=True))
NO_CALLS = Bidding(Seat.SOUTH, Vulnerability.NONE, (), READINGS)


def question(north: str, south: str, unseen: str, plays: str, needed: int) -> CardQuestion:
    """Return South's choice of a card at notrumps, with `needed` of the remaining tricks for the contract.

    `unseen` are the hidden cards. `plays` are the cards of the current trick, such as `S4 S6`; South has led.
    """
    leader = SOUTH
    trick = tuple(Card(card).deck_index for card in plays.split())
    hidden = [card.deck_index for card in parse_hand(unseen)]
    played_by = [Seat((leader + place) % 4) for place in range(len(trick))]
    hands = {NORTH: parse_hand(north), SOUTH: parse_hand(south)}
    left = len(hands[SOUTH]) + (SOUTH in played_by)
    rooms = [0 if seat in hands else left - (seat in played_by) for seat in SEATS]
    turn = Seat((leader + len(trick)) % 4)
    before = tuple((int(leader), code) for code in range(4 * (13 - left)))
    known = held(hands[NORTH]), NOTHING, held(hands[SOUTH]), NOTHING
    legal = [card for card in hands[turn] if not trick or card.suit == DECK[trick[0]].suit]
    groups = equal_groups(
        [card.deck_index for card in legal or hands[turn]],
        held([*parse_hand(unseen), *hands[turn.partner], *(DECK[code] for code in trick)]),
    )
    played = [
        NOTHING if seat not in played_by else held([DECK[trick[played_by.index(seat)]]]) for seat in SEATS
    ]
    return CardQuestion(
        hidden=Hidden(
            known,
            tuple(sorted(hidden)),
            (rooms[0], rooms[1], rooms[2], rooms[3]),
            (frozenset(),) * 4,
            (played[0], played[1], played[2], played[3]),
        ),
        plays=(*before, *((int(seat), code) for seat, code in zip(played_by, trick, strict=True))),
        bidding=NO_CALLS,
        auctioned=Auctioned(None, 3),
        carding=STANDARD,
        stakes=Stakes(Contract(3, Strain.NOTRUMP, SOUTH), False),
        declarer=SOUTH,
        me=SOUTH,
        turn=turn,
        leader=leader,
        trick=trick,
        won=9 - needed,
        merits=tuple((group[0], 0.0) for group in groups),
        prior=0.0,
        effort=Effort(400, 10_000_000, 10_000_000),
        seed="1",
    )


def values(asked: CardQuestion) -> dict[str, float]:
    """Return the value of each candidate."""
    found = best_cards(asked)
    assert found is not None
    return {DECK[code].value: value for (code, _), value in zip(asked.merits, found.values, strict=True)}


def test_with_four_cards_missing_declarer_plays_for_the_drop_of_the_queen() -> None:
    """Nine cards: after the king and a small card from West, the drop is slightly better than the finesse."""
    worth = values(question("AJ8..2.", "5..43.", "Q..KQJT98.", "S4 S6", 4))
    assert worth["SA"] > worth["S8"]


def test_with_a_king_missing_the_finesse_is_better_than_the_ace() -> None:
    worth = values(question("AQ...", "5...", "KJT...", "S3 S6", 2))
    assert worth["SQ"] > worth["SA"]


def test_the_opening_bidder_has_the_missing_honours_more_often() -> None:
    calls = tuple(Call(call) for call in ("1S", "P", "P", "1NT", "P", "P", "P"))
    silent = question("AQ..2.", "5..6.", "KT..543.", "S4 S6", 2)
    opened = replace(silent, bidding=Bidding(Seat.WEST, Vulnerability.NONE, calls, READINGS))
    gain, gain_of_opened = (worth["SQ"] - worth["SA"] for worth in (values(silent), values(opened)))
    assert gain_of_opened > gain


def test_the_contract_is_made_safe_before_an_overtrick_is_tried() -> None:
    """After a losing finesse the opponents would win the last trick, too."""
    safe, bold = (values(question("AQ...", "5...", "K.AQ..", "S4 S6", needed)) for needed in (1, 2))
    assert safe["SA"] > safe["SQ"]
    assert safe["SA"] - safe["SQ"] > bold["SA"] - bold["SQ"]


def test_the_search_ends_early_if_one_card_is_clearly_best() -> None:
    asked = question("AKQ2...", "54.2..", "JT9.KQJT..", "S3 S8", 4)
    found = best_cards(replace(asked, effort=Effort(70, 10_000_000, 10_000_000)))
    assert found is not None
    assert found.solved < 70


def test_the_search_ends_when_its_positions_are_used_up() -> None:
    asked = question("AQ2.AK..", "54.32..", "KJT98.QJT9..", "S3 S6", 4)
    few, many = (best_cards(replace(asked, effort=Effort(40, nodes, nodes))) for nodes in (900, 10_000_000))
    assert few is not None and many is not None
    assert few.solved < many.solved


def test_merits_decide_between_cards_of_equal_value() -> None:
    asked = question("AK2...", "54...", "QJT97...", "S3 S8", 3)
    codes = [code for code, _ in asked.merits]
    for favoured in codes:
        rated = tuple((code, 0.0 if code == favoured else -5.0) for code in codes)
        found = best_cards(replace(asked, merits=rated, prior=1e6))
        assert found is not None
        assert [codes[place] for place in found.best] == [favoured]


def test_touching_cards_are_equal_unless_another_hand_has_a_card_between() -> None:
    cards = [card.deck_index for card in (Card.SK, Card.SQ, Card.ST, Card.S2, Card.H2)]
    between = held([Card.SJ, Card.S5])
    groups = [[DECK[code].value for code in group] for group in equal_groups(cards, between)]
    assert groups == [["H2"], ["S2"], ["ST"], ["SQ", "SK"]]
    groups = [[DECK[code].value for code in group] for group in equal_groups(cards, held([Card.S5]))]
    assert groups == [["H2"], ["S2"], ["ST", "SQ", "SK"]]
