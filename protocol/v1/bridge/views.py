"""What a bridge view shows: the public half, and what one audience knows beyond it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from protocol.v1.bridge.actions import Action, MakeCall, PlayCard, PlayOn, Vote
from protocol.v1.bridge.nouns import Call, Contract, Hand, Play, Seat, Side, Vulnerability
from protocol.v1.bridge.rulings import Ruling
from protocol.v1.bridge.scores import Match, Result, Tally
from protocol.v1.cards import Card
from protocol.v1.view import Own, Pub

Hands = tuple[Hand, Hand, Hand, Hand]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt", gc=False):
    """What has just happened: a board has been dealt."""


class Called(Struct, frozen=True, tag_field="t", tag="called", gc=False):
    """What has just happened: a seat has called."""

    seat: Seat
    call: Call


class Played(Struct, frozen=True, tag_field="t", tag="played", gc=False):
    """What has just happened: a card has been played from a seat's hand."""

    seat: Seat
    card: Card


class Claimed(Struct, frozen=True, tag_field="t", tag="claimed", gc=False):
    """What has just happened: a seat has claimed; `claim` of the view says what."""

    seat: Seat


class ClaimEnded(Struct, frozen=True, tag_field="t", tag="claim_ended", gc=False):
    """What has just happened to a seat's claim.

    `objected`: a conceding defender's partner has objected, so that there was neither (Law 68B2).
    """

    seat: Seat
    how: Literal["accepted", "proven", "refused", "objected", "played_on"]


class Undone(Struct, frozen=True, tag_field="t", tag="undone", gc=False):
    """What has just happened: a seat's call or card, and what came after it, was taken back."""

    seat: Seat


class Ruled(Struct, frozen=True, tag_field="t", tag="ruled", gc=False):
    """What has just happened: the director has ruled."""

    ruling: Ruling


class CutFor(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """What has just happened: every chair has drawn a card, and the players have taken their places."""

    cards: tuple[Card, ...]


Last = CutFor | Dealt | Called | Played | Claimed | ClaimEnded | Undone | Ruled
Phase = Literal["deal", "auction", "play", "claim", "disputed", "over"]


class ClaimShown(Struct, frozen=True, gc=False):
    """A claim: how many of the `left` tricks, in which line, and the claimer's hand, faced."""

    seat: Seat
    tricks: int
    left: int
    line: str
    hand: Hand


class Remark(Struct, frozen=True, gc=False):
    """The newest of the `said` texts that a `seat` has told of a call. `late`: not with the call itself."""

    seat: Seat
    alert: bool
    text: str
    late: bool = False
    said: int = 1


class Question(Struct, frozen=True, gc=False):
    """A question about a call, by `seat`, which has had an answer or not."""

    seat: Seat
    call: int
    text: str
    answered: bool = False


class UndoAsked(Struct, frozen=True, gc=False):
    """A request to take back; `calls` and `cards` are how many would be left. `answers` by granting seat."""

    reason: str
    calls: int
    cards: int
    answers: dict[int, bool] = {}


class Remarked(Struct, frozen=True, gc=False):
    """One remark or question with its time, for the director. `to`: who was told."""

    at_ms: int
    seat: Seat
    call: int
    text: str
    alert: bool = False
    question: bool = False


class BridgePub(Pub, tag="bridge", kw_only=True, gc=False):
    """What everybody may know of a bridge table.

    `phase`: `deal` before the cards are dealt, `auction`, `play`, `claim` while a claim waits for its votes,
    `disputed` after a claim was refused, and `over` once the board has a `result`. `calls` and `plays` grow,
    keyed by their order from 0; the dealer makes call 0, and plays 4k to 4k + 3 are trick k; what is taken
    back goes. `turn` is the hand that must call or play and `actor` the seat that does it (declarer for
    dummy), null when nobody must. `tricks` are those won by North-South and by East-West. `dummy` is dummy's
    cards still held, from the opening lead to the end of the board. `hands` are the four hands as dealt,
    North first, once the board is over. `last` is what has just happened, null before the deal.

    `claim` is the one that waits or is disputed. `remarks` are what was told of the calls, once the board is
    over, keyed by 4 times the call's place plus the seat that told. `results` are those of
    the sitting's last 32 boards, by board. `tally` is there where scores add up,
    `match` at a table of a match. Where the options say so, `plays` are but the trick in progress, and
    `calls` go with the first card.
    """

    board: int
    dealer: Seat
    vulnerable: Vulnerability
    phase: Phase
    calls: dict[int, Call]
    plays: dict[int, Play]
    tricks: tuple[int, int]
    turn: Seat | None = None
    actor: Seat | None = None
    contract: Contract | None = None
    dummy: Hand | None = None
    result: Result | None = None
    hands: Hands | None = None
    last: Last | None = None
    claim: ClaimShown | None = None
    remarks: dict[int, Remark] | None = None
    results: dict[int, Result] | None = None
    tally: Tally | None = None
    match: Match | None = None


May = Literal["claim", "undo", "grant", "ask", "explain", "system", "doubt"]


class BridgeOwn(Own, tag="bridge", kw_only=True, gc=False):
    """What one audience knows beyond the public.

    `seat` is whose hand this is, and `hand` its cards still held. When the seat has to act, exactly one of
    `calls`, `cards`, `votes` and `play_on` tells its legal answers (a declarer's `cards` may be dummy's).
    `hands`, all four still held and North's first, is for audiences that may see every hand.

    `may` names the actions that answer no decision and may be tried now; `doubt` is a `vote` against a claim
    by who is not asked. `remarks` are what this audience is
    told of the calls, keyed as the public ones. `questions` are those it asked or has to answer,
    keyed likewise by who asks, and `undos` the requests to take back that it made or has to answer, by the
    seat that asks. Where the public
    half is cut short, `last_trick` is the last trick, and `plays` and `auction` are all cards and calls for
    audiences of more than one hand. `declarer` is declarer's hand, for a dummy that may see
    it. `systems` are the sides whose convention card this audience may open now. `record` and `times`, the
    milliseconds of each call and then of each play since the one before, are the director's.
    """

    seat: Seat | None = None
    hand: Hand | None = None
    calls: tuple[Call, ...] | None = None
    cards: tuple[Card, ...] | None = None
    hands: Hands | None = None
    votes: tuple[bool, ...] | None = None
    play_on: bool = False
    may: tuple[May, ...] = ()
    remarks: dict[int, Remark] | None = None
    questions: dict[int, Question] | None = None
    undos: dict[int, UndoAsked] | None = None
    last_trick: tuple[Play, ...] | None = None
    plays: dict[int, Play] | None = None
    auction: dict[int, Call] | None = None
    declarer: Hand | None = None
    systems: tuple[Side, ...] = ()
    record: dict[int, Remarked] | None = None
    times: dict[int, int] | None = None

    def legal_actions(self) -> tuple[Action, ...]:
        """The answers to the seat's decision, () when it has none."""
        if self.calls is not None:
            return tuple(MakeCall(call) for call in self.calls)
        if self.votes is not None:
            return tuple(Vote(accept) for accept in self.votes)
        if self.play_on:
            return (PlayOn(),)
        return tuple(PlayCard(card) for card in self.cards or ())
