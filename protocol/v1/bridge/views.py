"""The views of a bridge table: a public half for everybody, and an own half for one audience."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from protocol.v1.bridge.actions import Action, MakeCall, NoQuestions, PlayCard, PlayOn, Vote
from protocol.v1.bridge.meanings import Meaning
from protocol.v1.bridge.nouns import Call, Contract, Hand, Play, Seat, Side, Vulnerability
from protocol.v1.bridge.rulings import Ruling
from protocol.v1.bridge.scores import BoardSet, Match, Result, Tally
from protocol.v1.cards import Card
from protocol.v1.view import Own, Pub

Hands = tuple[Hand, Hand, Hand, Hand]


class Dealt(Struct, frozen=True, tag_field="t", tag="dealt", gc=False):
    """The event that a board was dealt."""


class Called(Struct, frozen=True, tag_field="t", tag="called", gc=False):
    """The event that a seat made a call."""

    seat: Seat
    call: Call


class Played(Struct, frozen=True, tag_field="t", tag="played", gc=False):
    """The event that a card was played from a seat's hand."""

    seat: Seat
    card: Card


class Claimed(Struct, frozen=True, tag_field="t", tag="claimed", gc=False):
    """The event that a seat made a claim; `pub.claim` shows the claim."""

    seat: Seat


class ClaimEnded(Struct, frozen=True, tag_field="t", tag="claim_ended", gc=False):
    """The event that a seat's claim ended.

    `how` is `objected` if a conceding defender's partner objected: then neither a concession nor a claim has
    occurred (Law 68B2).
    """

    seat: Seat
    how: Literal["accepted", "proven", "refused", "objected", "played_on"]


class Undone(Struct, frozen=True, tag_field="t", tag="undone", gc=False):
    """The event that a seat's call or card was taken back, together with everything after it."""

    seat: Seat


class Ruled(Struct, frozen=True, tag_field="t", tag="ruled", gc=False):
    """The event that the director made a ruling."""

    ruling: Ruling


class CutFor(Struct, frozen=True, tag_field="t", tag="cut", gc=False):
    """The event that every seat drew a card, and the players moved to the seats that these cards decided."""

    cards: tuple[Card, ...]


Last = CutFor | Dealt | Called | Played | Claimed | ClaimEnded | Undone | Ruled
Phase = Literal["deal", "auction", "play", "claim", "disputed", "over"]


class ClaimShown(Struct, frozen=True, gc=False):
    """A claim to win `tricks` of the `left` tricks that remain; `line` is the claimer's statement of play."""

    seat: Seat
    tricks: int
    left: int
    line: str
    hand: Hand


class FaceDownLead(Struct, frozen=True, gc=False):
    """An opening lead that lies face down: the leader's seat, and the two seats that may have questions.

    Both stay in `waiting` until the lead is turned up: the order of their answers is not told.
    """

    seat: Seat
    waiting: tuple[Seat, ...]


class EarlierRemark(Struct, frozen=True, gc=False):
    """An alert or explanation of a call, to which the player has later added another explanation.

    `late` is true if the player gave the explanation after making the call, and not together with the call.
    `meaning` is the explanation as fields; it is left out if the player gave only the text.
    """

    alert: bool
    text: str
    late: bool = False
    meaning: Meaning | UnsetType = UNSET


class Remark(Struct, frozen=True, gc=False):
    """The last explanation that the player in `seat` has given of a call, and the number of all of them.

    `said` is the number of explanations that this player gave of the call. `late` is true if the player gave
    the explanation after making the call, and not together with the call. `earlier` has the player's
    explanations before the last one, keyed by their order from 0, or is null if there are none. `meaning` is
    the explanation as fields; it is left out if the player gave only the text.
    """

    seat: Seat
    alert: bool
    text: str
    late: bool = False
    said: int = 1
    earlier: dict[int, EarlierRemark] | None = None
    meaning: Meaning | UnsetType = UNSET

    @property
    def alerted(self) -> bool:
        """Return True if any explanation of the call by this player is an alert."""
        return self.alert or any(each.alert for each in (self.earlier or {}).values())


class Question(Struct, frozen=True, gc=False):
    """A question by `seat` about the meaning of a call; `answered` is true if an explanation followed."""

    seat: Seat
    call: int
    text: str
    answered: bool = False


