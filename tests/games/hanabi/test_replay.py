"""Tests of replays of Hanabi: a leader shows recorded games and tries other lines of play."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.hanabi import Deal, Discard, End, Ended, Options, PlayCard, RankClue
from protocol.v1.hanabi.replay import (
    MAX_BOARDS,
    HanabiReplayOwn,
    HanabiReplayPub,
    Load,
    Note,
    RecordedGame,
    Try,
)
from protocol.v1.replay import Finish, Finished, Rewind, Seek
from server.errors import IllegalAction
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.hanabi.replay import HANABI_REPLAY, HanabiReplay
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.dealt import THREE, TWO, does, game, move
from tests.games.replay.games import NAMES, TWO_PLAY, opened, record_of, recorded

WHOLE = recorded(ended=Ended(End.TERMINATED, 1), notes=(Note(0, 3, "save"), Note(1, 50, "pile")), id=77)
ORANGE = "Orange (3 Suits)"


def after_actions(state: HanabiReplay, *actions: Any) -> HanabiReplay:
    """Return the replay after the leader's actions; a tried move is written as `play 3`."""
    for action in actions:
        sent = Try(move(action)) if isinstance(action, str) else action
        state = HANABI_REPLAY.apply(state, 0, HANABI_REPLAY.effect(state, 0, sent))
    return state


def view_after(*actions: Any, of: HanabiReplay | None = None) -> HanabiReplayPub:
    """Return the public view after these actions."""
    return HANABI_REPLAY.pub(after_actions(of or opened(WHOLE), *actions))


def own(state: HanabiReplay, audience: Audience) -> HanabiReplayOwn:
    half = HANABI_REPLAY.own(state, audience)
    assert half is not None
    return half


# The record


def test_a_replay_begins_with_the_first_game_as_it_was_dealt() -> None:
    pub = view_after()
    assert (pub.file, pub.files_boards, pub.place, pub.at, pub.moves, pub.tried) == ("file", 1, 0, 0, 5, None)
    assert (pub.phase, pub.turn, pub.hands) == ("play", 0, game(*TWO).hands)
    assert (pub.players, pub.id) == (("Ann", "Bob"), 77)


def test_every_turn_shows_the_public_view_of_the_original_game() -> None:
    states = [game(*TWO)]
    for text in TWO_PLAY:
        states.append(does(states[-1], text))
    for at, state in enumerate(states):
        pub, then = view_after(*([Seek(0, at)] if at else [])), HANABI.pub(state)
        told = set(then.__struct_fields__) - {"deck", "seed", "options"}
        assert {name: getattr(pub, name) for name in told} == {name: getattr(then, name) for name in told}


def test_a_record_may_end_without_a_move() -> None:
    pub = view_after(Seek(0, 5))
    assert pub.result is not None
    assert (pub.phase, pub.result.end, pub.result.seat, pub.result.turns) == ("over", End.TERMINATED, 1, 5)


def test_a_record_may_stop_early() -> None:
    early = opened(recorded())
    assert (view_after(Seek(0, 4), of=early).phase, view_after(Seek(0, 4), of=early).moves) == ("play", 4)
    with pytest.raises(IllegalAction, match="this game has 4 moves, so move 5 cannot be shown"):
        after_actions(early, Seek(0, 5))


def test_going_back_and_on_again_shows_the_same() -> None:
    assert view_after(Seek(0, 4), Seek(0, 2)) == view_after(Seek(0, 2))
    assert view_after(*(Seek(0, at) for at in (1, 2, 3))) == view_after(Seek(0, 3))


def test_another_game_shows_its_own_players_notes_and_number() -> None:
    three = record_of(game(*THREE), ())
    pub = view_after(Seek(0, 3), Seek(1, 0), of=opened(WHOLE, three))
    assert (pub.place, pub.game_no, pub.players, pub.notes, pub.id) == (1, 2, NAMES[:3], (), None)
    assert pub.fates == {}


