"""Replays: tables at which one player, the leader, shows recorded bridge boards to watchers."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Deal, MakeCall, PlayCard, Seat
from protocol.v1.bridge import replay as nouns
from protocol.v1.bridge.replay import Load, Options, Recorded, ReplayOwn, ReplayPub, TryCall, TryCard
from protocol.v1.replay import MAX_BOARDS
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer, Public, Rng, Seated, Showing
from server.games.bridge import dealing
from server.games.bridge.conduct import alerts
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.games.replay import LEADER, Replay, ReplayGame


class End(Struct, frozen=True, gc=False):
    """The end of a recorded board, as a move with the number of tricks that the record gives to declarer.

    `claimed` is True if a claim ended the play of the recorded board.
    """

    tricks: int
    claimed: bool


Tried = MakeCall | PlayCard
Move = Tried | End


class BridgeReplay(Replay, frozen=True, gc=False):
    """The state of a bridge replay, in which the moves are calls, cards and the end of the board."""

    options: Options = Options()
    boards: tuple[Recorded, ...] = ()
    tried: tuple[Tried, ...] = ()
    position: BridgeState | None = None


class BridgeReplayGame(ReplayGame[BridgeReplay]):
    """The rules of a bridge replay."""

    name = "replay"
    revision = 1
    unit = "board"
    action_type = nouns.Action
    log_action_type = nouns.Action | Load
    options_type = Options
    state_type = BridgeReplay
    pub_type = ReplayPub
    own_type = ReplayOwn
    showing: Showing[BridgeReplay] = Showing()

    def start(self, options: Options) -> BridgeReplay:
        return BridgeReplay(options=options)

    def record(self, state: BridgeReplay, board: int) -> tuple[Move, ...]:
        recorded = state.boards[board]
        explained = {each.call: each for each in recorded.explained}
        moves: list[Move] = [
            MakeCall(call, explained[number].alert, explained[number].text)
            if number in explained
            else MakeCall(call)
            for number, call in enumerate(recorded.calls)
        ]
        moves += [PlayCard(card) for card in recorded.cards]
        if recorded.tricks is not None:
            moves.append(End(recorded.tricks, recorded.claimed))
        return tuple(moves)

    def length(self, state: BridgeReplay, board: int) -> int:
        recorded = state.boards[board]
        return len(recorded.calls) + len(recorded.cards) + (recorded.tricks is not None)

    def begin(self, state: BridgeReplay, board: int) -> BridgeState:
        recorded = state.boards[board]
        before = BridgeState(board=recorded.number)
        return before if recorded.deal is None else BRIDGE.apply(before, None, recorded.deal)

    def after(self, position: BridgeState, move: Move) -> BridgeState:
        if isinstance(move, End):
            return _ended(position, move)
        if position.actor is None:
            raise IllegalAction("the board is over, so no call or card can be tried")
        return BRIDGE.apply(position, position.actor, move)

    def tries(self, position: BridgeState) -> tuple[TryCall | TryCard, ...]:
        actor = position.actor
        if actor is None:
            return ()
        return tuple(
            TryCall(move.call) if isinstance(move, MakeCall) else TryCard(move.card)
            for move in BRIDGE.legal_actions(position, actor)
            if isinstance(move, MakeCall | PlayCard)
        )

    def tried_move(self, action: TryCall | TryCard | Load) -> Tried:
        match action:
            case TryCall():
                return MakeCall(action.call)
            case TryCard():
                return PlayCard(action.card)
            case Load():
                raise IllegalAction("expected a call or a card to try, got a request to load a file")
            case _:
                assert_never(action)

    def same(self, one: Tried, other: Move) -> bool:
        if isinstance(one, MakeCall) and isinstance(other, MakeCall):
            return one.call is other.call
        return one == other

    def loaded(self, state: BridgeReplay, action: object) -> BridgeReplay:
        if not isinstance(action, Load):
            raise IllegalAction("no file is open in this replay yet: open one before any other action")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} boards, got {len(action.boards)}")
        for recorded in action.boards:
            _check(recorded)
        opened = replace(state, title=action.title, boards=action.boards)
        return replace(opened, position=self.begin(opened, 0))

    def chance(self, state: BridgeReplay, rng: Rng) -> Load | None:
        """Return a random deal without calls and cards, for a replay that is opened without a file."""
        if not self.deal_due(state):
            return None
        deal = dealing.draw_cards(BridgeState(board=state.number), rng)
        assert isinstance(deal, Deal), "expected a deal under the default options, got a cut"
        return Load("", (Recorded(number=state.number, deal=deal),))

    def pub(self, state: BridgeReplay) -> ReplayPub:
        return _public_half(state, self.line(state) if state.boards else ())

    def own(self, state: BridgeReplay, audience: Audience) -> ReplayOwn | None:
        if isinstance(audience, Public):
            return None
        own = ReplayOwn()
        if isinstance(audience, Seated | Kibitzer) and audience.seat == LEADER:
            own.seat = Seat.NORTH
            if state.position is not None and not state.finished:
                _offer(own, self.tries(state.position))
        return own


REPLAY = BridgeReplayGame()


def _check(recorded: Recorded) -> None:
    """Raise IllegalAction for a recorded board with an illegal deal, or with calls or play but no deal.

    This function does not check if the recorded calls and cards are legal.
    """
    if recorded.deal is not None:
        dealing.check(BridgeState(board=recorded.number), recorded.deal)
    elif recorded.calls or recorded.cards or recorded.tricks is not None:
        raise IllegalAction("a recorded board has calls, cards or tricks but no deal, so it cannot be shown")


def _ended(position: BridgeState, end: End) -> BridgeState:
    """Return a recorded board at its end, with the number of declarer's tricks from the record."""
    contract = position.contract
    if contract is None or position.phase != "play":
        raise IllegalAction("a recorded board has a number of tricks but no contract")
    rest = 13 - end.tricks
    won = (end.tricks, rest) if contract.declarer % 2 == 0 else (rest, end.tricks)
    return replace(position, phase="over", turn=None, tricks=won, claimed=end.claimed)


def _public_half(state: BridgeReplay, line: tuple[Move, ...]) -> ReplayPub:
    position = BridgeState(board=state.number) if state.position is None else state.position
    recorded = state.boards[state.board] if state.boards else Recorded(number=state.number)
    deal, seen = position.deal, BRIDGE.pub(position)
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
        remarks=alerts.visible_remarks(position, None),
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
    """Return the comments in the record of a board that belong to the position shown."""
    if state.fork is not None and state.at > state.fork:
        return ()
    return tuple(comment.text for comment in recorded.comments if comment.at == state.at)


def _offer(own: ReplayOwn, tries: tuple[TryCall | TryCard, ...]) -> None:
    """Add to the leader's half of the view, `own`, the calls and cards that the leader may try now.

    The calls and cards are those of the actions `tries`.
    """
    own.calls = tuple(each.call for each in tries if isinstance(each, TryCall)) or None
    own.cards = tuple(each.card for each in tries if isinstance(each, TryCard)) or None
