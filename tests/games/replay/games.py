"""Recorded games of Hanabi, for tests of replays."""

from __future__ import annotations

from random import Random
from typing import Any

from protocol.v1.hanabi import Deal, End, Ended
from protocol.v1.hanabi.replay import Load, Move, Note, Options, RecordedGame
from server.games.hanabi.replay import HANABI_REPLAY, HanabiReplay
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from tests.games.hanabi.dealt import TWO, game, move
from tests.games.hanabi.random_play import choice, random_game, random_options

NAMES = ("Ann", "Bob", "Cid", "Eva", "Fay", "Gus")
TWO_PLAY = "play 0", "rank 0 2", "play 1", "discard 9"
"""Four moves for the hands `TWO`."""


def recorded(*moves: str, of: HanabiState | None = None, **more: Any) -> RecordedGame:
    """Return a recorded game of two players with the hands `TWO`, or with the given state's hands."""
    return record_of(game(*TWO) if of is None else of, tuple(map(move, moves or TWO_PLAY)), **more)


def record_of(dealt: HanabiState, moves: tuple[Move, ...], **more: Any) -> RecordedGame:
    deal = Deal(dealt.deck, dealt.seed, dealt.characters)
    players = NAMES[: dealt.options.players]
    return RecordedGame(options=dealt.options, deal=deal, moves=moves, **{"players": players, **more})


def opened(*games: RecordedGame, title: str = "file") -> HanabiReplay:
    """Return a replay of these games, at the beginning of the first one."""
    return HANABI_REPLAY.apply(HanabiReplay(options=Options()), None, Load(title, games or (recorded(),)))


def random_file(rng: Random) -> Load:
    """Return one or two games of random variants, played at random, some ended by the table."""
    return Load("random", tuple(_random_record(rng) for _ in range(rng.randint(1, 2))))


def _random_record(rng: Random) -> RecordedGame:
    variant = catalogue.variant(rng.randrange(len(catalogue.ids()))).name
    dealt, *_ = random_game(random_options(variant, rng), rng)
    state, moves = dealt, []
    for _ in range(rng.randint(0, 12)):
        if state.ended is not None:
            break
        moves.append(choice(state, rng))
        state = HANABI.apply(state, state.seat, moves[-1])
    stops = state.ended is None and rng.random() < 0.5
    ended = Ended(rng.choice((End.TIMEOUT, End.TERMINATED, End.VOTED)), rng.choice((None, 0)))
    return record_of(
        dealt,
        tuple(moves),
        ended=ended if stops else None,
        notes=(Note(0, 3, "chop"), Note(1, 0, "b5?")) if rng.random() < 0.5 else (),
        id=rng.choice((None, 1_000_000)),
    )
