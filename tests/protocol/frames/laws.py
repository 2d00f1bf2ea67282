"""Examples of later bridge rules by name: claims, undo, remarks, rulings, tallies, matches, offices.

A committed example never changes. A new field needs a new example.
"""

from __future__ import annotations

from typing import Any

from protocol.v1 import requests as ask
from protocol.v1 import updates as tell
from protocol.v1.bridge import (
    Action,
    ArtificialScore,
    Ask,
    AssignScore,
    AwardTricks,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Claimed,
    ClaimEnded,
    ClaimShown,
    Compared,
    Contract,
    CutFor,
    EarlierRemark,
    Explain,
    FaceDownLead,
    Grant,
    Honours,
    LayCard,
    Line,
    MakeCall,
    Match,
    NoQuestions,
    Options,
    Outcome,
    Play,
    PlayGoesOn,
    PlayOn,
    Question,
    Remark,
    Remarked,
    Result,
    RollBack,
    Ruled,
    Ruling,
    Seat,
    Side,
    Strain,
    Tally,
    Undo,
    UndoAsked,
    Undone,
    Vote,
    Vulnerability,
)
from protocol.v1.bridge.meanings import (
    Agreement,
    Holding,
    KeyCardCount,
    LongerSuit,
    Meaning,
    Strength,
    SuitHonours,
    SuitLength,
    TrumpQueenHeld,
)
from protocol.v1.bridge.scores import BoardSet
from protocol.v1.cards import Card, Suit
from tests.protocol.frames.bridge import HANDS, NORTH_DECLARES, PLAY

N, E, S, W = Seat
TABLE, OTHER = "f00dfeedf00dfeed", "beefbeefbeefbeef"
NOW_MS = 1_784_000_000_123

MADE = Outcome(60, Contract(level=4, strain=Strain.SPADES, declarer=N), 10)
RULINGS: dict[str, Ruling] = {
    "ruling, smallest roll back": RollBack(calls=0),
    "ruling, fullest roll back": RollBack(calls=6, cards=51, reason="misinformation (Law 21B1)"),
    "ruling, smallest tricks": AwardTricks(tricks=0),
    "ruling, fullest tricks": AwardTricks(tricks=13, board=7, reason="no normal line fails (Law 70)"),
    "ruling, play goes on": PlayGoesOn(),
    "ruling, play goes on for a reason": PlayGoesOn(reason="all four agree"),
    "ruling, smallest assigned score": AssignScore(outcomes=(Outcome(100),)),
    "ruling, fullest assigned score": AssignScore(
        outcomes=(MADE, Outcome(40)), east_west=(Outcome(100, MADE.contract, 9),), board=3, reason="Law 12C1"
    ),
    "ruling, smallest artificial score": ArtificialScore(north_south="average", east_west="average"),
    "ruling, fullest artificial score": ArtificialScore(
        north_south="plus", east_west="minus", board=12, reason="late"
    ),
}
FULLEST = Holding(
    strength=(Strength("support", 10, 15, Suit.HEARTS),),
    lengths=(SuitLength(Suit.SPADES, 4, 5),),
    shape="unbalanced",
    longer=(LongerSuit(Suit.SPADES, Suit.HEARTS, 1),),
    stopped=(Suit.CLUBS,),
    honours=(SuitHonours(Suit.SPADES, 2, 3),),
    fair=(Suit.HEARTS,),
    aces=(0, 4),
    kings=(1,),
    keycards=KeyCardCount(Suit.HEARTS, (1, 4)),
    queen=TrumpQueenHeld(Suit.HEARTS, held=False),
    controls=(Suit.DIAMONDS,),
    either=((Holding(shape="balanced"), Holding(shape="semibalanced")),),
)
TRANSFER = Meaning((Agreement("Transfer to *", (Suit.HEARTS,)),), FULLEST, "round", artificial=True)
NOTRUMP = Meaning(hand=Holding((Strength("hcp", 15, 17),), shape="balanced"))
ACTIONS: dict[str, Action] = {
    "call, with its meaning": MakeCall(Call.TWO_DIAMONDS, True, "transfer", TRANSFER),
    "call, alerted and explained": MakeCall(Call.TWO_CLUBS, alert=True, explanation="strong ♣, artificial"),
    "claim, smallest": Claim(tricks=0),
    "claim, fullest": Claim(tricks=13, line="drawing the last trump, then clubs from the top"),
    "vote, yes": Vote(accept=True),
    "vote, no": Vote(accept=False),
    "call, playing tricks": MakeCall(Call.TWO_CLUBS, True, "", Meaning(hand=Holding(tricks=9))),
    "play on": PlayOn(),
    "no more questions": NoQuestions(),
    "undo, smallest": Undo(),
    "undo, fullest": Undo(reason="misclick"),
    "grant": Grant(seat=W, accept=True),
    "ask, smallest": Ask(call=0),
    "ask, fullest": Ask(call=318, text="how many aces?"),
    "explain, smallest": Explain(call=0, text=""),
    "explain, fullest": Explain(call=2, text="natural after all", alert=False),
    "explain, with its meaning": Explain(2, "15-17", False, Meaning(basis="judgement", made=False)),
    "convention card, a text": LayCard(name="Acol", text="1NT 12-14"),
    "convention card, a file": LayCard(name="WBF card", file="0f" * 32),
}
OPTIONS: dict[str, Options] = {
    "options, rubber with a cut": Options(
        scoring="rubber", rounds=2, honours=False, unfinished_part=50, partners="cut", waiting=3
    ),
    "options, partner is a robot": Options(partner_robot=True),
    "options, partner explains and the lead lies face down": Options(explains="partner", face_down_lead=True),
    "options, Chicago": Options(scoring="chicago", chicago="duplicate", chicago_vulnerable="opponents"),
    "options, an event behind screens": Options(
        undo="law25",
        proven_claims=True,
        screens=True,
        dummy_sees=True,
        look_back="law",
        review=False,
        own_card=True,
        stop_ms=8_000,
    ),
}

