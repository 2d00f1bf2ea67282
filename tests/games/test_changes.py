"""The changes that a move lists are the differences of the views before and after it, byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1 import bridge, spades
from protocol.v1.spades import PRESETS, Deal, MakeBid, PlayCard
from protocol.v1.view import difference
from server.games.base import AnyGame, Seated
from server.games.bridge import match
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, MatchScore
from server.games.registry import GAMES
from server.games.spades.rules import SPADES
from tests.games.random_games import PlayedGame, play_deal, play_game, random_games

ORDINARY = {"bridge": 0.5, "spades": 0.5, "hanabi": 0.5}
"""The least share of moves whose changes each game lists."""


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def compare(game: AnyGame, before: object, after: object, action: object) -> bool:
    """Assert that the listed changes are those of the views; return False if none are listed."""
    listed = game.changes(before, after, action)
    if listed is None:
        return False
    assert packed(listed.public) == packed(difference(game.pub(before), game.pub(after))), action
    for seat, fields in enumerate(listed.own):
        old, new = game.own(before, Seated(seat)), game.own(after, Seated(seat))
        assert old is not None and new is not None
        assert packed(fields) == packed(difference(old, new)), (seat, action)
    assert game.to_act(before) == (() if listed.actor is None else (listed.actor,))
    assert game.to_act(after) == (() if listed.next_actor is None else (listed.next_actor,))
    for state in (before, after):
        if listed.ordinary:
            assert game.result(state) is None and not game.deal_due(state)
        assert not (game.disputed(state) or game.calls_director(state)) and game.prove(state) is None
    assert listed.actor is None or game.progress(before) != game.progress(after)
    return True


def share_of_listed(game: AnyGame, games: Iterable[PlayedGame]) -> float:
    """Compare the listed changes of all moves; return the share of moves whose changes are listed."""
    found = Counter[bool]()
    for played in games:
        for deal in played.deals:
            for at, (seat, action) in enumerate(deal.log):
                listed = compare(game, deal.states[at], deal.states[at + 1], action)
                if seat is not None:
                    found[listed] += 1
    return found[True] / found.total() if found else 0


@pytest.mark.parametrize("name", GAMES)
def test_listed_changes_equal_the_differences_of_the_views(name: str) -> None:
    assert share_of_listed(GAMES[name], random_games(name)) >= ORDINARY.get(name, 0)


BRIDGE_DEALS = 5
"""The number of deals of each game of bridge below; a chukker of Chicago has four."""


def bridge_games(options: dict[str, object], games: int = 8) -> list[PlayedGame]:
    table = msgspec.convert(options, bridge.Options)
    return [play_game(BRIDGE, table, Random(seed), BRIDGE_DEALS) for seed in range(games)]


def kinds_listed(games: Iterable[PlayedGame]) -> dict[str, set[bool]]:
    """Compare the listed changes; return for each kind of move if all, some or none are listed."""
    found: dict[str, set[bool]] = {}
    for played in games:
        for deal in played.deals:
            for before, after, (_, action) in zip(deal.states, deal.states[1:], deal.log, strict=False):
                over = BRIDGE.result(after) is not None
                kind = "end" if over else action.__struct_config__.tag
                found.setdefault(kind, set()).add(compare(BRIDGE, before, after, action))
    return found


ALL_LISTED = {"deal": {True}, "call": {True}, "play": {True}, "end": {True}}
DEALS_LISTED = {"deal": {True}, "call": {False}, "play": {False}, "end": {False}}


@pytest.mark.parametrize(
    "options",
    [
        {"undo": "none"},
        {"undo": "law25"},
        {"undo": "consent"},
        {"scoring": "total"},
        {"scoring": "rubber"},
        {"scoring": "rubber", "boards": 4, "unfinished_part": 50},
        {"scoring": "chicago"},
        {"scoring": "chicago", "chicago": "duplicate", "chicago_vulnerable": "opponents"},
        {"screens": True, "own_card": True, "stop_ms": 5_000, "first_board": 14},
        {"explains": "partner"},
    ],
    ids=str,
)
def test_bridge_lists_every_deal_and_every_call_and_card_without_remarks(options: dict[str, object]) -> None:
    assert kinds_listed(bridge_games(options)) == ALL_LISTED


@pytest.mark.parametrize(
    "options",
    [{"look_back": "law"}, {"review": False}, {"dummy_sees": True}],
    ids=lambda each: next(iter(each)),
)
def test_bridge_lists_only_deals_where_options_change_what_stays_visible(options: dict[str, object]) -> None:
    assert kinds_listed(bridge_games(options)) == DEALS_LISTED


def test_bridge_lists_all_but_the_lead_that_lies_face_down() -> None:
    kinds = kinds_listed(bridge_games({"face_down_lead": True}))
    assert kinds == {**ALL_LISTED, "play": {True, False}, "no_questions": {False}}


def test_bridge_lists_the_deal_after_a_cut_but_nothing_where_players_wait() -> None:
    cut = {"scoring": "chicago", "partners": "cut"}
    assert kinds_listed(bridge_games(cut)) == ALL_LISTED | {"cut": {False}}
    kinds = kinds_listed(bridge_games(cut | {"waiting": 2}, games=2))
    assert kinds == {kind: {False} for kind in (*ALL_LISTED, "cut")}


@pytest.mark.parametrize("scoring", ["duplicate", "total", "rubber", "chicago"])
def test_bridge_lists_a_passed_out_board(scoring: Any) -> None:
    at = BRIDGE.start(bridge.Options(scoring=scoring))
    state = dealt = BRIDGE.apply(at, None, deal_of(at, 1))
    for _ in range(4):
        state, before = BRIDGE.apply(state, BRIDGE.to_act(state)[0], PASS), state
        assert compare(BRIDGE, before, state, PASS)
    assert BRIDGE.result(state) == bridge.Result(score_ns=0)
    assert compare(BRIDGE, at, dealt, deal_of(at, 1))


@pytest.mark.parametrize("there", [{1: 420, 2: -50, 3: 90}, {2: 100}, {}], ids=len)
def test_bridge_lists_each_board_of_a_match(there: dict[int, int]) -> None:
    state, rng = BRIDGE.start(bridge.Options(undo="law25")), Random(7)
    state = BRIDGE.rule(state, match.Paired("open", "other"), 0)
    for number, points in there.items():
        state = BRIDGE.rule(state, match.ScoreReported(number, MatchScore(points)), 0)
    deals = []
    for _ in range(3):
        deals.append(play_deal(range(4), state, rng))
        state = BRIDGE.carry(deals[-1].states[-1])
    assert kinds_listed([PlayedGame(None, tuple(deals))]) == ALL_LISTED


def test_bridge_lists_an_uploaded_deal_with_its_own_number_dealer_and_vulnerability() -> None:
    state = BRIDGE.start(bridge.Options())
    for number in (1, 6, 15, 1):
        deal = deal_of(BRIDGE.start(bridge.Options(first_board=number)), number)
        deal = replace(deal, dealer=bridge.Seat.WEST, vulnerable=bridge.Vulnerability.EW)
        dealt = BRIDGE.apply(state, None, deal)
        assert compare(BRIDGE, state, dealt, deal)
        for _ in range(4):
            dealt, before = BRIDGE.apply(dealt, BRIDGE.to_act(dealt)[0], PASS), dealt
            assert compare(BRIDGE, before, dealt, PASS)
        state = BRIDGE.carry(dealt)


def test_bridge_lists_all_boards_of_a_table_that_keeps_no_more_results() -> None:
    """A table keeps 32 results, and its 34th board ends with two of them gone."""
    played = play_game(BRIDGE, bridge.Options(), Random(3), deals=35)
    assert kinds_listed([played]) == ALL_LISTED


def test_bridge_lists_calls_after_a_call_was_taken_back() -> None:
    options = bridge.Options(undo="law25")
    state = BRIDGE.apply(at := BRIDGE.start(options), None, deal_of(at, 2))
    rng = Random(11)
    for number in range(40):
        seat = BRIDGE.to_act(state)[0]
        if number % 3 == 2 and "undo" in may(state, caller := (seat + 3) % 4):
            state = BRIDGE.apply(state, caller, bridge.Undo())
            continue
        action = rng.choice(BRIDGE.legal_actions(state, seat)[:3])
        state, before = BRIDGE.apply(state, seat, action), state
        assert compare(BRIDGE, before, state, action)
    assert state.retracted


def test_bridge_lists_nothing_while_the_director_is_called() -> None:
    state = BRIDGE.apply(at := BRIDGE.start(bridge.Options()), None, deal_of(at, 4))
    for call in (bridge.Call.ONE_NOTRUMP, bridge.Call.PASS, bridge.Call.PASS, bridge.Call.PASS):
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], bridge.MakeCall(call))
    leader = BRIDGE.to_act(state)[0]
    state = BRIDGE.apply(state, leader, BRIDGE.legal_actions(state, leader)[0])
    state = BRIDGE.apply(state, leader, bridge.Claim(0))
    state = BRIDGE.apply(state, (leader + 2) % 4, bridge.Vote(False))
    assert BRIDGE.calls_director(state)
    seat = BRIDGE.to_act(state)[0]
    action = BRIDGE.legal_actions(state, seat)[0]
    assert not compare(BRIDGE, state, BRIDGE.apply(state, seat, action), action)


PASS = bridge.MakeCall(bridge.Call.PASS)


def deal_of(state: BridgeState, seed: int) -> bridge.Deal:
    deal = BRIDGE.chance(state, Random(seed))
    assert isinstance(deal, bridge.Deal)
    return deal


def may(state: BridgeState, seat: int) -> tuple[str, ...]:
    own = BRIDGE.own(state, Seated(seat))
    return own.may or () if own is not None else ()


@pytest.mark.parametrize("preset", PRESETS)
def test_spades_lists_more_than_nine_moves_of_ten_under_each_preset(preset: spades.Preset) -> None:
    options = spades.Options(preset=preset)
    games = [play_game(SPADES, options, Random(seed), deals=3) for seed in range(10)]
    assert share_of_listed(SPADES, games) > 0.9


def unlisted(game: AnyGame, games: Iterable[PlayedGame]) -> list[tuple[Any, Any]]:
    """Compare the listed changes of all deals and moves; return what is not listed.

    Returns the state before each deal or move that is not listed, and the deal or move.
    """
    return [
        (deal.states[at], action)
        for played in games
        for deal in played.deals
        for at, (_, action) in enumerate(deal.log)
        if not compare(game, deal.states[at], deal.states[at + 1], action)
    ]


def spades_games(options: spades.Options, games: int = 6, deals: int = 3) -> list[PlayedGame]:
    return [play_game(SPADES, options, Random(seed), deals) for seed in range(games)]


@pytest.mark.parametrize("preset", PRESETS)
def test_spades_lists_every_deal_and_every_card_under_each_preset(preset: spades.Preset) -> None:
    left = unlisted(SPADES, spades_games(spades.Options(preset=preset)))
    assert not [action for _, action in left if isinstance(action, Deal | PlayCard)]


@pytest.mark.parametrize(
    ("players", "sides"),
    [(2, "solo"), (3, "solo"), (4, "pairs"), (4, "solo"), (5, "solo"), (6, "pairs"), (6, "solo")],
)
def test_spades_lists_every_deal_and_every_card_at_each_size_of_table(
    players: int, sides: Literal["pairs", "solo"]
) -> None:
    left = unlisted(SPADES, spades_games(spades.Options(players=players, sides=sides)))
    assert not [action for _, action in left if isinstance(action, Deal | PlayCard)]


@pytest.mark.parametrize(
    "options",
    [
        spades.Options(blind_nil_behind=0),
        spades.Options(blind_bid=4, blind_bid_behind=0),
        spades.Options(blind_after_first=True, blind_nil_behind=0),
        spades.Options(first_hand_bids_itself=True),
        spades.Options(first_leader="low_club", first_trick="low_club"),
        spades.Options(first_leader="high_bid"),
        spades.Options(jokers="jjdd", lead_spades="discarded"),
    ],
    ids=lambda options: " ".join(
        name for name, value in msgspec.structs.asdict(options).items() if value is not None
    ),
)
def test_spades_lists_every_deal_and_every_card_under_rules_that_change_them(options: spades.Options) -> None:
    left = unlisted(SPADES, spades_games(options))
    assert not [action for _, action in left if isinstance(action, Deal | PlayCard)]


def test_spades_lists_every_bid_of_players_that_see_their_hands() -> None:
    left = unlisted(SPADES, spades_games(spades.Options(blind_nil=0)))
    assert not [action for _, action in left if isinstance(action, MakeBid)]


def test_the_last_card_of_a_hand_is_listed_when_the_oldest_result_is_dropped_and_when_a_side_wins() -> None:
    long = spades.Options(rounds=40, target=0, floor=0, blind_nil=0, nil=0)
    games = spades_games(long, games=1, deals=40)
    assert len(games[0].deals) == 40
    assert SPADES.carry(games[0].deals[-1].states[-1]).winner is not None
    assert unlisted(SPADES, games) == []
