"""Recorded games of Hanabi as a game that one player leads and everybody watches."""

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
from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.requests import NoClock
from server.errors import IllegalAction
from server.games.base import Audience, Game, Kibitzer, Public, Rng, Seated
from server.games.hanabi import moves
from server.games.hanabi.state import HanabiState, start
from server.games.replay import LEADER, Replay, onwards

MOST_SEATS = 6


class HanabiReplay(Replay, frozen=True, gc=False):
    """A replay of Hanabi: moves, and an end without one, are its moves.

    The moves of a line are what came of them, in the record and where they are tried.
    """

    options: Options = Options()
    boards: tuple[RecordedGame, ...] = ()
    tried: tuple[Move, ...] = ()
    position: HanabiState | None = None

    def record(self, board: int) -> tuple[Move | Ended, ...]:
        recorded = self.boards[board]
        return recorded.moves if recorded.ended is None else (*recorded.moves, recorded.ended)

    def length(self, board: int) -> int:
        recorded = self.boards[board]
        return len(recorded.moves) + (recorded.ended is not None)

    def begin(self, board: int) -> HanabiState:
        recorded = self.boards[board]
        before = replace(start(recorded.options), game_no=self.number + board)
        return before.apply(None, recorded.deal)

    def moved(self, position: HanabiState, move: Move | Ended) -> HanabiState:
        if isinstance(move, Ended):
            return position.stopped(move.end, move.seat)
        if position.ended is not None:
            raise IllegalAction("the game is over: there is nothing to try")
        return position.apply(position.seat, move)

    def tries(self, position: HanabiState) -> tuple[Try, ...]:
        asked = () if position.ended is not None else moves.legal(position, position.seat)
        return tuple(Try(moves.effect(position, move)) for move in asked)

    def meant(self, action: Try | Load) -> Move:
        match action:
            case Try():
                return action.move
            case Load():
                raise IllegalAction("only chance opens a file")
            case _:
                assert_never(action)

    def same(self, one: Move, other: Move | Ended) -> bool:
        return one == other

    def loaded(self, action: object) -> HanabiReplay:
        if not isinstance(action, Load):
            raise IllegalAction("expected a file to be opened before anything else")
        if not 0 < len(action.boards) <= MAX_BOARDS:
            raise IllegalAction(f"expected 1 to {MAX_BOARDS} games, got {len(action.boards)}")
        opened = replace(self, title=action.title, boards=action.boards)
        return replace(opened, position=opened.begin(0))  # to begin all 512 would hold up every other table

    def chance(self, rng: Rng) -> Load | None:
        """A game of which nothing is recorded, for a replay that is opened without a file."""
        if not self.deal_due():
            return None
        options = hanabi.Options()
        deal = start(options).chance(rng)
        assert isinstance(deal, Deal), "expected a deal before the first game"
        return Load("", (RecordedGame(options=options, deal=deal),))

    def pub(self) -> HanabiReplayPub:
        return _public_half(self)

    def own(self, audience: Audience) -> HanabiReplayOwn | None:
        if isinstance(audience, Public):
            return None
        position = self.position
        if position is None:
            return HanabiReplayOwn()
        if isinstance(audience, Kibitzer):
            return _seen_by(position, audience)
        if isinstance(audience, Seated) and audience.seat == LEADER and not self.finished:
            return _offered(position)
        return HanabiReplayOwn()


def _public_half(state: HanabiReplay) -> HanabiReplayPub:
    position = state.position
    seen = (start(hanabi.Options()) if position is None else position).pub()
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
        moves=0 if recorded is None else len(state.line()),
        tried=state.fork,
        finished=state.finished,
    )


def _seen_by(position: HanabiState, eyes: Kibitzer) -> HanabiReplayOwn:
    """What the player of a recorded seat was told, nothing for a seat that the game has not."""
    if eyes.seat >= len(position.hands):
        return HanabiReplayOwn()
    own = position.own(eyes)
    assert own is not None, "expected who looks into a hand to see something"
    return HanabiReplayOwn(
        seat=own.seat, cards=own.cards, plays=own.plays, discards=own.discards, clues=own.clues
    )


def _offered(position: HanabiState) -> HanabiReplayOwn:
    """What the leader may try from here, in the words of whoever is in turn."""
    if position.ended is not None:
        return HanabiReplayOwn()
    own = position.own(Kibitzer(position.seat))
    assert own is not None, "expected who is in turn to have something to do"
    return HanabiReplayOwn(plays=own.plays, discards=own.discards, clues=own.clues)


def _asked(state: HanabiReplay, seat: int, action: nouns.Action) -> nouns.Action:
    """The leader tries what a player would ask for; the line holds what comes of it."""
    if not isinstance(action, Try) or state.position is None:
        return action
    effect = moves.effect(state.position, action.move)
    return action if effect is action.move else Try(effect)


def _eyes(state: HanabiReplay) -> int:
    """As many seats as the games of the file have; any before it is open."""
    return max((recorded.options.players for recorded in state.boards), default=MOST_SEATS)


def _forced(state: HanabiReplay, seat: int) -> Seek | Finish:
    return onwards(state)


HANABI_REPLAY = Game(
    name="hanabi_replay",
    revision=1,
    actions=nouns.Action,
    log_actions=nouns.Action | Load,
    options=Options,
    state=HanabiReplay,
    pub=HanabiReplayPub,
    own=HanabiReplayOwn,
    clock=NoClock(),
    seat_names=lambda options: ("Leader",),
    start=lambda options: HanabiReplay(options=options),
    forced=_forced,
    unprompted=(Seek, Rewind),
    effect=_asked,
    eyes=_eyes,
    needed=0,
    ended="it is over",
    shown=True,
)
"""Records of Hanabi that everybody sees, moved by the player of the one seat."""
