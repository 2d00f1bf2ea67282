"""Recorded hands of Spades, for tests of replays."""

from __future__ import annotations

from random import Random
from typing import Any

from protocol.v1.spades import Options, Reveal
from protocol.v1.spades.replay import Load, Move, RecordedHand
from protocol.v1.spades.replay import Options as NoOptions
from server.games.spades.bidding import has_looked
from server.games.spades.replay import SPADES_REPLAY, SpadesReplay
from server.games.spades.rules import SPADES

KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "seed"},
    {"preset": "solo", "players": 3},
    {"players": 2, "jokers": "jjdd"},
    {"players": 6},
    {"blind_nil_behind": 0, "nil_pass": 3, "blind_nils": 2},
    {"blind_bid": 6, "blind_bid_behind": 0},
)
NAMES = ("Ann", "Bob", "Cid", "Eva", "Fay", "Gus")


def recorded(seed: int = 1, moves: int | None = None, **options: Any) -> RecordedHand:
    """Return the first hand of a game, played at random to its end or for this number of moves."""
    rng, state = Random(seed), SPADES.start(Options(**options))
    deal = SPADES.chance(state, rng)
    assert deal is not None
    scores, made, state = state.scores, list[Move](), SPADES.apply(state, None, deal)
    while state.turn is not None and (moves is None or len(made) < moves):
        hidden = [seat for seat in range(state.rules.players) if not has_looked(state, seat)]
        if hidden and rng.random() < 0.5:
            seat = rng.choice(hidden)
            made.append(Move(Reveal(), None if seat == state.turn else seat))
            state = SPADES.apply(state, seat, Reveal())
        else:
            made.append(Move(rng.choice(SPADES.legal_actions(state, state.turn))))
            state = SPADES.apply(state, state.turn, made[-1].action)
    players = NAMES[: state.rules.players]
    return RecordedHand(rules=state.rules, deal=deal, scores=scores, moves=tuple(made), players=players)


def opened(*hands: RecordedHand, title: str = "file") -> SpadesReplay:
    """Return a replay of these hands, at the beginning of the first one."""
    load = Load(title, hands or (recorded(),))
    return SPADES_REPLAY.apply(SpadesReplay(options=NoOptions()), None, load)


def random_file(rng: Random) -> Load:
    """Return one or two hands at tables of every kind, some of them not played to their end."""
    return Load(
        "random",
        tuple(
            recorded(rng.randrange(1000), rng.choice((None, rng.randint(0, 20))), **rng.choice(KINDS))
            for _ in range(rng.randint(1, 2))
        ),
    )
