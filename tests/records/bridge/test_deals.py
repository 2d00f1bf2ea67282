"""A board that is dealt has the dealer and vulnerability of its record, or those of its number (Law 2)."""

from __future__ import annotations

from protocol.v1.bridge import Deal, Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.registry import read_deals
from tests.records.bridge.board_json import HANDS, auction, board, cards, text

PBN = '[Deal "N:{north} {east} {south} {west}"]\n'.format(**HANDS)
DEALT = tuple(parse_hand(HANDS[seat]) for seat in ("north", "east", "south", "west"))


def test_dealer_and_vulnerability_follow_from_the_board_number() -> None:
    assert read_deals('[Board "7"]\n' + PBN)[0] == Deal(7, Seat.SOUTH, Vulnerability.BOTH, DEALT)
    assert read_deals(text(board(board_num=7)))[0] == Deal(7, Seat.SOUTH, Vulnerability.BOTH, DEALT)


def test_the_records_own_dealer_and_vulnerability_come_first() -> None:
    told = '[Board "7"]\n[Dealer "E"]\n[Vulnerable "Love"]\n'
    assert read_deals(told + PBN)[0] == Deal(7, Seat.EAST, Vulnerability.NONE, DEALT)
    assert read_deals(text(board(board_num=7, dealer="east", vul="none")))[0] == Deal(
        7, Seat.EAST, Vulnerability.NONE, DEALT
    )


def test_what_was_bid_and_played_does_not_matter_for_the_deal() -> None:
    played = board(auction=auction("1C 1C"), play=cards("SA SA"))
    played["deal"] |= {"first": "west", "trump": "spades", "curtrick": cards("HA")}
    assert read_deals(text(played)) == read_deals(text(board()))


def test_the_state_machine_takes_the_deals() -> None:
    (deal,) = read_deals(PBN)
    assert BRIDGE.apply(BridgeState(), None, deal).hands[Seat.WEST][-1] is Card.C5
