"""The conformance tests of the contract of a game, run for every game of the registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import chain
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct, inspect

from protocol.v1.game_nouns import fields_with_sets
from server.errors import IllegalAction
from server.games.base import (
    AllHands,
    AnyGame,
    Audience,
    Commentator,
    Director,
    FieldResult,
    Kibitzer,
    Public,
    Seated,
    TableResults,
)
from server.games.registry import GAMES
from tests.games.of_state import game_of
from tests.games.random_games import (
    UPLOADS,
    PlayedDeal,
    action_pool,
    random_games,
    random_options,
    random_value,
)

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TRIES_A_STATE = 60
MOST_TRIED = 40
CODECS = [(each.encode, each.decode) for each in (msgspec.msgpack, msgspec.json)]


def deals_of(game: AnyGame) -> Iterator[PlayedDeal]:
    """Return the deals of all random games."""
    for played in random_games(game.name):
        yield from played.deals


def states_of(game: AnyGame) -> Iterator[Any]:
    """Return every state of all random games, including terminal states."""
    for deal in deals_of(game):
        yield from deal.states


def seated_states_of(game: AnyGame) -> Iterator[tuple[range, Any]]:
    """Return every state of all random games with each seat of its table."""
    for deal in deals_of(game):
        for state in deal.states:
            yield deal.seats, state


def audiences_at(seats: range) -> list[Audience]:
    """Return every possible audience."""
    lookers = [kind(seat) for kind in (Seated, Kibitzer) for seat in seats]
    return [Public(), *lookers, AllHands(), Director(), Commentator()]


def distinct(values: Iterable[Any]) -> int:
    """Return the number of different values."""
    return len({msgspec.json.encode(value) for value in values})


def kinds(actions: Any) -> set[type[Struct]]:
    """Return the structs of a union of actions."""
    return set(get_args(actions)) or {actions}


@cache
def needed(kind: type[Struct]) -> list[str]:
    """Return the names of the fields that have no default."""
    return [field.name for field in inspect.type_info(kind).fields if field.required]


def bare(action: Struct) -> Struct:
    """Return the action without its optional fields, such as an explanation."""
    return type(action)(**{name: getattr(action, name) for name in needed(type(action))})


def played_kinds(game: AnyGame) -> set[type[Struct]]:
    """Return the kinds of action that answer a decision, which are listed wherever they are legal."""
    return {type(action) for deal in deals_of(game) for seat, action in deal.log if seat is not None}


# The registry


def test_a_game_has_the_same_name_everywhere(game: AnyGame) -> None:
    assert GAMES[game.name] is game
    assert game.pub_type.__struct_config__.tag == game.name
    assert game.own_type.__struct_config__.tag == game.name


def test_a_game_has_a_revision(game: AnyGame) -> None:
    assert game.revision >= 1


def test_the_log_type_includes_all_actions_of_players_and_chance(game: AnyGame) -> None:
    assert kinds(game.action_type) <= kinds(game.log_action_type)
    assert {type(action) for deal in deals_of(game) for _, action in deal.log} <= kinds(game.log_action_type)
    assert played_kinds(game) <= kinds(game.action_type)


def test_every_struct_of_a_game_is_frozen_where_it_is_kept(game: AnyGame) -> None:
    for kept in (game.state_type, game.options_type, *kinds(game.log_action_type)):
        assert kept.__struct_config__.frozen, kept


def test_no_type_of_a_game_holds_a_set_which_has_another_order_in_each_process(game: AnyGame) -> None:
    types = (game.state_type, game.log_action_type, game.options_type, game.pub_type, game.own_type)
    assert fields_with_sets(*types) == ()


def test_seats_have_different_names(game: AnyGame) -> None:
    for played in random_games(game.name):
        names = game.seat_names(played.options)
        assert len(set(names)) == len(names) >= 1


# Options


def test_options_have_defaults_and_survive_json(game: AnyGame) -> None:
    options = msgspec.json.decode(b"{}", type=game.options_type)
    assert options == game.options_type()
    for seed in range(50):
        options = random_options(game, Random(seed))
        assert msgspec.convert(msgspec.to_builtins(options), game.options_type) == options
        assert msgspec.json.decode(msgspec.json.encode(options), type=game.options_type) == options


def test_options_that_do_not_exist_are_refused(game: AnyGame) -> None:
    with pytest.raises(msgspec.ValidationError, match="no_such_option"):
        msgspec.convert({"no_such_option": 1}, game.options_type)


def test_well_typed_options_start_a_game_or_are_refused_with_a_reason(game: AnyGame) -> None:
    rng = Random(1)
    for _ in range(200):
        options = random_value(inspect.type_info(game.options_type), rng)
        try:
            state = game.start(options)
        except IllegalAction as refusal:
            assert str(refusal)
        else:
            assert game.deal_due(state) or game.to_act(state)


# Seats to act


def test_a_deal_without_seats_to_act_or_a_deal_due_has_a_result(game: AnyGame) -> None:
    for deal in deals_of(game):
        *before, last = deal.states
        for state in before:
            assert game.deal_due(state) or game.to_act(state)
            assert game.result(state) is None
        assert not game.deal_due(last)
        assert game.to_act(last) == ()
        assert game.result(last) is not None


def test_no_seat_acts_while_a_deal_is_due(game: AnyGame) -> None:
    for state in states_of(game):
        if game.deal_due(state):
            assert game.to_act(state) == ()


def test_chance_deals_exactly_when_a_deal_is_due(game: AnyGame) -> None:
    for state in states_of(game):
        assert (game.chance(state, Random(1)) is not None) is game.deal_due(state)


def test_seats_to_act_are_different_seats_of_the_table(game: AnyGame) -> None:
    for seats, state in seated_states_of(game):
        acting = game.to_act(state)
        assert len(set(acting)) == len(acting)
        assert set(acting) <= set(seats)


def test_a_decision_goes_on_for_a_seat_when_another_seat_has_decided(
    game: AnyGame,
) -> None:
    for deal in deals_of(game):
        for before, (seat, action), after in zip(deal.states, deal.log, deal.states[1:], strict=False):
            waiting = {*game.to_act(before)} & {*game.to_act(after)} - {seat}
            if waiting:
                assert game.progress(after) == game.progress(before), (
                    f"{action} of seat {seat} ends the decision of {sorted(waiting)}"
                )


def test_a_seat_that_decides_twice_makes_two_decisions_of_different_names(game: AnyGame) -> None:
    for deal in deals_of(game):
        for before, (seat, action), after in zip(deal.states, deal.log, deal.states[1:], strict=False):
            if seat is not None and seat in game.to_act(after):
                assert game.progress(after) != game.progress(before), (seat, action)


# Legal actions


def test_a_seat_has_legal_actions_exactly_when_it_is_to_act(game: AnyGame) -> None:
    for seats, state in seated_states_of(game):
        for seat in seats:
            assert bool(game.legal_actions(state, seat)) is (seat in game.to_act(state))


def test_no_legal_action_is_enumerated_twice(game: AnyGame) -> None:
    for state in states_of(game):
        for seat in game.to_act(state):
            legal = game.legal_actions(state, seat)
            assert distinct(legal) == len(legal)


def test_every_enumerated_action_applies_and_leaves_the_old_state_as_it_was(game: AnyGame) -> None:
    """In a replay each position leads to all others: of so many actions some are drawn in each state."""
    encode, rng = msgspec.msgpack.encode, Random(game.name)
    for state in states_of(game):
        before = encode(state)
        for seat in game.to_act(state):
            legal = game.legal_actions(state, seat)
            for action in legal if len(legal) <= MOST_TRIED else rng.sample(list(legal), MOST_TRIED):
                after = game.apply(state, seat, action)
                assert type(after) is game.state_type
                assert encode(after) != before
        assert encode(state) == before


def test_every_other_action_is_judged_and_a_refused_one_changes_nothing(game: AnyGame) -> None:
    pool, enumerable, rng = action_pool(game.name), played_kinds(game), Random(game.name)
    refused = 0
    for seats, state in seated_states_of(game):
        before = msgspec.msgpack.encode(state)
        legal = {seat: game.legal_actions(state, seat) for seat in seats}
        for _ in range(TRIES_A_STATE):
            action = rng.choice(rng.choice(pool))
            seat = rng.choice((None, *seats, *game.to_act(state)))
            accepted = _accepts(state, seat, action)
            refused += not accepted
            if seat is None:
                assert game.deal_due(state) or not accepted, "chance acts only where a deal is due"
            elif type(action) in enumerable:
                assert accepted is (bare(action) in legal[seat]), (
                    f"seat {seat}, {action}: expected it to be accepted exactly if it is listed as legal;"
                    " an action in which an order means nothing sorts itself, as ADDING_A_GAME.md shows"
                )
        assert msgspec.msgpack.encode(state) == before
    assert refused > 0


def _accepts(state: Any, seat: int | None, action: Any) -> bool:
    """Return True if the action applies. Assert that a refusal gives a reason."""
    try:
        after = game_of(state).apply(state, seat, action)
    except IllegalAction as refusal:
        assert str(refusal)
        return False
    assert type(after) is type(state)
    return True


def test_players_do_not_deal_and_chance_does_not_play(game: AnyGame) -> None:
    for deal in deals_of(game):
        for state, (seat, action) in zip(deal.states, deal.log, strict=False):
            if seat is None:
                assert not any(_accepts(state, each, action) for each in deal.seats)
            else:
                assert not _accepts(state, None, action)


def test_the_forced_action_of_a_seat_out_of_time_is_legal(game: AnyGame) -> None:
    for state in states_of(game):
        for seat in game.to_act(state):
            forced = game.forced(state, seat)
            by_table = type(forced) not in kinds(game.action_type)
            assert _accepts(state, seat, forced) if by_table else forced in game.legal_actions(state, seat)


# Chance


def test_equal_random_sources_give_equal_deals_and_other_sources_other_deals(game: AnyGame) -> None:
    start = game.start(game.options_type())
    assert game.deal_due(start)
    assert game.chance(start, Random(1)) == game.chance(start, Random(1))
    assert distinct(game.chance(start, Random(seed)) for seed in range(20)) == 20


# Logs and states


def test_a_game_that_shows_records_has_an_example_of_an_upload(game: AnyGame) -> None:
    assert (game.showing is not None) == (game.name in UPLOADS)


@pytest.mark.parametrize(("encode", "decode"), CODECS)
def test_an_action_log_survives_encode_and_decode(game: AnyGame, encode: Any, decode: Any) -> None:
    for deal in deals_of(game):
        log = tuple((seat, decode(encode(action), type=game.log_action_type)) for seat, action in deal.log)
        assert log == deal.log


@pytest.mark.parametrize(("encode", "decode"), CODECS)
def test_a_state_survives_encode_and_decode(game: AnyGame, encode: Any, decode: Any) -> None:
    for state in states_of(game):
        assert decode(encode(state), type=game.state_type) == state


def test_a_result_survives_json(game: AnyGame) -> None:
    for deal in deals_of(game):
        result = game.result(deal.states[-1])
        assert msgspec.json.decode(msgspec.json.encode(result), type=type(result)) == result


def test_the_fold_of_the_log_equals_the_live_state(game: AnyGame) -> None:
    for played in random_games(game.name):
        state = game.start(played.options)
        for deal in played.deals:
            assert state == deal.base
            state = reduce(lambda at, entry: game.apply(at, *entry), deal.log, state)
            assert state == deal.states[-1]
            state = game.carry(state)


def test_the_fold_from_a_stored_base_and_a_stored_log_equals_the_live_state(game: AnyGame) -> None:
    encode, decode = msgspec.msgpack.encode, msgspec.msgpack.decode
    for deal in deals_of(game):
        state = decode(encode(deal.base), type=game.state_type)
        for at, (seat, action) in enumerate(deal.log):
            assert state == deal.states[at]
            state = game.apply(state, seat, decode(encode(action), type=game.log_action_type))
        assert state == deal.states[-1]


def test_a_carried_state_starts_the_next_deal_or_ends_the_game(game: AnyGame) -> None:
    begun = 0
    for played in random_games(game.name):
        for deal in played.deals:
            following = game.carry(deal.states[-1])
            assert type(following) is game.state_type
            assert game.result(following) is None
            begun += game.deal_due(following) or bool(game.to_act(following))
    assert begun > 0


def test_under_its_default_options_a_game_goes_on_to_a_second_deal(game: AnyGame) -> None:
    played = [each for each in random_games(game.name) if each.options == game.options_type()]
    assert any(len(each.deals) > 1 for each in played)


# Comparisons


def test_a_finished_deal_has_a_result_to_compare_that_survives_both_codecs(game: AnyGame) -> None:
    sharing = game.sharing
    for played in random_games(game.name) if sharing is not None else ():
        assert sharing is not None
        known: dict[int, Any] = {}
        for deal in played.deals:
            assert dict(sharing.results(deal.states[0])) == known
            known = dict(sharing.results(deal.states[-1]))
            for encode, decode in CODECS:
                assert decode(encode(known), type=dict[int, sharing.result_type]) == known
        assert len(known) == len(played.deals)


def test_the_comparison_of_two_tables_by_each_scoring_survives_json(game: AnyGame) -> None:
    comparing, sharing = game.comparing, game.sharing
    for played in random_games(game.name) if comparing is not None else ():
        assert comparing is not None and sharing is not None
        deals = [action for deal in played.deals for seat, action in deal.log if seat is None]
        known = dict(sharing.results(played.deals[-1].states[-1]))
        names = game.seat_names(played.options)
        tables = [TableResults(name, names, known) for name in ("A", "B")]
        try:
            sharing.check(played.options, tuple(deals))
        except IllegalAction as refusal:
            assert str(refusal)
            continue
        for scoring in comparing.scorings:
            comparison = comparing.compare(deals, tables, scoring)
            encoded = msgspec.json.encode(comparison)
            assert msgspec.json.decode(encoded, type=comparing.comparison_type) == comparison
            assert msgspec.json.decode(encoded)["game"] == game.name
        with pytest.raises(IllegalAction):
            comparing.compare(deals, tables, "no such scoring")


def test_an_event_compares_the_finished_deals_of_two_tables_by_each_scoring(game: AnyGame) -> None:
    competing = game.competing
    for played in random_games(game.name) if competing is not None else ():
        assert competing is not None
        sides = competing.sides(played.options)
        seats = sorted(seat for side in sides for seat in side)
        assert seats == list(range(len(seats)))
        known = dict(competing.results(played.deals[-1].states[-1]))
        if not known or len(sides) > 2:
            continue
        for each in known.values():
            assert all(type(number) is int for number in competing.comparable(each))
        for encode, decode in CODECS:
            assert decode(encode(known), type=dict[int, competing.result_type]) == known
        number, result = next(iter(known.items()))
        entries = [tuple(f"{table}{side}" for side in range(len(sides))) for table in "ab"]
        field = [FieldResult(number, each, result) for each in (*entries, entries[0][::-1])]
        for scoring in competing.scorings:
            scored = competing.scored(field, scoring, {})
            assert [each is None or len(each.points) == len(sides) for each in scored] == [True] * 3
            assert any(each is not None for each in scored)
            if scoring not in competing.in_matches:
                first, second, _ = scored
                assert first is not None and second is not None and first.points == second.points
        for scale in competing.scales:
            own, others = competing.victory_points(Fraction(), 8, scale)
            assert own == others


def test_after_the_last_deal_every_action_is_refused(game: AnyGame) -> None:
    last = [played.deals[-1] for played in random_games(game.name)]
    carried = [(deal.seats, game.carry(deal.states[-1])) for deal in last]
    ended = [(seats, state) for seats, state in carried if not (game.deal_due(state) or game.to_act(state))]
    assert ended or game.showing is not None, (
        "expected a random game to come to its end, as all but replays do"
    )
    for seats, end in ended:
        for action in chain(*action_pool(game.name)):
            assert not any(_accepts(end, seat, action) for seat in (None, *seats))


# Views


def test_the_public_half_is_the_games_own_struct_and_survives_both_codecs(game: AnyGame) -> None:
    for state in states_of(game):
        pub = game.pub(state)
        assert type(pub) is game.pub_type
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(pub), type=game.pub_type) == pub
        assert msgspec.json.decode(msgspec.json.encode(pub), type=game.pub_type) == pub


def test_every_audience_but_the_public_has_a_half_of_its_own_that_survives_both_codecs(game: AnyGame) -> None:
    for seats, state in seated_states_of(game):
        for audience in audiences_at(seats):
            own = game.own(state, audience)
            if isinstance(audience, Public):
                assert own is None
                continue
            assert type(own) is game.own_type
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(own), type=game.own_type) == own
            assert msgspec.json.decode(msgspec.json.encode(own), type=game.own_type) == own


def test_a_view_is_a_function_of_the_state_alone(game: AnyGame) -> None:
    for seats, state in seated_states_of(game):
        again = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=game.state_type)
        assert game.pub(again) == game.pub(state)
        for audience in audiences_at(seats):
            assert game.own(again, audience) == game.own(state, audience)


def test_every_action_shows_in_some_view(game: AnyGame) -> None:
    for deal in deals_of(game):
        for before, after in zip(deal.states, deal.states[1:], strict=False):
            owns = [
                (game.own(before, audience), game.own(after, audience))
                for audience in audiences_at(deal.seats)
            ]
            assert game.pub(before) != game.pub(after) or any(old != new for old, new in owns)
