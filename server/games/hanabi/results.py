"""What a finished game is worth, and what the next one at the table begins with."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi import End, GameResult
from server.games.hanabi.state import HanabiState


def result_of(state: HanabiState) -> GameResult | None:
    """The result of a game that has ended, None before."""
    ended = state.ended
    if ended is None:
        return None
    points = state.score
    score = points if ended.end is End.NORMAL else 0
    return GameResult(ended.end, score, points, state.moves, ended.seat)


def carried(state: HanabiState) -> HanabiState:
    """The next game at the table; the starting player moves on, a chosen seed is played once."""
    options = state.options
    after = (options.starting_player + 1) % options.players
    options = replace(options, starting_player=after, seed=None)
    return HanabiState(options=options, variant=state.variant, game_no=state.game_no + 1)
