"""The score of a finished game of Hanabi, and the state at the start of the next game."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi import End, GameResult
from server.games.hanabi.state import HanabiState


def result_of(state: HanabiState) -> GameResult | None:
    """Return the result of a game of Hanabi, or None if the game has not ended."""
    ended = state.ended
    if ended is None:
        return None
    points = state.score
    score = points if ended.end is End.NORMAL else 0
    return GameResult(ended.end, score, points, state.moves, ended.seat)


def carried(state: HanabiState) -> HanabiState:
    """Return the state of the table before its next game.

    The next game is started by the player after the first player of this game. If this game was dealt from a
    seed, the next game has no seed.
    """
    options = state.options
    after = (options.starting_player + 1) % options.players
    options = replace(options, starting_player=after, seed=None)
    return HanabiState(options=options, variant=state.variant, game_no=state.game_no + 1)
