"""Tests of a replay of Spades at the terminal: the leader's lines step all watchers through the record."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from bots.sheets.rights import Rights
from bots.spades.client import SpadesReplayClient
from bots.spades.terminal.replay import SpadesReplaySheet, place_words
from bots.spades.view import SpadesView
from protocol.v1.replay import Finish, Rewind, Seek
from protocol.v1.spades import Bid, MakeBid, PlayCard, Reveal
from protocol.v1.spades.replay import Try
from server.games.base import Audience, Public, Seated
from server.games.spades.replay import SPADES_REPLAY, SpadesReplay
from tests.games.replay.hands import opened, recorded

WHOLE = replace(recorded(blind_nil=0), table="Club night")
BLIND = recorded(4, blind_nil_behind=0)
LEADER = Seated(0)


def led(*actions: Any) -> SpadesReplay:
    """Return the replay of two hands after these actions of the leader."""
    state = opened(WHOLE, BLIND, title="club.json")
    for action in actions:
        state = SPADES_REPLAY.apply(state, 0, action)
    return state


def view(state: SpadesReplay, audience: Audience = LEADER) -> SpadesView:
    own = SPADES_REPLAY.own(state, audience)
    if audience == LEADER and own is not None and not state.finished:
        own.decision = "0.0"
    return SpadesView("t", SPADES_REPLAY.pub(state), own)


def sheet(*actions: Any, audience: Audience = LEADER) -> SpadesReplaySheet:
    state = led(*actions)
    return SpadesReplaySheet(view(state, audience), SPADES_REPLAY.pub(state))


def told(before: tuple[Any, ...] | None, *actions: Any) -> list[str]:
    known = None if before is None else view(led(*before))
    return list(sheet(*actions).events(known))


@pytest.mark.parametrize(
    ("before", "typed", "done"),
    [
        ((), "n", Seek(0, 1)),
        ((Seek(0, 3),), "b", Seek(0, 2)),
        ((), "last", Seek(0, 56)),
        ((), "nn", Seek(1, 0)),
        ((), "hand 2", Seek(1, 0)),
        ((Try(MakeBid(Bid(2))), Try(MakeBid(Bid(3)))), "b", Rewind(1)),
        ((Try(MakeBid(Bid(2))),), "r", Seek(0, 0)),
        ((), "finish", Finish()),
        ((), "4", Try(MakeBid(Bid(4)))),
        ((), "nil", Try(MakeBid(Bid(nil=True)))),
        ((Seek(1, 0),), "reveal", Try(Reveal())),
        ((Seek(1, 0),), "blind nil", Try(MakeBid(Bid(nil=True, blind=True)))),
    ],
)
def test_each_command_of_a_leader_is_read_as_its_step(before: tuple[Any, ...], typed: str, done: Any) -> None:
    assert sheet(*before).read_lead(typed) == done


def test_a_card_of_the_player_on_turn_is_tried() -> None:
    cards = sheet(Seek(0, 4))
    card = SPADES_REPLAY.tries(led(Seek(0, 4)).position)[0].move
    assert isinstance(card, PlayCard)
    assert cards.read_lead(card.card.value) == Try(card)
    assert any(card.card.value in line for line in cards.list_leads() if line.startswith("to try: "))


@pytest.mark.parametrize(
    ("before", "typed", "why"),
    [
        ((), "b", "the replay is at its beginning"),
        ((), "hand 3", "a hand from 1 to 2"),
        ((), "fourteen", "expected a bid such as 4"),
        ((Seek(0, 56),), "SA", "the hand is over: there is no move to try"),
    ],
)
def test_a_line_that_leads_nowhere_is_answered_with_the_reason(
    before: tuple[Any, ...], typed: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        sheet(*before).read_lead(typed)


def test_only_the_leader_tries_moves() -> None:
    with pytest.raises(ValueError, match="only the leader can step through a replay"):
        sheet(audience=Public()).read_lead("4")


def test_the_drawing_shows_all_hands_and_the_place_in_the_file() -> None:
    console = Console(file=io.StringIO(), width=120)
    console.print(sheet(Seek(0, 4)).draw({}))
    drawn = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert "club.json, hand 1 of 2 (Club night), move 4 of 56" in drawn
    assert drawn.count("♠") >= 4, "expected a line of spades for each of the four hands"


def test_steps_forward_are_told_as_bids_and_cards_and_other_steps_as_places() -> None:
    first = WHOLE.moves[0].action
    assert isinstance(first, MakeBid)
    assert told((), Seek(0, 1)) == [f"East bids {first.bid}"]
    assert told((Seek(0, 9),), Seek(0, 9), Seek(0, 3)) == [
        "(club.json, hand 1 of 2 (Club night), move 3 of 56)"
    ]
    assert told((), Seek(1, 0))[-1] == f"({place_words(SPADES_REPLAY.pub(led(Seek(1, 0))))})"
    assert told((), Finish())[-1] == "The leader has ended the replay"
    assert "the player" not in " ".join(told(None))


def test_a_terminal_gets_the_sheet_of_a_replay_with_the_recorded_names() -> None:
    state = led()
    shown = SpadesReplayClient().sheet(view(state), None)  # type: ignore[arg-type]  # the sheet asks nothing
    assert isinstance(shown, SpadesReplaySheet)
    assert shown.recorded == ("Ann", "Bob", "Cid", "Eva")
    assert list(shown.commands(Rights()))