RESULT = Result(
    score_ns=232,
    contract=NORTH_DECLARES,
    tricks=10,
    claimed=True,
    adjusted=AssignScore(outcomes=(MADE, Outcome(40))),
    honours=Honours(S, 150),
)
TALLY = Tally(
    number=2,
    deal=3,
    points=(180, 0),
    total=(1_230, 450),
    games=(1, 0),
    part=(60, 0),
    stopped=(480, 0),
    lines=(Line(Side.NS, 60, "tricks", below=True), Line(Side.NS, 30, "overtricks")),
    earlier=(Line(Side.NS, 90, "tricks", below=True),),
    players=(780, -780, 780, -780, 0),
)
_LIVE: dict[str, Any] = {
    "board": 1,
    "dealer": N,
    "vulnerable": Vulnerability.NONE,
    "calls": PLAY.calls,
    "plays": PLAY.plays,
    "tricks": (0, 0),
    "contract": NORTH_DECLARES,
    "dummy": HANDS[2],
}
PUBS: dict[str, BridgePub] = {
    "pub, a claim waits": BridgePub(
        **_LIVE, phase="claim", claim=ClaimShown(N, 9, 13, "hearts first", HANDS[0]), last=Claimed(N)
    ),
    "pub, a claim is disputed": BridgePub(
        **_LIVE,
        phase="disputed",
        claim=ClaimShown(N, 9, 13, "", HANDS[0]),
        last=ClaimEnded(N, "refused"),
    ),
    "pub, something was taken back": BridgePub(**_LIVE, phase="play", turn=S, actor=N, last=Undone(W)),
    "pub, the director has ruled": BridgePub(
        **_LIVE, phase="play", turn=S, actor=N, last=Ruled(RollBack(calls=6, cards=1))
    ),
    "pub, places were cut for": BridgePub(
        board=1,
        dealer=N,
        vulnerable=Vulnerability.NONE,
        phase="deal",
        calls={},
        plays={},
        tricks=(0, 0),
        last=CutFor((Card.SA, Card.H2, Card.D3, Card.C4)),
        tally=TALLY,
    ),
    "pub, a board of a match is over": BridgePub(
        board=2,
        dealer=E,
        vulnerable=Vulnerability.NS,
        phase="over",
        calls={0: Call.TWO_CLUBS, 1: Call.PASS, 2: Call.PASS, 3: Call.PASS},
        plays={},
        tricks=(5, 8),
        result=RESULT,
        hands=HANDS,
        remarks={1: Remark(E, True, "strong", late=True, said=2)},
        results={1: Result(score_ns=0), 2: RESULT},
        match=Match("open", OTHER, {1: Compared(420, -50, 10)}, imps=10),
    ),
}
PUBS["pub, a board that the other table never played"] = BridgePub(
    board=2,
    dealer=E,
    vulnerable=Vulnerability.NS,
    phase="over",
    calls={},
    plays={},
    tricks=(0, 0),
    result=Result(score_ns=420, score_ew=50),
    match=Match("closed", OTHER, {2: Compared(0, 0, 3, unplayed="there")}, imps=3),
)
PUBS["pub, a board of a set"] = BridgePub(
    board=2,
    dealer=E,
    vulnerable=Vulnerability.NS,
    phase="deal",
    calls={},
    plays={},
    tricks=(0, 0),
    results={1: RESULT},
    board_set=BoardSet("evening", 12, (1,)),
)
PUBS["pub, partner is a robot"] = BridgePub(
    board=1,
    dealer=N,
    vulnerable=Vulnerability.NONE,
    phase="deal",
    calls={},
    plays={},
    tricks=(0, 0),
    partner_robot=True,
)
PUBS["pub, the lead lies face down"] = BridgePub(
    board=1,
    dealer=N,
    vulnerable=Vulnerability.NONE,
    phase="play",
    calls={0: Call.ONE_NOTRUMP, 1: Call.PASS, 2: Call.PASS, 3: Call.PASS},
    plays={},
    tricks=(0, 0),
    face_down=FaceDownLead(E, (N, W)),
)
EARLIER = {0: EarlierRemark(False, "", False, NOTRUMP)}
OWNS: dict[str, BridgeOwn] = {
    "own, a vote is due": BridgeOwn(decision="0.7", seat=E, hand=HANDS[1], votes=(True, False)),
    "own, shall play go on": BridgeOwn(decision="0.8", seat=E, hand=HANDS[1], play_on=True),
    "own, any more questions": BridgeOwn(decision="0.5", seat=W, hand=HANDS[3], no_questions=True),
    "own, the lead that lies face down": BridgeOwn(
        seat=E, hand=HANDS[1], may=("ask",), partner_explains=True, lead=Card.HA
    ),
    "own, a seat behind screens": BridgeOwn(seat=S, hand=HANDS[2], may=("explain",), screens=True),
    "own, an answer after an alert": BridgeOwn(
        seat=S,
        hand=HANDS[2],
        remarks={9: Remark(S, False, "minors", said=2, earlier={0: EarlierRemark(True, "weak", late=True)})},
    ),
    "own, the meanings of calls for the director": BridgeOwn(
        record={0: Remarked(NOW_MS, E, 1, "15-17", meaning=NOTRUMP)}
    ),
    "own, a call with its meaning": BridgeOwn(
        seat=S,
        hand=HANDS[2],
        remarks={
            9: Remark(
                E,
                True,
                "transfer",
                said=2,
                earlier=EARLIER,
                meaning=TRANSFER,
            )
        },
    ),
    "own, all that a seat may be told": BridgeOwn(
        seat=S,
        hand=HANDS[2],
        may=("claim", "undo", "grant", "ask", "explain", "system"),
        remarks={1: Remark(E, True, "strong"), 8: Remark(N, False, "", late=True, said=3)},
        questions={1: Question(E, 2, "how many aces?", answered=True)},
        undos={3: UndoAsked("misclick", calls=2, cards=0, answers={0: True})},
        last_trick=(Play(N, Card.SA), Play(E, Card.S2), Play(S, Card.S3), Play(W, Card.S4)),
        declarer=HANDS[0],
        systems=(Side.NS, Side.EW),
    ),
    "own, the director's": BridgeOwn(
        hands=HANDS,
        plays={0: Play(N, Card.SA)},
        auction={0: Call.PASS},
        record={0: Remarked(NOW_MS, E, 1, "strong", alert=True, question=True)},
        times={0: 4_200},
    ),
}

