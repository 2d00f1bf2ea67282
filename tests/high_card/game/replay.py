"""Recorded deals of high card as a game that one player leads and everybody watches."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from protocol.v1.replay import MAX_BOARDS
from server.errors import IllegalAction
from server.games.base import Audience, Public, Rng, Seated, Showing
from server.games.replay import LEADER, Replay, ReplayGame
from tests.high_card.game.results import result
from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol import replay as nouns
from tests.high_card.protocol.nouns import Action as Move
from tests.high_card.protocol.nouns import Bet, Deal, Fold
from tests.high_card.protocol.nouns import Options as Played
from tests.high_card.protocol.replay import (
    HighCardReplayOwn,
    HighCardReplayPub,
    Load,
    Options,
    RecordedDeal,
    Try,
)


class HighCardReplay(Replay, frozen=True, gc=False):
    """A replay of high card."""

    options: Options = Options()
    boards: tuple[RecordedDeal, ...] = ()
    tried: tuple[Move, ...] = ()
    position: HighCardState | None = None


def moves_of(recorded: RecordedDeal) -> tuple[Move, ...]:
    """Return the moves of a recorded deal."""
    return tuple(Bet() if answer == "bet" else Fold() for answer in recorded.answers)


def dealt(recorded: RecordedDeal) -> HighCardState:
    """Return a recorded deal before its first move. Raise IllegalAction for what is no deal."""
    before = HighCardState(Played(deals=recorded.number), recorded.number)
    return HIGH_CARD.apply(before, None, Deal(recorded.cards))


class HighCardReplayGame(ReplayGame[HighCardReplay]):
    """The rules of a replay of high card."""

    name = "high_card_replay"
    revision = 1
    unit = "deal"
    action_type = nouns.Action
    log_action_type = nouns.Action | Load
    options_type = Options
    state_type = HighCardReplay
    pub_type = HighCardReplayPub
    own_type = HighCardReplayOwn
    showing: Showing[HighCardReplay] = Showing()

    def start(self, options: Options) -> HighCardReplay:
        return HighCardReplay(options)

    def record(self, state: HighCardReplay, board: int) -> tuple[Move, ...]:
        return moves_of(state.boards[board])

    def length(self, state: HighCardReplay, board: int) -> int:
        return len(state.boards[board].answers)

    def begin(self, state: HighCardReplay, board: int) -> HighCardState:
        return dealt(state.boards[board])

    def after(self, position: HighCardState, move: Move) -> HighCardState:
        return HIGH_CARD.apply(position, position.turn, move)

    def tries(self, position: HighCardState) -> tuple[Try, ...]:
        return tuple(
            Try(move) for move in (Bet(), Fold()) if move in HIGH_CARD.legal_actions(position, position.turn)
        )

    def tried_move(self, action: Try | Load) -> Move:
        if isinstance(action, Load):
            raise IllegalAction("only chance opens a file")
        return action.move

    def loaded(self, state: HighCardReplay, action: object) -> HighCardReplay:
        if not isinstance(action, Load):
            raise IllegalAction("expected a file to be opened before anything else")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} deals, got {len(action.boards)}")
        for recorded in action.boards:
            dealt(recorded)
        opened = replace(state, title=action.title, boards=action.boards)
        return replace(opened, position=self.begin(opened, 0))

    def chance(self, state: HighCardReplay, rng: Rng) -> Load | None:
        """Return a deal of which nothing is recorded, for a replay that is opened without a file."""
        deal = HIGH_CARD.chance(HIGH_CARD.start(Played()), rng) if self.deal_due(state) else None
        return None if deal is None else Load("", (RecordedDeal(1, deal.cards),))

    def pub(self, state: HighCardReplay) -> HighCardReplayPub:
        position = state.position or HighCardState()
        recorded = state.boards[state.board] if state.boards else None
        shown = asdict(HIGH_CARD.pub(position)) | {"cards": position.cards or None}
        shown["result"] = result(position)
        return HighCardReplayPub(
            **shown,
            file=state.title,
            files_boards=len(state.boards),
            place=state.board,
            at=state.at,
            moves=len(self.line(state)) if state.boards else 0,
            tried=state.fork,
            players=() if recorded is None else recorded.players,
            finished=state.finished,
        )

    def own(self, state: HighCardReplay, audience: Audience) -> HighCardReplayOwn | None:
        if isinstance(audience, Public):
            return None
        leads = isinstance(audience, Seated) and audience.seat == LEADER and not state.finished
        if not leads or state.position is None:
            return HighCardReplayOwn()
        choices = HIGH_CARD.own(state.position, Seated(state.position.turn))
        return HighCardReplayOwn(choices=() if choices is None else choices.choices)


HIGH_CARD_REPLAY = HighCardReplayGame()
