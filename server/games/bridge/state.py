"""The state of a board of contract bridge, with queries that need no rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from protocol.v1.bridge import (
    Action,
    ArtificialScore,
    AssignScore,
    Contract,
    Cut,
    Deal,
    Hand,
    LayCard,
    Options,
    Phase,
    Result,
    Seat,
    Side,
    Vulnerability,
)
from protocol.v1.bridge.views import Claimed, ClaimEnded, CutFor, Ruled, Undone
from server.games.bridge import auction, play
from server.games.bridge.scores.assigned import Weighted
from server.games.bridge.scores.sheet import Sheet

LogAction = Action | Deal | Cut
SideCards = tuple[LayCard | None, LayCard | None]
"""The convention cards of North-South and of East-West."""
Room = Literal["open", "closed"]


class CallRemark(Struct, frozen=True, gc=False):
    """A question about a call, an alert of it or an explanation of it.

    `seat` wrote it at the time `at_ms` (milliseconds) about the call with the number `call`. `alert` is
    True for an alert, `question` for a question. `late` is True for an explanation that did not come with
    the call itself. `withdrawn` is True once the call was taken back.
    """

    at_ms: int
    seat: Seat
    call: int
    text: str
    alert: bool = False
    question: bool = False
    late: bool = False
    withdrawn: bool = False


class UndoRequest(Struct, frozen=True, gc=False):
    """The request of a player to take back a call or card.

    If the request is granted, only the first `calls` calls and the first `cards` cards remain. `granted` are
    the opponents that have agreed so far.
    """

    seat: Seat
    calls: int
    cards: int
    reason: str
    granted: tuple[Seat, ...] = ()


class PendingClaim(Struct, frozen=True, gc=False):
    """A claim that the other players have not settled yet.

    The player of `seat` claims `tricks` of the `left` remaining tricks by the stated `line` of play.
    `accepted` and `refused` are the seats that have voted for and against the claim. `play_on` are the seats
    that have agreed to play on after a refusal.
    """

    seat: Seat
    tricks: int
    left: int
    line: str
    accepted: tuple[Seat, ...] = ()
    refused: tuple[Seat, ...] = ()
    play_on: tuple[Seat, ...] = ()


class EarlierBoard(Struct, frozen=True, gc=False):
    """The result and the vulnerability of an earlier board of the sitting."""

    board: int
    vulnerable: Vulnerability
    result: Result


class MatchScore(Struct, frozen=True, gc=False):
    """The score of a board of a match, as points of North-South.

    If the director gave an artificial score, `artificial` has the IMPs of North-South and those of East-West,
    each from the side's own point of view. If the director assigned weighted outcomes, `weighed` has the
    outcomes for North-South and those for East-West.
    """

    points: int
    artificial: tuple[int, int] | None = None
    weighed: tuple[Weighted, Weighted] | None = None


class MatchStanding(Struct, frozen=True, gc=False):
    """The progress of a match, as far as one of its two tables knows it.

    `room` is this table's room and `other` the id of the other table. `here` are the scores of the boards
    finished at this table, and `there` the known scores of the other table, both by board number. `ended`
    is True once the other table plays no more boards, and `over` once this table plays no more.
    """

    room: Room
    other: str
    here: dict[int, MatchScore] = {}
    there: dict[int, MatchScore] = {}
    ended: bool = False
    over: bool = False


class BridgeState(Struct, frozen=True, gc=False):
    """One board from before its deal to its result, with the data that the next board takes over."""

    # The order of the fields must not change, because it is the order of the stored bytes.

    # Fields about the table
    options: Options = Options()
    board: int = 1
    """The number of the board."""
    finished: int = 0
    """The number of boards finished before this one."""
    phase: Phase = "deal"
    turn: Seat | None = None
    """The hand that calls or plays next; when it is dummy's hand, declarer acts."""

    # Fields about the deal
    deal: Deal | None = None
    hands: tuple[Hand, Hand, Hand, Hand] = ((), (), (), ())
    """The cards that each hand still holds."""

    # Fields about the auction and the play
    calls: auction.Calls = ()
    contract: Contract | None = None
    plays: play.Plays = ()
    tricks: tuple[int, int] = (0, 0)
    """The numbers of tricks won by North-South and by East-West in the play, by a claim or by a ruling."""
    times: tuple[int, ...] = ()
    """The times (ms) of the deal, of each call and of each card."""

    # Fields about remarks on calls, undo requests, claims and rulings
    call_remarks: tuple[CallRemark, ...] = field(default=(), name="told")
    """The questions, alerts and explanations of calls, in the order of their times."""
    undos: tuple[UndoRequest, ...] = ()
    """The undo requests that wait for an answer."""
    denied: tuple[tuple[Seat, int, int], ...] = ()
    """The undo requests that opponents refused: seat, calls and cards of each."""
    retracted: tuple[int, ...] = ()
    """The numbers of the calls that were taken back under Law 25A."""
    claim: PendingClaim | None = None
    objected: tuple[Side, ...] = ()
    """The sides of which a player has objected to partner's concession."""
    claimed: bool = False
    """True if a claim ended the play."""
    adjusted: AssignScore | ArtificialScore | None = None
    """The director's score, which replaces the score from play."""
    rewinds: int = 0
    """The number of times that calls or cards of this board were taken back."""
    other_moves: int = field(default=0, name="stirs")
    """The number of public moves that are neither calls nor cards."""
    event: Claimed | ClaimEnded | CutFor | Undone | Ruled | None = None
    """The newest public move that is neither a call nor a card; None after a call or card."""

    # Fields about the sitting and the match
    sheet: Sheet | None = None
    """The score sheet before this board; None at duplicate."""
    streaks: tuple[int, ...] = ()
    """The number of rubbers that the player in each chair has played in a row."""
    earlier_boards: tuple[EarlierBoard, ...] = field(default=(), name="earlier")
    """The last finished boards of this sitting."""
    results: dict[int, Result] = {}
    """The results of the earlier boards, by board number."""
    side_cards: SideCards = field(default=(None, None), name="cards")
    """The convention cards of North-South and of East-West."""
    match: MatchStanding | None = None

    @property
    def actor(self) -> Seat | None:
        """Return the seat that must call or play, which is declarer at dummy's turn (Laws 41D and 45B).

        Returns None if no call or card is due, and while a claim is pending.
        """
        turn, contract = self.turn, self.contract
        if self.claim is not None:
            return None
        if turn is None or contract is None or (turn - contract.declarer) % 4 != 2:
            return turn
        return contract.declarer

    @property
    def dummy(self) -> Seat | None:
        """Return the seat of dummy, None before the opening lead shows dummy's hand (Law 41D)."""
        return self.contract.declarer.partner if self.contract is not None and self.plays else None

    @property
    def left(self) -> int:
        """Return the number of tricks that neither side has won yet, including the trick in progress."""
        return 13 - sum(self.tricks)
