"""Replays: tables at which one player, the leader, shows recorded games of Hanabi to watchers."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import asdict, replace

from protocol.v1 import hanabi
from protocol.v1.hanabi import Deal, Ended
from protocol.v1.hanabi import replay as nouns
from protocol.v1.hanabi.replay import (
    MAX_BOARDS,
    HanabiReplayOwn,
    HanabiReplayPub,
    Load,
    Move,
    Options,
    RecordedGame,
    Try,
)
from server.errors import IllegalAction
from server.games.base import Audience, Kibitzer, Public, Rng, Seated, Showing
from server.games.hanabi import moves
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.replay import LEADER, Replay, ReplayGame

MOST_SEATS = 6
"""The maximum number of seats in a recorded game."""


class HanabiReplay(Replay, frozen=True, gc=False):
    """The state of a Hanabi replay.

    The last recorded move of a game of Hanabi may be the end of the game, such as a vote or a timeout.
    Recorded and tried moves are stored by their effect: if a player played a card of an inverted suit, for
    example, the move is a discard.
    """

    options: Options = Options()
    boards: tuple[RecordedGame, ...] = ()
    tried: tuple[Move, ...] = ()
    position: HanabiState | None = None


class HanabiShowing(Showing[HanabiReplay]):
    """The features of a Hanabi replay, in which a watcher can see the cards that one recorded player saw."""

    recorded_seats = True

    def eyes(self, state: HanabiReplay) -> int:
        """Return the number of seats in the largest game of the open file, or 6 before a file is open."""
        return max((recorded.options.players for recorded in state.boards), default=MOST_SEATS)


class HanabiReplayGame(ReplayGame[HanabiReplay]):
    """The rules of a Hanabi replay."""

    name = "hanabi_replay"
    revision = 1
    unit = "game"
    action_type = nouns.Action
    log_action_type = nouns.Action | Load
    options_type = Options
    state_type = HanabiReplay
    pub_type = HanabiReplayPub
    own_type = HanabiReplayOwn
    showing: Showing[HanabiReplay] = HanabiShowing()

    def start(self, options: Options) -> HanabiReplay:
        return HanabiReplay(options=options)

    def record(self, state: HanabiReplay, board: int) -> tuple[Move | Ended, ...]:
        recorded = state.boards[board]
        return recorded.moves if recorded.ended is None else (*recorded.moves, recorded.ended)

    def length(self, state: HanabiReplay, board: int) -> int:
        recorded = state.boards[board]
        return len(recorded.moves) + (recorded.ended is not None)

    def begin(self, state: HanabiReplay, board: int) -> HanabiState:
        recorded = state.boards[board]
        before = replace(HANABI.start(recorded.options), game_no=state.number + board)
        return HANABI.apply(before, None, recorded.deal)

    def after(self, position: HanabiState, move: Move | Ended) -> HanabiState:
        if isinstance(move, Ended):
            return position.stopped(move.end, move.seat)
        if position.ended is not None:
            raise IllegalAction("the game is over, so no move can be tried")
        return HANABI.apply(position, position.seat, move)

    def tries(self, position: HanabiState) -> tuple[Try, ...]:
        legal = () if position.ended is not None else moves.legal(position, position.seat)
        return tuple(Try(moves.effect(position, move)) for move in legal)

    def tried_move(self, action: Try | Load) -> Move:
        match action:
            case Try():
                return action.move
            case Load():
                raise IllegalAction("expected a move to try, got a request to load a file")
            case _:
                assert_never(action)

    def effect(self, state: HanabiReplay, seat: int, action: nouns.Action) -> nouns.Action:
        """Return the leader's action as it is logged: what a tried move does replaces the move itself.

        For example, to play a card of an inverted suit discards it.
        """
        if not isinstance(action, Try) or state.position is None:
            return action
        effect = moves.effect(state.position, action.move)
        return action if effect is action.move else Try(effect)

    def loaded(self, state: HanabiReplay, action: object) -> HanabiReplay:
        if not isinstance(action, Load):
            raise IllegalAction("no file is open in this replay yet: open one before any other action")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} games, got {len(action.boards)}")
        opened = replace(state, title=action.title, boards=action.boards)
        # Prepare only the first game now: to prepare all games of a file (at most 512) would delay other
        # tables.
        return replace(opened, position=self.begin(opened, 0))

    def chance(self, state: HanabiReplay, rng: Rng) -> Load | None:
        """Return a random game without moves, for a replay that is opened without a file."""
        if not self.deal_due(state):
            return None
        options = hanabi.Options()
        deal = HANABI.chance(HANABI.start(options), rng)
        assert isinstance(deal, Deal), "expected a random deal before the first game, got none"
        return Load("", (RecordedGame(options=options, deal=deal),))

    def pub(self, state: HanabiReplay) -> HanabiReplayPub:
        return _public_half(state, len(self.line(state)) if state.boards else 0)

    def own(self, state: HanabiReplay, audience: Audience) -> HanabiReplayOwn | None:
        if isinstance(audience, Public):
            return None
        position = state.position
        if position is None:
            return HanabiReplayOwn()
        if isinstance(audience, Kibitzer):
            return _seen_by(position, audience)
        if isinstance(audience, Seated) and audience.seat == LEADER and not state.finished:
            return _offered(position)
        return HanabiReplayOwn()


HANABI_REPLAY = HanabiReplayGame()


def _public_half(state: HanabiReplay, moves: int) -> HanabiReplayPub:
    position = state.position
    seen = HANABI.pub(HANABI.start(hanabi.Options()) if position is None else position)
    recorded = state.boards[state.board] if state.boards else None
    shown = {**asdict(seen), "options": seen.options}
    if recorded is not None:
        shown |= {"deck": recorded.deal.deck, "seed": recorded.deal.seed or None}
        shown |= {"players": recorded.players, "notes": recorded.notes, "id": recorded.id}
        shown |= {"warnings": recorded.warnings}
    return HanabiReplayPub(
        **shown,
        file=state.title,
        files_boards=len(state.boards),
        place=state.board,
        at=state.at,
        moves=moves,
        tried=state.fork,
        finished=state.finished,
    )


def _seen_by(position: HanabiState, eyes: Kibitzer) -> HanabiReplayOwn:
    """Return the own half of the view for a watcher that looks through the eyes of a recorded player.

    The watcher's part of the view is empty if the recorded game has no seat with this number.
    """
    if eyes.seat >= len(position.hands):
        return HanabiReplayOwn()
    own = HANABI.own(position, eyes)
    assert own is not None, "expected an own half of the view for the watcher of a seat, got none"
    return HanabiReplayOwn(
        seat=own.seat, cards=own.cards, plays=own.plays, discards=own.discards, clues=own.clues
    )


def _offered(position: HanabiState) -> HanabiReplayOwn:
    """Return the own half of the leader's view, with the moves that the recorded player in turn may make."""
    if position.ended is not None:
        return HanabiReplayOwn()
    own = HANABI.own(position, Kibitzer(position.seat))
    assert own is not None, "expected an own half of the view for the seat in turn, got none"
    return HanabiReplayOwn(plays=own.plays, discards=own.discards, clues=own.clues)
