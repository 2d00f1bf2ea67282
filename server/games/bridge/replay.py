"""Recorded boards of bridge as a game that one player leads and everybody watches."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Deal, MakeCall, PlayCard, Seat
from protocol.v1.bridge import replay as nouns
from protocol.v1.bridge.replay import Load, Options, Recorded, ReplayOwn, ReplayPub, TryCall, TryCard
from protocol.v1.replay import MAX_BOARDS, Rewind, Seek
from protocol.v1.requests import NoClock
from server.errors import IllegalAction
from server.games.base import Audience, Game, Kibitzer, Public, Rng, Seated
from server.games.bridge import dealing
from server.games.bridge.conduct import alerts
from server.games.bridge.state import BridgeState
from server.games.replay import LEADER, Replay, onwards


class End(Struct, frozen=True, gc=False):
    """The last move of a record with fewer than 52 cards: declarer has, or is given, so many tricks."""

    tricks: int
    claimed: bool


Tried = MakeCall | PlayCard
Move = Tried | End


class BridgeReplay(Replay, frozen=True, gc=False):
    """A replay of bridge: calls, cards and the recorded end are its moves."""

    options: Options = Options()
    boards: tuple[Recorded, ...] = ()
    tried: tuple[Tried, ...] = ()
    position: BridgeState | None = None

    def record(self, board: int) -> tuple[Move, ...]:
        recorded = self.boards[board]
        told = {each.call: each for each in recorded.explained}
        moves: list[Move] = [
            MakeCall(call, told[place].alert, told[place].text) if place in told else MakeCall(call)
            for place, call in enumerate(recorded.calls)
        ]
        moves += [PlayCard(card) for card in recorded.cards]
        if recorded.tricks is not None:
            moves.append(End(recorded.tricks, recorded.claimed))
        return tuple(moves)

    def length(self, board: int) -> int:
        recorded = self.boards[board]
        return len(recorded.calls) + len(recorded.cards) + (recorded.tricks is not None)

    def begin(self, board: int) -> BridgeState:
        recorded = self.boards[board]
        before = BridgeState(board=recorded.number)
        return before if recorded.deal is None else before.apply(None, recorded.deal)

    def moved(self, position: BridgeState, move: Move) -> BridgeState:
        if isinstance(move, End):
            return _ended(position, move)
        if position.actor is None:
            raise IllegalAction("the board is over: there is nothing to try")
        return position.apply(position.actor, move)

    def tries(self, position: BridgeState) -> tuple[TryCall | TryCard, ...]:
        actor = position.actor
        if actor is None:
            return ()
        return tuple(
            TryCall(move.call) if isinstance(move, MakeCall) else TryCard(move.card)
            for move in position.legal_actions(actor)
            if isinstance(move, MakeCall | PlayCard)
        )

    def meant(self, action: TryCall | TryCard | Load) -> Tried:
        match action:
            case TryCall():
                return MakeCall(action.call)
            case TryCard():
                return PlayCard(action.card)
            case Load():
                raise IllegalAction("only chance opens a file")
            case _:
                assert_never(action)

    def same(self, one: Tried, other: Move) -> bool:
        if isinstance(one, MakeCall) and isinstance(other, MakeCall):
            return one.call is other.call
        return one == other

    def loaded(self, action: object) -> BridgeReplay:
        if not isinstance(action, Load):
            raise IllegalAction("expected a file to be opened before anything else")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} boards, got {len(action.boards)}")
        for recorded in action.boards:
            _check(recorded)
        opened = replace(self, title=action.title, boards=action.boards)
        return replace(opened, position=opened.begin(0))

    def chance(self, rng: Rng) -> Load | None:
        """A board of which nothing is recorded, for a replay that is opened without a file."""
        if not self.deal_due():
            return None
        deal = dealing.drawn(BridgeState(board=self.number), rng)
        assert isinstance(deal, Deal), "expected no cut under the default options"
        return Load("", (Recorded(number=self.number, deal=deal),))

    def pub(self) -> ReplayPub:
        return _public_half(self)

    def own(self, audience: Audience) -> ReplayOwn | None:
        if isinstance(audience, Public):
            return None
        own = ReplayOwn()
        if isinstance(audience, Seated | Kibitzer) and audience.seat == LEADER:
            own.seat = Seat.NORTH
            _offer(self, own)
        return own


def _check(recorded: Recorded) -> None:
    """Raise IllegalAction for what is no board; its calls and cards are judged when they are come to."""
    if recorded.deal is not None:
        dealing.check(BridgeState(board=recorded.number), recorded.deal)
    elif recorded.calls or recorded.cards or recorded.tricks is not None:
        raise IllegalAction("a board without its cards has neither calls nor play (Law 22)")


def _ended(position: BridgeState, end: End) -> BridgeState:
    """The board over, with the tricks that the record gives."""
    contract = position.contract
    if contract is None or position.phase != "play":
        raise IllegalAction("tricks are won in a contract, and this board has none that is played")
    rest = 13 - end.tricks
    won = (end.tricks, rest) if contract.declarer % 2 == 0 else (rest, end.tricks)
    return replace(position, phase="over", turn=None, tricks=won, claimed=end.claimed)


def _public_half(state: BridgeReplay) -> ReplayPub:
    position = BridgeState(board=state.number) if state.position is None else state.position
    recorded = state.boards[state.board] if state.boards else Recorded(number=state.number)
    line = state.line() if state.boards else ()
    deal, seen = position.deal, position.pub()
    ends = state.fork is None and state.at == len(line)
    return ReplayPub(
        board=seen.board,
        dealer=seen.dealer,
        vulnerable=seen.vulnerable,
        phase=seen.phase,
        calls=seen.calls,
        plays=seen.plays,
        tricks=seen.tricks,
        turn=seen.turn,
        actor=seen.actor,
        contract=seen.contract,
        dummy=seen.dummy,
        result=seen.result,
        hands=None if deal is None else deal.hands,
        last=seen.last,
        remarks=alerts.shown(position, None),
        file=state.title,
        files_boards=len(state.boards),
        place=state.board,
        at=state.at,
        moves=len(line),
        auction=sum(isinstance(move, MakeCall) for move in line),
        tried=state.fork,
        players=recorded.players,
        name=recorded.name,
        comments=_comments(state, recorded),
        fault=recorded.fault if ends else "",
        finished=state.finished,
    )


def _comments(state: BridgeReplay, recorded: Recorded) -> tuple[str, ...]:
    """What was written about this very place of the record."""
    if state.fork is not None and state.at > state.fork:
        return ()
    return tuple(comment.text for comment in recorded.comments if comment.at == state.at)


def _offer(state: BridgeReplay, own: ReplayOwn) -> None:
    """Fill in what may be tried from here."""
    if state.position is None or state.finished:
        return
    tries = state.tries(state.position)
    own.calls = tuple(each.call for each in tries if isinstance(each, TryCall)) or None
    own.cards = tuple(each.card for each in tries if isinstance(each, TryCard)) or None


def _forced(state: BridgeReplay, seat: int) -> nouns.Action:
    return onwards(state)


REPLAY = Game(
    name="replay",
    revision=1,
    actions=nouns.Action,
    log_actions=nouns.Action | Load,
    options=Options,
    state=BridgeReplay,
    pub=ReplayPub,
    own=ReplayOwn,
    clock=NoClock(),
    seat_names=lambda options: ("Leader",),
    start=lambda options: BridgeReplay(options=options),
    forced=_forced,
    unprompted=(Seek, Rewind),
    needed=0,
    ended="it is over",
    shown=True,
)
"""Records of bridge that everybody sees, moved by the player of the one seat."""
