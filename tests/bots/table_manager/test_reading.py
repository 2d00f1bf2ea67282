"""Lines of the table-manager protocol as programs are known to write them."""

from __future__ import annotations

import pytest

from bots.table_manager import lines as say
from bots.table_manager.dialects import DIALECTS, USUAL, recognised
from bots.table_manager.lines import ClientLine, ManagerLine
from bots.table_manager.reading import read_client_line, read_manager_line
from bots.table_manager.writing import ascii_text, write_client_line, write_manager_line
from protocol.v1.bridge import Call, Seat, Vulnerability, parse_hand
from protocol.v1.cards import Card

NORTH, EAST, SOUTH, WEST = Seat
HAND = parse_hand("AKJ43..6543.QJT9")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('Connecting "Alpha" as North using protocol version 18', say.Connecting("Alpha", NORTH)),
        ('Connecting "A B" as ANYPL using protocol version 18', say.Connecting("A B", None)),
        # Older builds of BEN put a full stop at the end, newer ones add their version.
        ('Connecting "BEN" as South using protocol version 18.', say.Connecting("BEN", SOUTH)),
        (
            'Connecting "BEN" as West using protocol version 18 BEN 0.8',
            say.Connecting("BEN", WEST, 18, "BEN 0.8"),
        ),
        ('connecting "x" as EAST using protocol version 19', say.Connecting("x", EAST, 19)),
        ("North ready for teams", say.ReadyForTeams(NORTH)),
        ("NORTH ready to start", say.ReadyToStart(NORTH)),
        ("west ready for deal", say.ReadyForDeal(WEST)),
        ("East  ready  for cards.", say.ReadyForCards(EAST)),
        # WBridge5 sends two blanks and capital letters.
        ("WEST ready for  NORTH's bid", say.ReadyForCall(WEST, NORTH)),
        ("North ready for East's card to trick 1", say.ReadyForCard(NORTH, EAST, 1)),
        ("North ready for dummy's card to trick 13", say.ReadyForCard(NORTH, None, 13)),
        ("North ready for dummy", say.ReadyForDummy(NORTH)),
        # The text of the protocol has a curved apostrophe: one byte of Windows, three bytes of UTF-8.
        ("West ready for North\ufffds bid", say.ReadyForCall(WEST, NORTH)),
        ("West ready for dummy\ufffd\ufffd\ufffds card to trick 2", say.ReadyForCard(WEST, None, 2)),
        ("West ready for dummy's cards", say.ReadyForDummy(WEST)),
        ("WEST PASSES", say.Called(WEST, Call.PASS)),
        ("North bids 1NT", say.Called(NORTH, Call.ONE_NOTRUMP)),
        ("north bids 1nt.", say.Called(NORTH, Call.ONE_NOTRUMP)),
        ("South bids 4 n", say.Called(SOUTH, Call.FOUR_NOTRUMPS)),
        ("South doubles", say.Called(SOUTH, Call.DOUBLE)),
        ("South double", say.Called(SOUTH, Call.DOUBLE)),
        ("EAST REDOUBLES Alert.", say.Called(EAST, Call.REDOUBLE, alert=True)),
        (
            "South bids 2C Alert. Asks for a four-card major. Forcing",
            say.Called(SOUTH, Call.TWO_CLUBS, alert=True, text="Asks for a four-card major. Forcing"),
        ),
        ("East bids 2H. Infos. 6+ hearts", say.Called(EAST, Call.TWO_HEARTS, text="6+ hearts")),
        ("East plays TC", say.Played(EAST, Card.CT)),
        ("EAST plays ck", say.Played(EAST, Card.CK)),
        ("East plays 10H", say.Played(EAST, Card.HT)),
        ("East plays H10", say.Played(EAST, Card.HT)),
        ("Hello", None),
        ("", None),
        ("North bids 8C", None),
        ("North plays XY", None),
        ("Dummy plays 2S", None),
        ('Connecting "A" as Middle using protocol version 18', None),
    ],
)
def test_a_line_of_a_client_is_read(text: str, line: ClientLine | None) -> None:
    assert read_client_line(text) == line


