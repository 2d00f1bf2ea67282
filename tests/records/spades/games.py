"""Games of Spades played at random, as records, for the tests of the format."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from protocol.v1.spades import Options, Reveal, Rules
from server.games.spades.bidding import has_looked
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records.json_text.items import Item
from server.records.spades import dumps, games, read
from server.records.spades.from_game import Finished, record_of
from server.records.spades.record import GameRecord
from server.records.spades.validate import validate
from tests.games.random_games import play_deal

NAMES = ("Ann", "Bob", "Cid", None, "Eva", "Fay")
PLAYERS = ("Ann", "Bob", None, "Dan")
BEGAN_MS, HAND_MS = 1_700_000_000_000, 240_000
BLIND = {"blind_nil_behind": 0, "blind_nils": 2, "nil_pass": 1, "blind_bid": 4, "blind_bid_behind": 0}


def game(seed: int, hands: int = 3, options: Options | None = None, **said: Any) -> GameRecord:
    """Return the record of a game played at random: its first hands, or all hands until it ends."""
    rng, state = Random(seed), SPADES.start(options or Options(**said))
    players = state.rules.players
    played = []
    while len(played) < hands and SPADES.deal_due(state):
        ended = play_deal(range(players), _looked_into(state, rng), rng).states[-1]
        began_ms = BEGAN_MS + len(played) * HAND_MS
        played.append(Finished(ended, NAMES[:players], began_ms, began_ms + HAND_MS - 1))
        state = SPADES.carry(ended)
    return record_of(played, "t1", "Club night")


def long_game(seed: int, hands: int, **said: Any) -> GameRecord:
    """Return a game of so many hands, whatever is won and lost in them."""
    return game(seed, hands, **{"floor": 0, "target": 9_000, **said})


def _looked_into(state: SpadesState, rng: Random) -> SpadesState:
    """Return the state after a deal and after some looks of players that may bid blind."""
    deal = SPADES.chance(state, rng)
    assert deal is not None
    state = SPADES.apply(state, None, deal)
    for seat in rng.sample(range(state.rules.players), 2):
        if state.phase == "bidding" and not has_looked(state, seat):
            state = SPADES.apply(state, seat, Reveal())
    return state


def finished_hands(count: int) -> list[SpadesState]:
    """Return the states at the end of the first hands of a game that is played at random."""
    rng, state = Random(1), SPADES.start(Options(floor=0, target=9_000))
    ends = []
    for _ in range(count):
        ends.append(play_deal(range(4), state, rng).states[-1])
        state = SPADES.carry(ends[-1])
    return ends


def plain(record: GameRecord) -> dict[str, Any]:
    """Return the record as plain JSON data, to be changed."""
    data: dict[str, Any] = json.loads(dumps([record]))
    return data


def hand_of(data: dict[str, Any], place: int = 0) -> dict[str, Any]:
    """Return the plain data of one hand of a game, to be changed."""
    hand: dict[str, Any] = data["hands"][place]
    return hand


def fault(data: object) -> str:
    """Return the error about plain data without its place, or ""."""
    return first_fault(json.dumps(data)).partition(": ")[2]


def first_fault(text: str | bytes) -> str:
    """Return the error about the first game of a file with its place, or ""."""
    item = next(iter(games(text)))
    return _judged(item)


def _judged(item: Item) -> str:
    found = validate(read(item))
    return "" if found is None else item.fault(found.error, found.path)


VARIANTS: tuple[dict[str, Any], ...] = (
    *({"preset": preset} for preset in ("classic", "seed", "mirror", "whiz", "suicide", "solo")),
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 6},
    {"players": 6, "sides": "solo"},
    {"jokers": "jjdd"},
    {"players": 2, "jokers": "jjdd"},
    BLIND,
    {"first_hand_bids_itself": True, "bag_penalty_to": "opponents", "bag_limit": 2},
)


def short_text(record: GameRecord) -> str:
    """Return the text of a game in few characters: without blanks, unknown values and usual rules."""
    usual = msgspec.to_builtins(Rules())
    fields = json.loads(dumps([record]))
    fields["rules"] = {name: value for name, value in fields["rules"].items() if usual[name] != value}
    fields["hands"] = [_known(hand) for hand in fields["hands"]]
    for hand in fields["hands"]:
        hand["bids"] = [{name: bid[name] for name in bid if bid[name] is not False} for bid in hand["bids"]]
    return json.dumps(_known(fields), separators=(",", ":"))


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    empty = (None, "", [])
    return {name: value for name, value in fields.items() if value not in empty and name != "began"}
