"""Examples of Spades on the wire by name: actions, options, and both halves of views and patches.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from protocol.v1.spades import (
    CARDS,
    PRESETS,
    Action,
    Bid,
    Card,
    Dealt,
    Drew,
    Exchange,
    HandResult,
    Keep,
    MadeBid,
    MakeBid,
    Options,
    Pass,
    Passed,
    Play,
    PlayCard,
    Played,
    Reveal,
    Revealed,
    Rules,
    Score,
    SideResult,
    SpadesOwn,
    SpadesPub,
)

NIL, BLIND_NIL = Bid(nil=True), Bid(nil=True, blind=True)
CLUBS = CARDS[12::-1]

ACTIONS: dict[str, Action] = {
    "bid, four": MakeBid(Bid(4)),
    "bid, no tricks, which is no nil": MakeBid(Bid()),
    "bid, nil": MakeBid(NIL),
    "bid, blind nil": MakeBid(BLIND_NIL),
    "bid, blind six": MakeBid(Bid(6, blind=True)),
    "bid, highest": MakeBid(Bid(17)),
    "reveal": Reveal(),
    "keep, a joker": Keep(Card.LJ),
    "pass, two cards": Pass((Card.SA, Card.HT)),
    "pass, nothing": Pass(()),
    "play, the ace of spades": PlayCard(Card.SA),
    "play, the big joker": PlayCard(Card.BJ),
}

FULLEST_OPTIONS = Options(
    preset="seed",
    players=4,
    sides="pairs",
    jokers="jjdd",
    bidding="free",
    team_bid="sum",
    least_bid=0,
    least_team=4,
    least_beside_nil=4,
    least_total=11,
    no_exact_total=True,
    first_hand_bids_itself=True,
    nil=75,
    double_nil="bonus",
    double_nil_points=400,
    nil_pass=2,
    failed_nil_tricks="bag_only",
    blind_nil=150,
    blind_nils=2,
    blind_nil_behind=0,
    blind_nil_pass=4,
    blind_bid=6,
    blind_bid_times=3,
    blind_bid_behind=250,
    blind_after_first=True,
    set_penalty="10x_short",
    bag_points=0,
    bag_limit=5,
    bag_penalty=50,
    bag_penalty_to="opponents",
    bag_rollover="reset",
    ten_for_200=True,
    boston=500,
    boston_wins=False,
    target=300,
    floor=-250,
    rounds=7,
    sets_lose=3,
    lead_spades="discarded",
    first_trick="low_club",
    first_leader="low_club",
)
# No table is played by all of this at once.
FULLEST_RULES = Rules(
    **{
        **{name: value for name, value in asdict(FULLEST_OPTIONS).items() if name != "preset"},
        "players": 6,
        "sides": "solo",
        "bidding": "whiz",
        "team_bid": "second",
        "double_nil_points": 1000,
        "blind_bid_behind": 0,
        "boston_wins": True,
    }
)

OPTIONS: dict[str, Options] = {
    "options, smallest": Options(),
    "options, fullest": FULLEST_OPTIONS,
    **{f"options, {preset}": Options(preset=preset) for preset in PRESETS},
}

BEFORE_THE_DEAL = SpadesPub(
    rules=Rules(),
    hand=1,
    dealer=0,
    phase="deal",
    bids={},
    plays={},
    tricks=(),
    scores=(Score(), Score()),
    revealed={},
    numbers=(None, None),
)
DRAWING = SpadesPub(
    rules=Rules(players=2, sides="solo", blind_nil=0, blind_nil_pass=0),
    hand=2,
    dealer=1,
    phase="draw",
    bids={},
    plays={},
    tricks=(0, 0),
    scores=(Score(61, 1), Score(-40, 0, 1)),
    revealed={},
    numbers=(None, None),
    turn=1,
    drawn=(3, 2),
    last=Drew(0),
)
BIDDING = SpadesPub(
    rules=Rules(team_bid="second", nil=50, blind_nil=100, target=250, floor=-250),
    hand=4,
    dealer=3,
    phase="bidding",
    bids={0: BLIND_NIL, 1: Bid(4)},
    plays={},
    tricks=(0, 0, 0, 0),
    scores=(Score(20, 2, 2), Score(182, 2)),
    revealed={2: True},
    numbers=(None, 4),
    turn=2,
    blind=(3,),
    last=MadeBid(1, Bid(4)),
)
EXCHANGING = SpadesPub(
    rules=Rules(),
    hand=4,
    dealer=3,
    phase="exchange",
    bids={0: BLIND_NIL, 1: Bid(4), 2: Bid(5), 3: Bid(2)},
    plays={},
    tricks=(0, 0, 0, 0),
    scores=(Score(-80, 0, 1), Score(182, 2)),
    revealed={},
    numbers=(5, 6),
    turn=2,
    exchange=Exchange(2, 0, 2, True),
    last=Passed(0, 2),
)
PLAYING = SpadesPub(
    rules=Rules(players=3, sides="solo", nil=50, blind_nil=0, blind_nil_pass=0),
    hand=1,
    dealer=0,
    phase="play",
    bids={1: Bid(7), 2: Bid(6), 0: NIL},
    plays={0: Play(1, Card.D3), 1: Play(2, Card.DA), 2: Play(0, Card.DT), 3: Play(2, Card.S4)},
    tricks=(0, 0, 1),
    scores=(Score(), Score(), Score()),
    revealed={},
    numbers=(None, 7, 6),
    turn=0,
    broken=True,
    last=Played(2, Card.S4),
)
RESULT = HandResult(
    hand=9,
    dealer=0,
    bids=(NIL, Bid(4), Bid(4), Bid(4)),
    tricks=(1, 3, 5, 4),
    sides=(
        SideResult(4, 6, -58, 2, 100, False, Score(230, 9, 1), Score(72, 1, 1)),
        SideResult(8, 7, -80, 0, 0, True, Score(-130, 3, 2), Score(-210, 3, 3)),
    ),
    last_trick=(Play(2, Card.S5), Play(3, Card.BJ), Play(0, Card.C2), Play(1, Card.HT)),
    winner=0,
)
OVER = SpadesPub(
    rules=Rules(),
    hand=9,
    dealer=0,
    phase="over",
    bids={1: Bid(4), 2: Bid(4), 3: Bid(4), 0: NIL},
    plays={51: Play(1, Card.HT)},
    tricks=(1, 3, 5, 4),
    scores=(Score(72, 1, 1), Score(-210, 3, 3)),
    revealed={},
    numbers=(4, 8),
    broken=True,
    result=RESULT,
    results={9: RESULT},
    winner=0,
    last=Played(1, Card.HT),
)

# No table shows all of this at once.
FULLEST_PUB = SpadesPub(
    rules=FULLEST_RULES,
    hand=9,
    dealer=5,
    phase="over",
    bids={1: Bid(17), 0: BLIND_NIL},
    plays={51: Play(5, Card.LJ)},
    tricks=(1, 3, 5, 4, 0, 0),
    scores=(Score(72, 1, 1), Score(-210, 3, 3)),
    revealed={4: True},
    numbers=(4, None),
    turn=4,
    blind=(3,),
    exchange=Exchange(2, 0, 4, False),
    broken=True,
    drawn=(13, 12),
    result=RESULT,
    results={8: RESULT, 9: RESULT},
    winner=0,
    last=Played(5, Card.LJ),
)

PUBS: dict[str, SpadesPub] = {
    "pub, fullest": FULLEST_PUB,
    "pub, smallest": BEFORE_THE_DEAL,
    "pub, two draw": DRAWING,
    "pub, in the bidding": BIDDING,
    "pub, in the exchange": EXCHANGING,
    "pub, in the play": PLAYING,
    "pub, a game is over": OVER,
}

OWNS: dict[str, SpadesOwn] = {
    "own, smallest": SpadesOwn(),
    "own, a seat that has not looked": SpadesOwn(
        seat=3, decision="0.3", bids=(Bid(1), Bid(2), NIL, BLIND_NIL), may=("reveal",)
    ),
    "own, a seat draws": SpadesOwn(
        seat=1,
        decision="0.5",
        hand=(Card.SA, Card.D2),
        drawn=(Card.H5, Card.C9),
        laid_away=(Card.H2, Card.C2),
    ),
    "own, a seat passes": SpadesOwn(
        seat=2, decision="0.5", hand=CLUBS, passing=2, received=(Card.CA, Card.CK)
    ),
    "own, a seat plays": SpadesOwn(
        seat=0, decision="0.12", hand=CLUBS, cards=CLUBS[:3], passed=(Card.SA, Card.SK), received=CLUBS[:2]
    ),
    "own, every hand": SpadesOwn(hands=(CLUBS, (), (), ()), passes={0: (Card.SA, Card.SK)}),
}

CHANGES: dict[str, dict[str, Any]] = {
    "pub changes, a bid": {"bids": {2: Bid(3)}, "numbers": (3, 4), "turn": 3, "last": MadeBid(2, Bid(3))},
    "pub changes, a seat has looked": {"revealed": {3: True}, "blind": (), "last": Revealed(3)},
    "pub changes, a new hand": {
        "hand": 10,
        "dealer": 1,
        "phase": "deal",
        "bids": dict.fromkeys(range(4)),
        "plays": dict.fromkeys(range(52)),
        "tricks": (),
        "result": None,
        "last": None,
    },
    "pub changes, a hand is dealt": {"phase": "bidding", "tricks": (0, 0, 0, 0), "turn": 2, "last": Dealt()},
    "own changes, the turn is over": {"decision": None, "bids": None, "hand": CLUBS},
}