class UndoAsked(Struct, frozen=True, gc=False):
    """A player's request to take back a call or card.

    If the opponents agree, the first `calls` calls and the first `cards` played cards of the board remain.

    `answers` has the opponents' answers to an undo request by seat: true if the opponent agreed, false if
    not.
    """

    reason: str
    calls: int
    cards: int
    answers: dict[int, bool] = {}


class Remarked(Struct, frozen=True, gc=False):
    """One explanation or question with its time, for the director."""

    at_ms: int
    seat: Seat
    call: int
    text: str
    alert: bool = False
    question: bool = False
    meaning: Meaning | UnsetType = UNSET


class BridgePub(Pub, tag="bridge", kw_only=True, gc=False):
    """The public half of the view of a bridge table: the fields that all people may see.

    `phase`: `deal` before the cards are dealt, `auction`, `play`, `claim` while players vote on a claim,
    `disputed` after a claim was refused, and `over` once the board has a `result`. `calls` and `plays` are
    the calls and cards so far, keyed by their order from 0. The dealer makes call 0, and plays 4k to 4k + 3
    are trick k; calls and plays that are taken back are removed. `turn` is the seat whose hand must call or
    play, and `actor` is the seat of the player that decides (declarer, if `turn` is dummy); both are null if
    no hand must call or play. `tricks` are the numbers of tricks won by North-South and by East-West. From
    the opening lead to the end of the board, the field `dummy` has the cards that dummy still holds. Once the
    board is over, `hands` has the four dealt hands, North first. `last` is the latest event at the table, or
    null before the deal.

    `claim` is the claim on which the players now vote, or which is disputed. Once the board is over,
    `remarks` has the explanations of the calls; the key of an explanation is 4 times the index of the call,
    plus the seat of the player that explained it. `results` are the results of the latest 32 boards of the
    table, by board number. `tally` is set if the option `scoring` is not `duplicate`, `match` at a table of
    a match, and `board_set` at a table that plays its boards together with other tables. If the option
    `look_back` is `law`, `plays` has only the current trick. If the option `review` is false, `calls` becomes
    empty when the first card is played. `partner_robot` is true at a table with this option. `face_down` is
    set while the opening lead lies face down; then `turn` and `actor` are null.
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
    board_set: BoardSet | None = None
    partner_robot: bool = False
    face_down: FaceDownLead | None = None


May = Literal["claim", "undo", "grant", "ask", "explain", "system", "doubt"]


class BridgeOwn(Own, tag="bridge", kw_only=True, gc=False):
    """The own half of the view of a bridge table: the fields that only one seat or group of people may see.

    `seat` is the seat whose hand this audience sees, and `hand` has the cards that this hand still holds. If
    the player in `seat` has to act, exactly one of `calls`, `cards`, `votes`, `play_on` and `no_questions`
    has the player's legal answers (for declarer, `cards` may be dummy's cards). For audiences that may see
    every hand, `hands` has the cards that the four hands still hold, North first.

    `may` lists the actions that the player may now send without a `decision`; `doubt` is a `vote` against a
    claim by a player whose vote is not required. `remarks` has the explanations of calls that this audience
    received, with the same keys as `pub.remarks`. `questions` has the questions about calls that this
    audience asked or has to answer; the key is 4 times the index of the call, plus the seat of the player
    that asks. `undos` has the requests to take back a call or card that this audience made or has to answer,
    by the seat of the player that asks. If the option `look_back` is `law`, `last_trick` is the last trick;
    if `look_back` or `review` removes cards or calls from the public half, audiences that see all hands get
    all of them in `plays` and `auction`. If dummy may see declarer's hand, `declarer` has the cards of
    declarer's hand. `systems` are the sides whose convention card this audience may open now. `record` and
    `times` are for directors only: all explanations and questions, and the time in milliseconds that each
    call, and then each played card, took. In the own half of a seat, `screens` is true if the table has the
    option `screens`. At a table with screens, a player may `explain` partner's calls, too. `partner_explains`
    is true if partner explains the calls of the player in `seat`, and the player those of partner. `lead` is
    the opening lead that this audience has chosen or may see while it lies face down.
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
    screens: bool = False
    partner_explains: bool = False
    lead: Card | None = None
    no_questions: bool = False

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal answers to the decision of this seat, () if the seat has no decision to make."""
        if self.calls is not None:
            return tuple(MakeCall(call) for call in self.calls)
        if self.votes is not None:
            return tuple(Vote(accept) for accept in self.votes)
        if self.play_on:
            return (PlayOn(),)
        if self.no_questions:
            return (NoQuestions(),)
        return tuple(PlayCard(card) for card in self.cards or ())
