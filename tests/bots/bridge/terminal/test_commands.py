"""Tests of the lines that a person types at a bridge seat and beside the table."""

from __future__ import annotations

import pytest

from bots.bridge.terminal.answers import list_answers, read_answer
from bots.bridge.terminal.commands import list_commands, read_command
from bots.bridge.terminal.rulings import read_ruling
from bots.sheets.sanitize import printable
from bots.terminal.talk import read_talk, said_words
from protocol.v1.bridge import (
    Action,
    ArtificialScore,
    Ask,
    AssignScore,
    AwardTricks,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Contract,
    Explain,
    Grant,
    LayCard,
    MakeCall,
    Outcome,
    PlayGoesOn,
    PlayOn,
    RollBack,
    Ruling,
    Seat,
    Strain,
    Undo,
    UndoAsked,
    Vote,
    Vulnerability,
)
from protocol.v1.updates import Said

PUB = BridgePub(
    board=1,
    dealer=Seat.NORTH,
    vulnerable=Vulnerability.NONE,
    phase="play",
    calls={},
    plays={},
    tricks=(4, 2),
)
OWN = BridgeOwn(seat=Seat.SOUTH, undos={1: UndoAsked("a slip", 3, 0)})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim 5 drawing trumps", Claim(5, "drawing trumps")),
        ("claim 5: drawing trumps", Claim(5, "drawing trumps")),
        ("claim", Claim(7)),
        ("Claim the rest is high", Claim(7, "the rest is high")),
        ("concede", Claim(0)),
        ("concede 2", Claim(5)),
        ("accept", Vote(accept=True)),
        ("refuse", Vote(accept=False)),
        ("play on", PlayOn()),
        ("undo", Undo()),
        ("undo a slip of the mouse", Undo("a slip of the mouse")),
        ("grant", Grant(Seat.EAST, accept=True)),
        ("deny e", Grant(Seat.EAST, accept=False)),
        ("ask 1", Ask(0)),
        ("ask 3 how strong?", Ask(2, "how strong?")),
        ("explain 2 both majors", Explain(1, "both majors")),
        ("card Acol: 12-14 notrump", LayCard("Acol", "12-14 notrump")),
    ],
)
def test_each_command_is_read_as_its_action(typed: str, meant: Action) -> None:
    assert read_command(typed, PUB, OWN) == meant


@pytest.mark.parametrize("typed", ["1NT", "SA", "p", "x", "7♦", "10h", ""])
def test_calls_and_cards_are_not_read_as_commands(typed: str) -> None:
    assert read_command(typed, PUB, OWN) is None


@pytest.mark.parametrize(
    ("typed", "objection"),
    [
        ("concede 8", "at most 7 tricks"),
        ("play SA", "type a card alone"),
        ("grant w", "expected the opponent who asked for the undo"),
        ("ask", "expected the number of a call"),
        ("ask 0", "counted from 1"),
        ("explain 2", "expected the meaning of the call"),
        ("card Acol", "expected `card NAME: text`"),
    ],
)
def test_an_incomplete_command_is_refused_with_an_example(typed: str, objection: str) -> None:
    with pytest.raises(ValueError, match=objection):
        read_command(typed, PUB, OWN)


def test_grant_is_refused_if_no_opponent_has_asked_for_an_undo() -> None:
    with pytest.raises(ValueError, match="no opponent has asked"):
        read_command("grant", PUB, BridgeOwn(seat=Seat.SOUTH))


def test_a_call_may_be_alerted_and_explained() -> None:
    own = BridgeOwn(calls=(Call.PASS,))
    alerted = MakeCall(Call.ONE_NOTRUMP, alert=True, explanation="15-17 balanced")
    assert read_answer("1NT! 15-17 balanced", own) == alerted
    assert read_answer("2c!", own) == MakeCall(Call.TWO_CLUBS, alert=True)
    assert read_answer("2c: natural: clubs", own) == MakeCall(Call.TWO_CLUBS, explanation="natural: clubs")


def test_the_list_has_the_commands_that_are_possible_now() -> None:
    assert list_answers(BridgeOwn(votes=(True, False))) == "accept refuse"
    assert list_answers(BridgeOwn(play_on=True)) == "play on"
    assert [line.split()[0] for line in list_commands(BridgeOwn(may=("claim", "grant")))] == [
        "claim",
        "grant",
    ]
    assert list(list_commands(None)) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tricks 9", AwardTricks(9)),
        ("tricks 9 board 4: a trump was out", AwardTricks(9, 4, "a trump was out")),
        ("back 3", RollBack(3)),
        ("back 3 calls", RollBack(3)),
        ("back 5 calls 2 cards: misinformed", RollBack(5, 2, "misinformed")),
        ("go on", PlayGoesOn()),
        ("average", ArtificialScore("average", "average")),
        ("average plus minus board 3", ArtificialScore("plus", "minus", 3)),
        ("score pass", AssignScore((Outcome(100),))),
        (
            "score 60% 4S S 10, 40% 4SX S 9",
            AssignScore(
                (
                    Outcome(60, Contract(4, Strain.SPADES, Seat.SOUTH), 10),
                    Outcome(40, Contract(4, Strain.SPADES, Seat.SOUTH, 2), 9),
                )
            ),
        ),
        ("score 3n w 8", AssignScore((Outcome(100, Contract(3, Strain.NOTRUMP, Seat.WEST), 8),))),
    ],
)
def test_a_director_types_rulings(typed: str, meant: Ruling) -> None:
    assert read_ruling(typed) == meant


@pytest.mark.parametrize("typed", ["", "nonsense", "tricks nine", "back", "score 8S S 3", "average good bad"])
def test_an_unknown_ruling_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_ruling(typed)


@pytest.mark.parametrize(
    ("typed", "to", "words"),
    [
        ("/hello all", "table", "hello all"),
        ("/opp well bid", "opponents", "well bid"),
        ("/td we need you", "director", "we need you"),
        ("/kib quiet please", "kibitzers", "quiet please"),
    ],
)
def test_a_line_after_a_slash_goes_to_the_receivers_that_it_names(typed: str, to: str, words: str) -> None:
    assert read_talk(typed) == (to, words)


def test_an_empty_chat_line_is_refused_with_help() -> None:
    with pytest.raises(ValueError, match="expected a message"):
        read_talk("/opp")


def test_a_chat_line_names_its_sender_and_its_receivers() -> None:
    seat = "NESW".__getitem__
    assert said_words(Said("Ann", "hi", 0), seat) == "Ann: hi"
    assert said_words(Said("Ann", "hi", 0, seat=2, to="opponents"), seat) == "Ann (S) to opponents: hi"
    carl = Said("Carl", "a squeeze", 0, role="commentator")
    assert said_words(carl, seat) == "Carl (commentator): a squeeze"


def test_control_characters_of_other_people_do_not_reach_the_terminal() -> None:
    assert printable("a\x1b[2Jb\r\nc\x07") == "a [2Jb  c "
