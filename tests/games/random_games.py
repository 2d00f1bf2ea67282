"""Random games of any registered kind, and random values of any type, for the conformance tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct, inspect, json
from msgspec.structs import asdict, replace

from server.errors import IllegalAction
from server.games.base import AnyGame
from server.games.hanabi.variants import catalogue
from server.games.registry import GAMES
from tests.games.of_state import game_of
from tests.games.replay import files, games, hands

GAMES_OF_EACH_KIND = 12
DEALS_A_GAME = 3
LONGEST_DEAL = 5_000
"""The number of actions after which a test assumes that a deal never ends."""
UPLOADS: dict[str, Callable[[Random], Any]] = {
    "replay": files.random_file,
    "hanabi_replay": games.random_file,
    "spades_replay": hands.random_file,
}
"""The action of chance that opens an upload, for each game that can be opened on one.

Every other random game of such a game uses it.
"""
CHOICES: dict[str, Callable[[Random], dict[str, Any]]] = {
    "hanabi": lambda rng: {
        "variant": catalogue.variant(rng.randrange(len(catalogue.ids()))).name,
        "games": rng.randrange(3),
    }
}
"""Options that random values would hardly ever produce."""


@dataclass(frozen=True)
class PlayedDeal:
    """A deal from its base to its end: `states[i]` is the state before `log[i]`, and the last is terminal."""

    seats: range
    base: Any
    log: tuple[tuple[int | None, Any], ...]
    states: tuple[Any, ...]


@dataclass(frozen=True)
class PlayedGame:
    """Consecutive deals under one set of options, each starting from the state carried from the last."""

    options: Any
    deals: tuple[PlayedDeal, ...]


def play_deal(
    seats: range, base: Any, rng: Random, upload: Callable[[Random], Any] | None = None
) -> PlayedDeal:
    """Play a deal, of the upload if one is given, with random legal actions, and return it."""
    game, state, states, log = game_of(base), base, [base], []
    for _ in range(LONGEST_DEAL):
        seat, action = None, game.chance(state, rng)
        if action is not None and upload is not None:
            action = upload(rng)
        if action is None and game.to_act(state):
            seat = rng.choice(game.to_act(state))
            action = rng.choice(game.legal_actions(state, seat))
        if action is None:
            return PlayedDeal(seats, base, tuple(log), tuple(states))
        state = game.apply(state, seat, action)
        log.append((seat, action))
        states.append(state)
    raise AssertionError(f"no end after {LONGEST_DEAL} actions")


def play_game(
    game: AnyGame,
    options: Any,
    rng: Random,
    deals: int = DEALS_A_GAME,
    upload: Callable[[Random], Any] | None = None,
) -> PlayedGame:
    """Play this number of deals, or fewer if the options end the game before, and return them."""
    state, played = game.start(options), []
    seats = range(len(game.seat_names(options)))
    while len(played) < deals and (game.deal_due(state) or game.to_act(state)):
        played.append(play_deal(seats, state, rng, upload))
        state = game.carry(played[-1].states[-1])
    return PlayedGame(options, tuple(played))


def random_options(game: AnyGame, rng: Random) -> Any:
    """Return random options that fit each other, or the default options if none are found."""
    for _ in range(100):
        options = random_value(inspect.type_info(game.options_type), rng)
        options = replace(options, **CHOICES.get(game.name, lambda rng: {})(rng))
        try:
            game.start(options)
        except IllegalAction:
            continue
        return options
    return game.options_type()


@cache
def random_games(name: str) -> tuple[PlayedGame, ...]:
    """Return a dozen games, half of them under default options; they are the same on each call."""
    game, played = GAMES[name], []
    for seed in range(GAMES_OF_EACH_KIND):
        rng = Random(f"{name} {seed}")
        options = random_options(game, rng) if seed % 2 else game.options_type()
        upload = UPLOADS.get(name) if seed // 2 % 2 else None
        played.append(play_game(game, options, rng, upload=upload))
    return tuple(played)


@cache
def action_pool(name: str) -> tuple[tuple[Any, ...], ...]:
    """Return actions of each kind to try in any state, some from random games and some random values."""
    game, rng = GAMES[name], Random(name)
    made = [action for played in random_games(name) for deal in played.deals for _, action in deal.log]
    kind = inspect.type_info(game.log_action_type)
    made_up = [random_value(kind, rng) for _ in range(600)]
    pool: dict[type[Struct], dict[bytes, Any]] = {}
    for action in (*made, *(reordered(action) for action in made), *made_up):
        pool.setdefault(type(action), {})[json.encode(action)] = action
    return tuple(tuple(different.values()) for different in pool.values())


def reordered(action: Any) -> Any:
    """Return the action with each of its tuples in the opposite order, as a client may send it."""
    tuples = {name: value[::-1] for name, value in asdict(action).items() if isinstance(value, tuple)}
    return replace(action, **tuples)


SHORTER, EMPTY = 3, 6
"""The depths from which sequences in a random value are short, and empty: a type may contain itself."""


def random_value(kind: inspect.Type, rng: Random, depth: int = 0) -> Any:
    """Return a random value of the type: small and extreme numbers, short sequences and texts."""
    longest_sequence = 14 if depth < SHORTER else 2 if depth < EMPTY else 0
    match kind:
        case inspect.Metadata(type=inner):
            return random_value(inner, rng, depth)
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType(ge=least, le=most):
            least = 0 if least is None else least
            most = least + 100 if most is None else most
            return rng.choice((least, min(least + 1, most), most, rng.randint(least, most)))
        case inspect.StrType(pattern=str()):
            return str(rng.randrange(100))
        case inspect.StrType(max_length=longest):
            return "".join(rng.choice("ab é?") for _ in range(rng.randint(0, min(longest or 8, 8))))
        case inspect.EnumType(cls=enum):
            return rng.choice(tuple(enum))
        case inspect.LiteralType(values=values):
            return rng.choice(values)
        case inspect.UnionType(types=types):
            return random_value(rng.choice(types), rng, depth)
        case inspect.TupleType(item_types=types):
            return tuple(random_value(each, rng, depth + 1) for each in types)
        case inspect.VarTupleType(item_type=each):
            many = range(rng.randint(0, longest_sequence))
            return tuple(random_value(each, rng, depth + 1) for _ in many)
        case inspect.ListType(item_type=each):
            return [random_value(each, rng, depth + 1) for _ in range(rng.randint(0, longest_sequence))]
        case inspect.DictType(key_type=key, value_type=each):
            many = range(rng.randint(0, min(5, longest_sequence)))
            return {random_value(key, rng): random_value(each, rng, depth + 1) for _ in many}
        case inspect.StructType(cls=struct, fields=fields):
            return _random_struct(struct, fields, rng, depth)
        case _:
            raise AssertionError(f"the suite cannot make up a {kind}; teach it")


def _random_struct(
    struct: type[Struct], fields: tuple[inspect.Field, ...], rng: Random, depth: int
) -> Struct:
    """Return a random struct; half of the fields with a default keep it."""
    return struct(
        **{
            field.name: random_value(field.type, rng, depth + 1)
            for field in fields
            if field.required or rng.random() < 0.5
        }
    )