REQUESTS: dict[str, ask.ToServer] = {
    "match, smallest": ask.Match(game="bridge"),
    "match, fullest": ask.Match(
        id=15,
        game="bridge",
        count=32,
        options={"screens": True},
        name="Final ♠",
        boards='[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n',
        policy=ask.Policy(access="invited"),
        seats={0: "plain", 2: "plain"},
        other_seats={1: "plain", 3: None},
    ),
    "open_set, smallest": ask.OpenSet(game="bridge", tables=2),
    "open_set, fullest": ask.OpenSet(
        id=16,
        game="bridge",
        tables=12,
        count=24,
        options={"screens": True},
        name="Evening ♣",
        boards='[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n',
        policy=ask.Policy(access="invited"),
        seats={1: "plain", 3: None},
    ),
    "open, a policy for a club": ask.Open(
        game="bridge",
        policy=ask.Policy(
            clock=ask.PerBoard(board_ms=450_000, move_ms=60_000),
            access="private",
            watchers=False,
            delay=ask.Delay(ms=1_800_000, boards=1),
            hold_ms=None,
            substitute="plain",
            tempo_ms=3_000,
            warn_ms=10_000,
        ),
    ),
    "show, smallest": ask.Show(table="t", player="p"),
    "show, fullest": ask.Show(id=16, table=TABLE, player="77f0a1b2c3d4e5f6", hand=False),
    "consent, smallest": ask.Consent(table="t", player="p"),
    "consent, fullest": ask.Consent(
        id=22, table=TABLE, player="77f0a1b2c3d4e5f6", office="commentator", agree=False
    ),
    "consent, to a newcomer": ask.Consent(
        id=23, table=TABLE, player="77f0a1b2c3d4e5f6", office="seat", seat=2
    ),
    "rule, smallest": ask.Rule(table="t", ruling={}),
    "rule, fullest": ask.Rule(
        id=17, table=TABLE, ruling={"t": "tricks", "tricks": 9, "board": 3, "reason": "Law 70"}
    ),
    "host, offices and places": ask.Host(
        id=18,
        table=TABLE,
        directors=("p1", "p2"),
        commentators=("p3",),
        invited=("p4",),
        place={0: "p4", 2: None},
    ),
    "host, another host and its guests": ask.Host(
        id=20, table=TABLE, host="p5", onlookers=("p6",), unwelcome=("p7",)
    ),
    "open, only the invited sit": ask.Open(game="spades", policy=ask.Policy(sits="invited")),
    "sit, a move": ask.Sit(id=21, table=TABLE, seat=3, move=True),
    "host, time is added": ask.Host(id=19, table=TABLE, add_ms=60_000),
    "open, who is too slow is played for": ask.Open(
        game="spades", policy=ask.Policy(clock=ask.Bank(bank_ms=120_000, increment_ms=5_000), expiry="robot")
    ),
    "open, a countdown to the next deal": ask.Open(game="spades", policy=ask.Policy(next_ms=60_000)),
    "open, a deal is played again": ask.Open(
        game="bridge",
        seats={0: "plain", 1: "plain", 3: "plain"},
        again=ask.PlayAgain(deal=f"{TABLE}.12", moves=17, seat=2),
    ),
    "open, a deal is played again from its start": ask.Open(game="bridge", again=ask.PlayAgain(deal="t")),
    "next, smallest": ask.Next(table="t"),
    "next, fullest": ask.Next(id=22, table=TABLE),
    "wait, smallest": ask.Wait(table="t"),
    "wait, fullest": ask.Wait(id=23, table=TABLE),
    "open, corrections for an hour": ask.Open(game="bridge", policy=ask.Policy(correction_ms=3_600_000)),
    **{
        f"chat, to {to}": ask.Chat(table=TABLE, text="?", to=to)
        for to in ("opponents", "partner", "kibitzers", "director")
    },
}
UPDATES: dict[str, tell.ToClient] = {
    "view, its answer opens later": tell.View(
        table=TABLE,
        epoch="e",
        version=1,
        audience="public",
        pub=PUBS["pub, a claim waits"],
        now_ms=NOW_MS,
        opens_ms=NOW_MS + 3_000,
    ),
    "patch, its answer opens later": tell.Patch(
        table=TABLE, epoch="e", version=2, now_ms=NOW_MS, opens_ms=NOW_MS + 3_000
    ),
    "view, the next deal comes": tell.View(
        table=TABLE,
        epoch="e",
        version=1,
        audience="public",
        pub=PUBS["pub, a claim waits"],
        now_ms=NOW_MS,
        next_deal_ms=NOW_MS + 5_000,
    ),
    "patch, the next deal comes": tell.Patch(
        table=TABLE, epoch="e", version=2, now_ms=NOW_MS, next_deal_ms=NOW_MS + 5_000
    ),
    "view, players want the next deal and wait": tell.View(
        table=TABLE,
        epoch="e",
        version=1,
        audience="public",
        pub=PUBS["pub, a claim waits"],
        now_ms=NOW_MS,
        next_seats=(0, 3),
        wait_seats=(2,),
    ),
    "patch, players want the next deal and wait": tell.Patch(
        table=TABLE, epoch="e", version=2, now_ms=NOW_MS, next_seats=(0, 3), wait_seats=(2,)
    ),
    "notice, a robot plays for you": tell.Notice(
        kind="robot", table=TABLE, message="your time has run out; plain plays until you act"
    ),
    "people, a robot plays for one who is here": tell.People(
        table=TABLE,
        seats=(tell.SeatRow(seat=2, name="Zoë", player="p2", robot="plain", here=True),),
        watchers=0,
    ),
    "done, two tables": tell.Done(id=15, table=TABLE, other=OTHER),
    "done, a set of boards": tell.Done(id=16, board_set="evening", tables=(TABLE, OTHER)),
    "people, offices and stand-ins": tell.People(
        table=TABLE,
        seats=(
            tell.SeatRow(seat=0, name="plain", robot="plain", here=True, owner="p1"),
            tell.SeatRow(seat=1, name="Zoë", player="p2", here=True, owner="p3"),
        ),
        watchers=0,
        directors=("p8",),
        commentators=("p9",),
        called=True,
        history=(
            tell.CameOrWent(seat=0, here=True, at_ms=NOW_MS),
            tell.CameOrWent(seat=0, here=False, at_ms=NOW_MS + 1),
        ),
    ),
    "chat, of a commentator": tell.Chat(
        table=TABLE,
        lines=(
            tell.Said(name="Ann", text="cold on a squeeze", at_ms=NOW_MS, to="kibitzers", role="commentator"),
        ),
    ),
    "notice, the clock": tell.Notice(kind="clock", table=TABLE, left_ms=30_000),
    "notice, the director is called": tell.Notice(kind="director", table=TABLE, message="a claim is refused"),
    "event, smallest": tell.EventNews(event="e-1", name="", game="bridge", stage="waits", round=0, rounds=1),
    "event, a stopped clock after the warning": tell.EventNews(
        event="e-1", name="", game="bridge", stage="seated", round=1, rounds=3, held=True, warned=True
    ),
    "event, an announcement": tell.EventNews(
        event="e-1",
        name="",
        game="bridge",
        stage="sits_out",
        round=1,
        rounds=3,
        told=tell.Told(NOW_MS, "Coffee is ready"),
    ),
    "event, fullest": tell.EventNews(
        event="e-t5koqow4juar4dsn",
        name="Tuesday",
        game="bridge",
        stage="seated",
        round=2,
        rounds=9,
        table="e-t5koqow4juar4dsn-2-7",
        seat=3,
        starts_ms=1_784_000_000_000,
        ends_ms=1_784_000_450_000,
    ),
    "knock, smallest": tell.Knock(table="t", player="p", name=""),
    "knock, fullest": tell.Knock(table=TABLE, player="77f0a1b2c3d4e5f6", name="Zoë"),
    "appoint, smallest": tell.Appoint(table="t", player="p", office="director"),
    "appoint, fullest": tell.Appoint(
        table=TABLE, player="77f0a1b2c3d4e5f6", office="commentator", name="Zoë"
    ),
    "appoint, a robot": tell.Appoint(
        table="t", player="b1", office="seat", seat=1, name="Deep", robot_of="Dora"
    ),
    "knock, of a robot": tell.Knock(table="t", player="b1", name="Deep", robot_of="Dora"),
    "appoint, a newcomer": tell.Appoint(
        table=TABLE, player="77f0a1b2c3d4e5f6", office="seat", name="Zoë", seat=2
    ),
    "notice, a seat is lost": tell.Notice(
        kind="seat", table=TABLE, message="the host has taken your seat", seat=2, player="p2", name="Zoë"
    ),
    "notice, the players are asked": tell.Notice(
        kind="asked",
        table=TABLE,
        message="the players of the deal are asked",
        seat=2,
        player="p2",
        name="Zoë",
    ),
    "notice, the players have agreed": tell.Notice(
        kind="agreed",
        table=TABLE,
        message="all players of the deal have agreed",
        seat=2,
        player="p2",
        name="Zoë",
    ),
    "people, a deal is played again": tell.People(
        table=TABLE, seats=(), watchers=0, again=tell.PlayedAgain(deal=f"{OTHER}.12", moves=17)
    ),
    "people, watchers see hands at once": tell.People(table=TABLE, seats=(), watchers=7, hands="live"),
    "people, watchers see hands later": tell.People(
        table=TABLE, seats=(), watchers=7, delay=ask.Delay(ms=180_000, boards=1)
    ),
    "lobby, for whom the hands are to be seen": tell.Lobby(
        rows=(
            tell.TableRow(
                table=TABLE,
                game="bridge",
                name="Final ♠",
                status="open",
                seats=(),
                watchers=7,
                hands="live",
                directors=("p8",),
                commentators=("p9",),
            ),
            tell.TableRow(
                table="t",
                game="spades",
                name="",
                status="open",
                seats=(),
                watchers=0,
                delay=ask.Delay(ms=180_000, boards=1),
            ),
        )
    ),
}
