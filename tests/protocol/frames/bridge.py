"""Examples of bridge on the wire by name: actions, options, and both halves of views and patches.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from protocol.v1.bridge import (
    BridgeOwn,
    BridgePub,
    Call,
    Called,
    Contract,
    Dealt,
    Hand,
    MakeCall,
    Options,
    Play,
    PlayCard,
    Played,
    Result,
    Seat,
    Strain,
    Vulnerability,
    parse_hand,
)
from protocol.v1.cards import Card

N, E, S, W = Seat
HANDS: tuple[Hand, Hand, Hand, Hand] = (
    parse_hand("AKQJ.T98.765.432"),
    parse_hand("T98.765.432.AKQJ"),
    parse_hand("765.432.AKQJ.T98"),
    parse_hand("432.AKQJ.T98.765"),
)
NORTH_DECLARES = Contract(level=4, strain=Strain.SPADES, declarer=N, doubled=4)

BEFORE_THE_DEAL = BridgePub(
    board=1,
    dealer=N,
    vulnerable=Vulnerability.NONE,
    phase="deal",
    calls={},
    plays={},
    tricks=(0, 0),
)
AUCTION = BridgePub(
    board=3,
    dealer=S,
    vulnerable=Vulnerability.EW,
    phase="auction",
    calls={0: Call.PASS, 1: Call.ONE_NOTRUMP},
    plays={},
    tricks=(0, 0),
    turn=N,
    actor=N,
    last=Called(W, Call.ONE_NOTRUMP),
)
PLAY = BridgePub(
    board=1,
    dealer=N,
    vulnerable=Vulnerability.NONE,
    phase="play",
    calls={0: Call.FOUR_SPADES, 1: Call.DOUBLE, 2: Call.REDOUBLE, 3: Call.PASS, 4: Call.PASS, 5: Call.PASS},
    plays={0: Play(E, Card.CA)},
    tricks=(0, 0),
    turn=S,
    actor=N,
    contract=NORTH_DECLARES,
    dummy=HANDS[2],
    last=Played(E, Card.CA),
)
OVER = BridgePub(
    board=1,
    dealer=N,
    vulnerable=Vulnerability.NS,
    phase="over",
    calls={0: Call.FOUR_SPADES, 1: Call.PASS, 2: Call.PASS, 3: Call.PASS},
    plays={number: Play(Seat(number % 4), HANDS[number % 4][number // 4]) for number in range(52)},
    tricks=(4, 9),
    contract=Contract(level=4, strain=Strain.SPADES, declarer=N),
    result=Result(score_ns=-600, contract=Contract(level=4, strain=Strain.SPADES, declarer=N), tricks=4),
    hands=HANDS,
    last=Played(W, HANDS[3][12]),
)
PASSED_OUT = BridgePub(
    board=4,
    dealer=W,
    vulnerable=Vulnerability.BOTH,
    phase="over",
    calls=dict.fromkeys(range(4), Call.PASS),
    plays={},
    tricks=(0, 0),
    result=Result(score_ns=0),
    hands=HANDS,
    last=Called(S, Call.PASS),
)
DEALT = BridgePub(
    board=2,
    dealer=E,
    vulnerable=Vulnerability.NS,
    phase="auction",
    calls={},
    plays={},
    tricks=(0, 0),
    turn=E,
    actor=E,
    last=Dealt(),
)
# No table shows all of this at once.
FULLEST_PUB = BridgePub(
    board=9999,
    dealer=W,
    vulnerable=Vulnerability.BOTH,
    phase="play",
    calls=dict(enumerate(Call)),
    plays={0: Play(N, Card.S2), 51: Play(W, Card.DA)},
    tricks=(13, 13),
    turn=S,
    actor=N,
    contract=NORTH_DECLARES,
    dummy=HANDS[2],
    result=Result(score_ns=1080, contract=NORTH_DECLARES, tricks=10),
    hands=HANDS,
    last=Played(N, Card.S2),
)

NORTH_CALLS = BridgeOwn(
    decision="0.2", seat=N, hand=HANDS[0], calls=(Call.PASS, Call.DOUBLE, *tuple(Call)[8:])
)
NORTH_PLAYS_FROM_DUMMY = BridgeOwn(decision="0.7", seat=N, hand=HANDS[0], cards=(Card.CT, Card.C9, Card.C8))
EAST_WAITS = BridgeOwn(seat=E, hand=HANDS[1])
EVERY_HAND = BridgeOwn(hands=((), (), (), ()))
FULLEST_OWN = BridgeOwn(
    decision="12.345",
    seat=W,
    hand=HANDS[3],
    calls=tuple(Call),
    cards=HANDS[3],
    hands=HANDS,
)

A_CALL_IN_PUBLIC: dict[str, Any] = {
    "calls": {2: Call.TWO_CLUBS},
    "turn": E,
    "actor": E,
    "last": Called(N, Call.TWO_CLUBS),
}
THE_TURN_IS_OVER: dict[str, Any] = {"decision": None, "calls": None}
A_NEW_BOARD_IN_PUBLIC: dict[str, Any] = {
    "board": 2,
    "phase": "deal",
    "calls": dict.fromkeys(range(4)),
    "plays": dict.fromkeys(range(52)),
    "tricks": (0, 0),
    "contract": None,
    "result": None,
    "hands": None,
    "last": None,
}

ACTIONS: dict[str, MakeCall | PlayCard] = {
    **{
        f"call, {call}": MakeCall(call)
        for call in (Call.PASS, Call.DOUBLE, Call.REDOUBLE, Call.SEVEN_NOTRUMPS)
    },
    "play, the ace of spades": PlayCard(Card.SA),
    "play, the ten of hearts": PlayCard(Card.HT),
}
OPTIONS: dict[str, Options] = {
    "options, smallest": Options(),
    "options, fullest": Options(first_board=9999, boards=1),
}
PUBS: dict[str, BridgePub] = {
    "pub, smallest": BEFORE_THE_DEAL,
    "pub, a board is dealt": DEALT,
    "pub, in the auction": AUCTION,
    "pub, in the play": PLAY,
    "pub, a board is over": OVER,
    "pub, passed out": PASSED_OUT,
    "pub, fullest": FULLEST_PUB,
}
OWNS: dict[str, BridgeOwn] = {
    "own, smallest": BridgeOwn(),
    "own, a seat waits": EAST_WAITS,
    "own, a seat calls": NORTH_CALLS,
    "own, declarer plays from dummy": NORTH_PLAYS_FROM_DUMMY,
    "own, every hand": EVERY_HAND,
    "own, fullest": FULLEST_OWN,
}
CHANGES: dict[str, dict[str, Any]] = {
    "pub changes, a call": A_CALL_IN_PUBLIC,
    "pub changes, a new board": A_NEW_BOARD_IN_PUBLIC,
    "own changes, the turn is over": THE_TURN_IS_OVER,
}
