"""The state of a board of contract bridge."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from protocol.rules.bridge import auction
from protocol.v1.bridge import (
    SEATS,
    Action,
    ArtificialScore,
    AssignScore,
    Contract,
    Cut,
    Deal,
    Hand,
    LayCard,
    Meaning,
    Options,
    Phase,
    Result,
    Seat,
    Side,
    Vulnerability,
)
from protocol.v1.bridge.views import Claimed, ClaimEnded, CutFor, Ruled, Undone
from protocol.v1.cards import Card
from server.games.bridge import play
from server.games.bridge.scores.assigned import Weighted
from server.games.bridge.scores.sheet import Sheet

LogAction = Action | Deal | Cut
SideCards = tuple[LayCard | None, LayCard | None]
"""The convention cards of North-South and of East-West."""
Room = Literal["open", "closed"]


class CallRemark(Struct, frozen=True, gc=False):
    """A question about a call, or an alert or explanation of a call.

    The player of `seat` wrote the remark at the time `at_ms` (milliseconds) about the call with the index
    `call`. `alert` is True if the remark is an alert, and `question` is True if it is a question. `late` is
    True for an explanation that was given after the call, not together with the call. `withdrawn` is True for
    a remark about a call that was taken back. `meaning` has the explanation as fields.
    """

    at_ms: int
    seat: Seat
    call: int
    text: str
    alert: bool = False
    question: bool = False
    late: bool = False
    withdrawn: bool = False
    meaning: Meaning | UnsetType = UNSET


class UndoRequest(Struct, frozen=True, gc=False):
    """The request of a player to take back a call or card.

    If the undo request is granted, only the first `calls` calls and the first `cards` cards of the board
    remain. `granted` are the opponents that have agreed to the undo request so far.
    """

    seat: Seat
    calls: int
    cards: int
    reason: str
    granted: tuple[Seat, ...] = ()


class PendingClaim(Struct, frozen=True, gc=False):
    """A claim that the other players have neither accepted nor cancelled yet.

    The player of `seat` claims `tricks` of the `left` remaining tricks by the stated `line` of play.
    `accepted` and `refused` are the seats that have voted for and against the claim. `play_on` are the seats
    that have agreed to play on after the claim was refused.
    """

    seat: Seat
    tricks: int
    left: int
    line: str
    accepted: tuple[Seat, ...] = ()
    refused: tuple[Seat, ...] = ()
    play_on: tuple[Seat, ...] = ()


class Lead(Struct, frozen=True, gc=False):
    """An opening lead that the leader has chosen at the time `at_ms` and that lies face down.

    `ready` are the seats that have no more questions about the auction.
    """

    card: Card
    at_ms: int
    ready: tuple[Seat, ...] = ()


class EarlierBoard(Struct, frozen=True, gc=False):
    """The result and the vulnerability of a board that this table finished before."""

    board: int
    vulnerable: Vulnerability
    result: Result


class MatchScore(Struct, frozen=True, gc=False):
    """The score that one table of a match has on a board.

    `points` is North-South's score on the board. If the director gave an artificial score, `artificial` has
    the IMPs of North-South and the IMPs of East-West; both numbers may be positive. If the director assigned
    outcomes with weights, `weighed` has the outcomes for North-South and the outcomes for East-West.
    """

    points: int
    artificial: tuple[int, int] | None = None
    weighed: tuple[Weighted, Weighted] | None = None


class MatchStanding(Struct, frozen=True, gc=False):
    """The data of one table about the match that it plays.

    `room` says if this table is the open or the closed room of the match, and `other` is the id of the other
    table. `here` are the scores of the boards finished at this table, by board number. `there` are the scores
    that the server has reported from the other table, by board number. `ended` is True once the other table
    of the match plays no more boards. `over` is True once this table of the match plays no more boards.
    """

    room: Room
    other: str
    here: dict[int, MatchScore] = {}
    there: dict[int, MatchScore] = {}
    ended: bool = False
    over: bool = False


class SetStanding(Struct, frozen=True, gc=False):
    """The data of one table about the set of boards that it plays together with other tables.

    `board_set` is the id of the set, and `tables` the number of its tables. `here` are the numbers of the
    boards that this table has finished. `released` are boards that no other table of the set will play any
    more. `ended` is True once no other table of the set will play any board.
    """

    board_set: str
    tables: int
    here: tuple[int, ...] = ()
    released: tuple[int, ...] = ()
    ended: bool = False


class BridgeState(Struct, frozen=True, gc=False):
    """The state of one board, from before its deal to its result, with data for the next board."""

    # The order of the fields must not change, because it is the order of the stored bytes.

    # Fields about the table
    options: Options = Options()
    board: int = 1
    """The number of the board."""
    finished: int = 0
    """The number of boards that this table finished before the present board."""
    phase: Phase = "deal"
    turn: Seat | None = None
    """The hand that calls or plays next, or None if no call or card is to be made.

    If dummy's hand plays next, declarer chooses the card.
    """

    # Fields about the deal
    deal: Deal | None = None
    hands: tuple[Hand, Hand, Hand, Hand] = ((), (), (), ())
    """The cards that each hand still holds."""

    # Fields about the auction and the play
    calls: auction.Calls = ()
    contract: Contract | None = None
    plays: play.Plays = ()
    tricks: tuple[int, int] = (0, 0)
    """The tricks of North-South and of East-West; tricks from a claim or a ruling are included."""
    times: tuple[int, ...] = ()
    """The times (ms since 1970) of the deal, then of each call, then of each card."""

    # Fields about remarks on calls, undo requests, claims and rulings
    call_remarks: tuple[CallRemark, ...] = field(default=(), name="told")
    """The questions, alerts and explanations of calls, in the order of their times."""
    undos: tuple[UndoRequest, ...] = ()
    """The undo requests that wait for an answer."""
    denied: tuple[tuple[Seat, int, int], ...] = ()
    """The refused undo requests: the asking seat, and the numbers of calls and cards to go back to."""
    retracted: tuple[int, ...] = ()
    """The numbers of the calls, counted from 0, that were taken back under Law 25A."""
    claim: PendingClaim | None = None
    objected: tuple[Side, ...] = ()
    """The sides on which a defender has objected to a concession by partner."""
    claimed: bool = False
    """True if a claim ended the play of the board."""
    adjusted: AssignScore | ArtificialScore | None = None
    """The score that the director gave, or None if the score from play counts."""
    rewinds: int = 0
    """The number of times that calls or cards of this board were taken back."""
    other_moves: int = field(default=0, name="stirs")
    """The number of public moves other than calls and cards, such as claims and rulings."""
    event: Claimed | ClaimEnded | CutFor | Undone | Ruled | None = None
    """The newest public move if it was neither a call nor a card, but a claim, a ruling or the like."""

    # Fields about earlier boards and the match
    sheet: Sheet | None = None
    """The score sheet as it was before this board; None at duplicate, which has no score sheet."""
    streaks: tuple[int, ...] = ()
    """For each chair, the number of rubbers or chukkers that its player has played in a row."""
    earlier_boards: tuple[EarlierBoard, ...] = field(default=(), name="earlier")
    """The newest boards that this table has finished, oldest first."""
    results: dict[int, Result] = {}
    """The results of the newest boards that this table has finished, by board number."""
    side_cards: SideCards = field(default=(None, None), name="cards")
    """The convention cards of North-South and of East-West."""
    match: MatchStanding | None = None
    # These fields came later: they are left out of the stored bytes of all tables that do not use them.
    joined_set: SetStanding | UnsetType = field(default=UNSET, name="board_set")
    face_down: Lead | UnsetType = UNSET
    """The opening lead while it lies face down; then no hand is in turn."""

    @property
    def board_set(self) -> SetStanding | None:
        """Return the table's data about its set of boards, None if the table plays its boards alone."""
        return None if isinstance(self.joined_set, UnsetType) else self.joined_set

    @property
    def lead(self) -> Lead | None:
        """Return the opening lead while it lies face down, otherwise None."""
        return None if isinstance(self.face_down, UnsetType) else self.face_down

    @property
    def actor(self) -> Seat | None:
        """Return the seat that must call or play; declarer plays dummy's cards (Laws 41D and 45B).

        Returns None if no call or card is to be made, and while a claim is pending.
        """
        turn, contract = self.turn, self.contract
        if self.claim is not None:
            return None
        if turn is None or contract is None or (turn - contract.declarer) % 4 != 2:
            return turn
        return contract.declarer

    @property
    def dummy(self) -> Seat | None:
        """Return the seat of dummy, or None before the opening lead, while dummy's hand is hidden."""
        contract = self.contract
        return SEATS[(contract.declarer + 2) % 4] if contract is not None and self.plays else None

    @property
    def left(self) -> int:
        """Return the number of tricks that neither side has won yet, including the trick in progress."""
        return 13 - sum(self.tricks)