@pytest.mark.parametrize("text", ["Dummy plays 2S", "DUMMY  plays s2."])
def test_dummy_plays_the_cards_of_the_seat_that_the_conversation_knows_as_dummy(text: str) -> None:
    played = say.Played(SOUTH, Card.S2)
    assert read_client_line(text, SOUTH) == played
    assert read_manager_line(text, SOUTH) == played
    assert read_client_line("Dummy ready for cards", SOUTH) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('North ("Alpha") seated', say.Seated(NORTH, "Alpha")),
        ("North teamA seated", say.Seated(NORTH, "teamA")),
        ("south emanon seated", say.Seated(SOUTH, "emanon")),
        ('Teams : N/S : "A". E/W : "B"', say.Teams("A", "B")),
        ('Teams : N/S : "A" E/W : "B"', say.Teams("A", "B")),
        ('Teams: N/S "x" E/W "y"', say.Teams("x", "y")),
        ('Teams: N/S: "A". E/W: "B". Playing IMP', say.Teams("A", "B")),
        ("Start of board", say.StartOfBoard()),
        ("Start of Board", say.StartOfBoard()),
        ("Board number 12. Dealer West. N/S vulnerable.", say.Board(12, WEST, Vulnerability.NS)),
        ("board number 1. dealer north. neither vulnerable.", say.Board(1, NORTH, Vulnerability.NONE)),
        ("North's cards : S A K J 4 3. H -. D 6 5 4 3. C Q J T 9.", say.Cards(NORTH, HAND)),
        ("WEST's cards: S A K J 4 3. H. D 6 5 4 3. C Q J 10 9", say.Cards(WEST, HAND)),
        ("Dummy's cards : S A K J 4 3. H - D 6 5 4 3. C Q J T 9.", say.Cards(None, HAND)),
        ("East to lead", say.ToLead(EAST)),
        ("Dummy to lead", say.ToLead(None)),
        (
            "Timing - N/S : this board  [00:05],  total  [0:00:33].  E/W : this board  1:10,  total  0:01:44",
            say.Timing(5, 33, 70, 104),
        ),
        ("End of session", say.EndOfSession()),
        ("Illegal bid", say.Error("Illegal bid")),
        ("Seat already has been taken", say.Error("Seat already has been taken")),
    ],
)
def test_a_line_of_a_table_manager_is_read(text: str, line: ManagerLine) -> None:
    assert read_manager_line(text) == line


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (say.Connecting("Alpha", NORTH), 'Connecting "Alpha" as North using protocol version 18'),
        (say.ReadyForCall(WEST, NORTH), "West ready for North's bid"),
        (say.ReadyForCard(SOUTH, None, 3), "South ready for dummy's card to trick 3"),
        (say.Called(SOUTH, Call.TWO_CLUBS, True, "asks"), "South bids 2C Alert. asks"),
        (say.Called(SOUTH, Call.ONE_NOTRUMP), "South bids 1NT"),
        (say.Played(WEST, Card.CK), "West plays KC"),
    ],
)
def test_a_client_writes_lines_as_the_protocol_has_them(line: ClientLine, text: str) -> None:
    assert write_client_line(line) == text


@pytest.mark.parametrize(
    ("line", "dialect", "text"),
    [
        (say.Seated(NORTH, "A"), "usual", 'North ("A") seated'),
        (say.Seated(NORTH, "A"), "bridge_env", "North A seated"),
        (say.Seated(NORTH, "A"), "wbridge5", 'NORTH ("A") seated'),
        # BEN finds no team if a full stop stands after the first one, as the protocol has it.
        (say.Teams("A", "B"), "usual", 'Teams : N/S : "A" E/W : "B"'),
        (say.Teams("A", "B"), "standard", 'Teams : N/S : "A". E/W : "B"'),
        (say.Board(12, WEST, Vulnerability.BOTH), "usual", "Board number 12. Dealer West. Both vulnerable."),
        (say.Cards(NORTH, HAND), "usual", "North's cards : S A K J 4 3. H -. D 6 5 4 3. C Q J T 9."),
        (say.Called(WEST, Call.PASS), "wbridge5", "WEST passes"),
        (say.Timing(5, 33, 70, 3704), "usual",
         "Timing - N/S : this board  00:05,  total  0:00:33.  E/W : this board  01:10,  total  1:01:44"),
    ],
)  # fmt: skip
def test_a_table_manager_writes_lines_in_the_dialect_of_the_client(
    line: ManagerLine, dialect: str, text: str
) -> None:
    assert write_manager_line(line, DIALECTS[dialect]) == text


@pytest.mark.parametrize(
    ("first", "dialect"),
    [
        ('Connecting "W" as ANYPL using protocol version 18', "wbridge5"),
        ('Connecting "W" as WEST using protocol version 18', "wbridge5"),
        ('Connecting "W" as West using protocol version 18', "usual"),
        ("nonsense", "usual"),
    ],
)
def test_a_program_is_recognised_by_its_first_line(first: str, dialect: str) -> None:
    assert recognised(first) is DIALECTS[dialect]


def test_a_text_of_a_player_becomes_plain_ascii_without_quotes() -> None:
    line = say.Called(SOUTH, Call.TWO_CLUBS, True, "a“b”\r\nEast passes")
    written = write_client_line(line)
    assert "\n" not in written and written.isascii()
    assert USUAL.timing


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Zoë", "Zoe"),
        ("5+♠, 11\u201321", "5+S, 11-21"),
        ("partner\u2019s \u201cbest\u201d suit", "partner's 'best' suit"),
        ("李", ""),
        ("x" * 1000, "x" * 400),
    ],
)
def test_a_text_keeps_its_sense_in_ascii(text: str, plain: str) -> None:
    assert ascii_text(text) == plain
