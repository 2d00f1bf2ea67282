"""A board of contract bridge as a frozen value: its fields, and the queries that need no rule."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
Cards = tuple[LayCard | None, LayCard | None]
Room = Literal["open", "closed"]


class Told(Struct, frozen=True, gc=False):
    """Something that `seat` said of a call, in its time; a `question` or what the call means.

    `late`: not with the call itself. `withdrawn`: the call was taken back.
    """

    at_ms: int
    seat: Seat
    call: int
    text: str
    alert: bool = False
    question: bool = False
    late: bool = False
    withdrawn: bool = False


class Request(Struct, frozen=True, gc=False):
    """A seat asks to go back to when so many calls and cards were made; `granted` by these so far."""

    seat: Seat
    calls: int
    cards: int
    reason: str
    granted: tuple[Seat, ...] = ()


class Pending(Struct, frozen=True, gc=False):
    """A claim of so many of the `left` tricks. `accepted` by these so far, `refused` by these.

    `play_on`: who agrees that play goes on after a refusal.
    """

    seat: Seat
    tricks: int
    left: int
    line: str
    accepted: tuple[Seat, ...] = ()
    refused: tuple[Seat, ...] = ()
    play_on: tuple[Seat, ...] = ()


class Earlier(Struct, frozen=True, gc=False):
    """The result of an earlier board of the sitting, and who was vulnerable."""

    board: int
    vulnerable: Vulnerability
    result: Result


class Score(Struct, frozen=True, gc=False):
    """A board's score in points from North-South's side.

    `artificial` are the IMPs that North-South and East-West have, each from its own side, of an artificial
    score. Of an assigned one `weighed` are the outcomes for North-South, and those for East-West.
    """

    points: int
    artificial: tuple[int, int] | None = None
    weighed: tuple[Weighted, Weighted] | None = None


class Standing(Struct, frozen=True, gc=False):
    """What a table knows of its match: the boards finished `here`, and those heard of from the `other` table.

    `ended`: the other table plays no more, whatever boards it has left; `over`: nor does this one.
    """

    room: Room
    other: str
    here: dict[int, Score] = {}
    there: dict[int, Score] = {}
    ended: bool = False
    over: bool = False


class BridgeState(Struct, frozen=True, gc=False):
    """One board, from before its deal to its result, and what the sitting carries from board to board.

    `board` is the number of the board, `finished` counts those before it. `hands` are the cards still held,
    `tricks` those won by North-South and East-West, or given by a claim or ruling. `turn` is the hand that
    calls or plays next, whoever acts for it. `times` are those (ms) of the deal, the calls and the cards.
    `told` is what was said of the calls, `undos` what players ask to take back, `denied` what they were not
    given, `retracted` the places of calls taken back under Law 25A; `objected` the sides of which a player
    has objected to a concession. `rewinds` counts what was
    taken back, `stirs` the public moves that are neither call nor card, of which the newest is `event`.
    `sheet` is the score before this board, `streaks` the rubbers that each chair has played in a row.
    `earlier` are the last boards, `results` theirs by board, and `cards` the convention cards of both sides.
    """

    options: Options = Options()
    board: int = 1
    finished: int = 0
    phase: Phase = "deal"
    turn: Seat | None = None
    deal: Deal | None = None
    hands: tuple[Hand, Hand, Hand, Hand] = ((), (), (), ())
    calls: auction.Calls = ()
    contract: Contract | None = None
    plays: play.Plays = ()
    tricks: tuple[int, int] = (0, 0)
    times: tuple[int, ...] = ()
    told: tuple[Told, ...] = ()
    undos: tuple[Request, ...] = ()
    denied: tuple[tuple[Seat, int, int], ...] = ()
    retracted: tuple[int, ...] = ()
    claim: Pending | None = None
    objected: tuple[Side, ...] = ()
    claimed: bool = False
    adjusted: AssignScore | ArtificialScore | None = None
    rewinds: int = 0
    stirs: int = 0
    event: Claimed | ClaimEnded | CutFor | Undone | Ruled | None = None
    sheet: Sheet | None = None
    streaks: tuple[int, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    results: dict[int, Result] = {}
    cards: Cards = (None, None)
    match: Standing | None = None

    @property
    def actor(self) -> Seat | None:
        """The seat that must call or play: the hand in turn, but declarer for dummy (Laws 41D and 45B)."""
        turn, contract = self.turn, self.contract
        if self.claim is not None:
            return None
        if turn is None or contract is None or (turn - contract.declarer) % 4 != 2:
            return turn
        return contract.declarer

    @property
    def dummy(self) -> Seat | None:
        """Whose hand lies on the table: nobody's before the opening lead (Law 41D)."""
        return self.contract.declarer.partner if self.contract is not None and self.plays else None

    @property
    def left(self) -> int:
        """The tricks that no side has won yet, the one in progress among them."""
        return 13 - sum(self.tricks)