def test_notes_and_the_deck_are_public_from_the_beginning() -> None:
    pub = view_after()
    assert pub.notes == WHOLE.notes
    assert pub.deck == WHOLE.deal.deck


def test_cards_played_into_the_hole_stay_hidden_until_the_game_is_over() -> None:
    hole = game(*TWO, variant="Throw It in a Hole (5 Suits)")
    thrown = opened(recorded("play 0", of=hole, ended=Ended(End.TIMEOUT, 1)))
    assert view_after(Seek(0, 1), of=thrown).score is None
    assert view_after(Seek(0, 2), of=thrown).score == 1


@pytest.mark.parametrize(
    ("nowhere", "why"),
    [
        (Seek(1, 0), "expected a board from 0 to 0"),
        (Seek(0, 99), "move 99 cannot be shown"),
        (Seek(0, 0), "shown already"),
    ],
)
def test_no_position_beyond_the_file_can_be_shown(nowhere: Seek, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        after_actions(opened(WHOLE), nowhere)


# Tried lines


def test_another_move_leaves_the_record_which_stays_as_it_was() -> None:
    tried = after_actions(opened(WHOLE), Seek(0, 2), "discard 4")
    assert (HANABI_REPLAY.pub(tried).tried, HANABI_REPLAY.pub(tried).at, HANABI_REPLAY.pub(tried).moves) == (
        2,
        3,
        3,
    )
    assert HANABI_REPLAY.pub(tried).fates[4].how == "discarded"
    assert tried.boards == (WHOLE,)
    assert view_after(Seek(0, 3), of=tried) == view_after(Seek(0, 3))


def test_a_tried_line_draws_the_next_card_of_the_deck() -> None:
    tried = after_actions(opened(WHOLE), Seek(0, 2), "discard 4")
    assert tried.position == does(game(*TWO), *TWO_PLAY[:2], "discard 4")
    assert HANABI_REPLAY.pub(tried).hands[0][-1] == 11


def test_the_records_own_next_move_goes_along_the_record() -> None:
    pub = view_after(*TWO_PLAY)
    assert (pub.at, pub.tried, pub.moves) == (4, None, 5)


def test_a_line_is_gone_back_in_and_on_again() -> None:
    line = after_actions(opened(WHOLE), Seek(0, 2), "discard 4", "play 5")
    back = after_actions(line, Rewind(2))
    assert (HANABI_REPLAY.pub(back).at, HANABI_REPLAY.pub(back).moves, HANABI_REPLAY.pub(back).tried) == (
        2,
        4,
        2,
    )
    assert HANABI_REPLAY.pub(after_actions(back, Rewind(4))) == HANABI_REPLAY.pub(line)
    assert HANABI_REPLAY.pub(after_actions(back, "discard 4")) == HANABI_REPLAY.pub(
        after_actions(line, Rewind(3))
    )


def test_another_move_within_a_line_drops_what_came_after_it() -> None:
    pub = view_after(Seek(0, 2), "discard 4", "play 5", Rewind(2), "discard 3")
    assert (pub.at, pub.moves, 4 in pub.fates) == (3, 3, False)


def test_a_line_goes_on_where_the_record_stops() -> None:
    early = after_actions(opened(recorded()), Seek(0, 4), "play 2")
    assert (HANABI_REPLAY.pub(early).tried, HANABI_REPLAY.pub(early).at, HANABI_REPLAY.pub(early).score) == (
        4,
        5,
        3,
    )


def test_a_game_is_played_on_instead_of_its_end_without_a_move() -> None:
    pub = view_after(Seek(0, 4), "play 2")
    assert (pub.phase, pub.tried, pub.moves) == ("play", 4, 5)


def test_a_line_may_end_the_game() -> None:
    state = after_actions(opened(WHOLE), "play 4", "play 5", "play 3", "play 6", "play 2")
    pub = HANABI_REPLAY.pub(state)
    assert pub.result is not None and pub.result.end is End.STRIKEOUT
    with pytest.raises(IllegalAction, match="can be tried"):
        after_actions(state, "play 1")
    assert own(state, Seated(0)).legal_tries() == ()


@pytest.mark.parametrize(
    ("where", "tried", "why"),
    [
        (Seek(0, 1), "play 0", "not in your hand"),
        (Seek(0, 1), "discard 0", "not in your hand"),
        (Seek(0, 1), "rank 1 1", "to another player"),
        (Seek(0, 1), "color 0 1", "touch no card"),
        (Seek(0, 3), "color 0 9", "expected one of the 5 colours"),
        (Seek(0, 5), "play 2", "can be tried"),
    ],
)
def test_a_tried_move_is_judged_by_the_rules(where: Seek, tried: str, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        after_actions(opened(WHOLE), where, tried)


def test_only_a_tried_line_can_be_rewound() -> None:
    line = after_actions(opened(WHOLE), Seek(0, 2), "discard 4")
    for place in (1, 3, 4):
        with pytest.raises(IllegalAction, match=r"expected|shown already"):
            after_actions(line, Rewind(place))
    with pytest.raises(IllegalAction, match="there are no tried moves to rewind"):
        after_actions(opened(WHOLE), Rewind(0))


# Inverted suits


def test_the_leader_tries_a_players_move_and_the_line_holds_its_effect() -> None:
    inverted = game("c1 a1 a2 a3 a4", "b1 b2 b3 b4 b5", variant=ORANGE)
    assert inverted.variant.suits[2].inverted
    tried = after_actions(opened(record_of(inverted, ())), "discard 0")
    assert (tried.tried, HANABI_REPLAY.pub(tried).score) == ((PlayCard(0),), 1)


def test_trying_the_move_behind_a_recorded_effect_stays_in_the_record() -> None:
    inverted = game("c1 a1 a2 a3 a4", "b1 b2 b3 b4 b5", variant=ORANGE)
    record = opened(record_of(inverted, (PlayCard(0), RankClue(0, 1))))
    assert view_after("discard 0", of=record).tried is None
    assert view_after("play 0", of=record).tried == 0


# Views and decisions


def others() -> list[Audience]:
    return [AllHands(), Director(), Commentator(), Seated(1)]


def test_no_card_is_hidden_and_only_the_leader_has_a_decision() -> None:
    state = after_actions(opened(WHOLE), Seek(0, 2))
    assert HANABI_REPLAY.own(state, Public()) is None
    assert [own(state, audience) for audience in others()] == [HanabiReplayOwn()] * 4


@pytest.mark.parametrize("at", range(6))
def test_a_watcher_of_a_recorded_seat_sees_its_players_view(at: int) -> None:
    state = opened(WHOLE) if at == 0 else after_actions(opened(WHOLE), Seek(0, at))
    assert state.position is not None
    for seat in range(2):
        mine, then = own(state, Kibitzer(seat)), HANABI.own(state.position, Kibitzer(seat))
        assert then is not None
        told = [(half.seat, half.cards, half.plays, half.discards, half.clues) for half in (mine, then)]
        assert told[0] == told[1]
        assert not set(mine.cards) & set(state.position.hands[seat])


def test_a_player_that_did_not_see_a_hand_does_not_see_it_in_the_replay() -> None:
    blind = game(*THREE, characters="Blind Spot, Miser, Miser")
    mine = own(opened(record_of(blind, ())), Kibitzer(0))
    assert set(mine.cards) == set(blind.hands[2])


def test_a_seat_that_the_game_lacks_sees_nothing() -> None:
    assert own(opened(WHOLE), Kibitzer(4)) == HanabiReplayOwn()


def test_watchers_may_look_from_every_seat_of_the_games() -> None:
    assert HANABI_REPLAY.showing.recorded_seats
    assert HANABI_REPLAY.showing.eyes(opened(WHOLE, record_of(game(*THREE), ()))) == 3
    assert HANABI_REPLAY.showing.eyes(HanabiReplay()) == 6


def test_the_leader_sees_the_legal_moves_of_the_player_in_turn() -> None:
    state = after_actions(opened(WHOLE), Seek(0, 1))
    mine, turns = own(state, Seated(0)), own(state, Kibitzer(1))
    assert mine.seat is None and mine.cards == {}
    assert (mine.plays, mine.discards, mine.clues) == (turns.plays, turns.discards, turns.clues)
    assert Try(PlayCard(5)) in mine.legal_tries()
    assert turns.legal_tries() == ()


def test_the_leader_may_try_exactly_the_moves_that_the_view_lists() -> None:
    for at in (1, 3):
        state = after_actions(opened(WHOLE), Seek(0, at))
        offered = [HANABI_REPLAY.effect(state, 0, each) for each in own(state, Seated(0)).legal_tries()]
        assert offered == [each for each in HANABI_REPLAY.legal_actions(state, 0) if isinstance(each, Try)]


def test_only_the_leader_moves_a_replay_and_only_once_a_file_is_open() -> None:
    with pytest.raises(IllegalAction, match="only the leader"):
        HANABI_REPLAY.apply(opened(WHOLE), 1, Seek(0, 1))
    with pytest.raises(
        IllegalAction,
        match="only the leader can act in a replay, after its file was opened and before its end",
    ):
        HANABI_REPLAY.apply(HanabiReplay(), 0, Seek(0, 0))


def test_the_leader_ends_a_replay() -> None:
    ended = after_actions(opened(WHOLE), Seek(0, 2), Finish())
    assert (HANABI_REPLAY.result(ended), HANABI_REPLAY.to_act(ended), HANABI_REPLAY.pub(ended).finished) == (
        Finished(1),
        (),
        True,
    )
    assert own(ended, Seated(0)) == HanabiReplayOwn()


def test_for_a_leader_out_of_time_the_record_plays_itself() -> None:
    state, seen = opened(WHOLE, record_of(game(*THREE), ())), []
    while HANABI_REPLAY.to_act(state):
        seen.append((HANABI_REPLAY.pub(state).place, HANABI_REPLAY.pub(state).at))
        state = after_actions(state, HANABI_REPLAY.forced(state, 0))
    assert seen == [*((0, at) for at in range(6)), (1, 0)]
    assert HANABI_REPLAY.forced(after_actions(opened(WHOLE), "play 4"), 0) == Seek(0, 0)


# Files


def test_a_file_has_at_least_one_game_and_a_greatest_number() -> None:
    for games in ((), (WHOLE,) * (MAX_BOARDS + 1)):
        with pytest.raises(IllegalAction, match="expected 1 to 512 games"):
            HANABI_REPLAY.apply(HanabiReplay(), None, Load("", games))
    assert view_after(of=opened(*(WHOLE,) * MAX_BOARDS)).files_boards == MAX_BOARDS


def test_a_file_is_opened_once() -> None:
    with pytest.raises(IllegalAction, match="the file of this replay is open already"):
        HANABI_REPLAY.apply(opened(WHOLE), None, Load("", (WHOLE,)))


def test_a_game_is_of_a_known_variant_and_its_whole_deck() -> None:
    deck = WHOLE.deal.deck
    for options, cards in ((Options(players=2), deck[:9]), (Options(players=2, variant="Green"), deck)):
        with pytest.raises(IllegalAction, match=r"expected a deck of the 50 cards of No Variant|Green"):
            opened(RecordedGame(options=options, deal=Deal(cards)))


def test_an_illegal_recorded_move_is_refused_when_it_is_reached() -> None:
    spoilt = opened(record_of(game(*TWO), (PlayCard(0), Discard(0))))
    assert view_after(Seek(0, 1), of=spoilt).at == 1
    with pytest.raises(IllegalAction, match="not in your hand"):
        after_actions(spoilt, Seek(0, 2))
