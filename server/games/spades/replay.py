"""Replays: tables at which one player, the leader, shows recorded hands of Spades to watchers."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import asdict, replace

from protocol.rules.spades.sides import sides_of
from protocol.v1 import spades
from protocol.v1.spades import Reveal
from protocol.v1.spades import replay as nouns
from protocol.v1.spades.replay import (
    MAX_BOARDS,
    Load,
    Move,
    Options,
    RecordedHand,
    SpadesReplayOwn,
    SpadesReplayPub,
    Try,
)
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer, Public, Rng, Seated, Showing
from server.games.replay import LEADER, Replay, ReplayGame
from server.games.spades import bidding, dealing
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState


class SpadesReplay(Replay, frozen=True, gc=False):
    """The state of a replay of Spades."""

    options: Options = Options()
    boards: tuple[RecordedHand, ...] = ()
    tried: tuple[Move, ...] = ()
    position: SpadesState | None = None


class SpadesReplayGame(ReplayGame[SpadesReplay]):
    """The rules of a replay of Spades."""

    name = "spades_replay"
    revision = 1
    unit = "hand"
    action_type = nouns.Action
    log_action_type = nouns.Action | Load
    options_type = Options
    state_type = SpadesReplay
    pub_type = SpadesReplayPub
    own_type = SpadesReplayOwn
    showing: Showing[SpadesReplay] = Showing()

    def start(self, options: Options) -> SpadesReplay:
        return SpadesReplay(options=options)

    def record(self, state: SpadesReplay, board: int) -> tuple[Move, ...]:
        return state.boards[board].moves

    def length(self, state: SpadesReplay, board: int) -> int:
        return len(state.boards[board].moves)

    def begin(self, state: SpadesReplay, board: int) -> SpadesState:
        recorded = state.boards[board]
        before = SpadesState(
            rules=recorded.rules,
            hand=recorded.deal.hand,
            dealer=recorded.deal.dealer,
            scores=recorded.scores,
            numbers=(None,) * sides_of(recorded.rules),
        )
        return SPADES.apply(before, None, recorded.deal)

    def after(self, position: SpadesState, move: Move) -> SpadesState:
        if position.turn is None:
            raise IllegalAction("the hand is over, so no move can be tried")
        return SPADES.apply(position, position.turn if move.seat is None else move.seat, move.action)

    def tries(self, position: SpadesState) -> tuple[Try, ...]:
        seat = position.turn
        if seat is None:
            return ()
        looks = () if bidding.has_looked(position, seat) else (Try(Reveal()),)
        return (*looks, *map(Try, SPADES.legal_actions(position, seat)))

    def tried_move(self, action: Try | Load) -> Move:
        match action:
            case Try():
                return Move(action.move)
            case Load():
                raise IllegalAction("expected a move to try, got a request to load a file")
            case _:
                assert_never(action)

    def loaded(self, state: SpadesReplay, action: object) -> SpadesReplay:
        if not isinstance(action, Load):
            raise IllegalAction("no file is open in this replay yet: open one before any other action")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} hands, got {len(action.boards)}")
        opened = replace(state, title=action.title, boards=action.boards)
        return replace(opened, position=self.begin(opened, 0))

    def chance(self, state: SpadesReplay, rng: Rng) -> Load | None:
        """Return a random hand of Spades without moves, for a replay that is opened without a file."""
        if not self.deal_due(state):
            return None
        before = SPADES.start(spades.Options())
        return Load(
            "",
            (RecordedHand(rules=before.rules, deal=dealing.draw_cards(before, rng), scores=before.scores),),
        )

    def pub(self, state: SpadesReplay) -> SpadesReplayPub:
        return _public_half(state, len(self.line(state)) if state.boards else 0)

    def own(self, state: SpadesReplay, audience: Audience) -> SpadesReplayOwn | None:
        if isinstance(audience, Public):
            return None
        position = state.position
        leads = isinstance(audience, Seated | Kibitzer) and audience.seat == LEADER
        if not leads or state.finished or position is None or position.turn is None:
            return SpadesReplayOwn()
        return _offered(position, position.turn)


SPADES_REPLAY = SpadesReplayGame()


def _public_half(state: SpadesReplay, moves: int) -> SpadesReplayPub:
    position = SPADES.start(spades.Options()) if state.position is None else state.position
    recorded = state.boards[state.board] if state.boards else None
    return SpadesReplayPub(
        **asdict(SPADES.pub(position)),
        hands=position.hands,
        passes={card_pass.seat: card_pass.cards for card_pass in position.passes} or None,
        laid_away=position.laid_away,
        players=() if recorded is None else recorded.players,
        table="" if recorded is None else recorded.table,
        file=state.title,
        files_boards=len(state.boards),
        place=state.board,
        at=state.at,
        moves=moves,
        tried=state.fork,
        finished=state.finished,
    )


def _offered(position: SpadesState, seat: int) -> SpadesReplayOwn:
    """Return the own half of the leader's view, with the moves that the recorded player could have made."""
    own = SPADES.own(position, Kibitzer(seat))
    assert own is not None, "expected an own half of the view for the seat in turn, got none"
    return SpadesReplayOwn(
        hand=position.hands[seat],
        drawn=own.drawn,
        bids=own.bids,
        passing=own.passing,
        cards=own.cards,
        may=own.may,
    )
