"""The golden replays, of bridge, of Hanabi and of Spades."""

from __future__ import annotations

import json

from tests.golden_logs.story import QUIET, Story
from tests.records.spades.games import long_game, short_text
from tests.virtual import until

BOARD = """[Event "Club"]
[Board "{number}"]
[North "Ann"]
[East "Bob"]
[South "Cid"]
[West "Eva"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AK32.AK32.432.32 QJT9.QJT9.QJ.QJT 8765.8765.AK.AK4 4.4.T98765.98765"]
"""
WHOLE = """[Contract "3NT"]
[Declarer "N"]
[Result "9"]
[Auction "N"]
1NT =1= Pass 3NT {to play} AP
[Note "1:15 to 17"]
[Play "E"]
HQ H5 H4 HA
SQ S5 S4 SA
*
"""
FILE = BOARD.format(number=1) + WHOLE + "\n" + BOARD.format(number=2) + "\n"
GAMES = json.dumps(
    [
        {
            "players": ["Ann", "Bob"],
            "deck": [
                {"suitIndex": suit, "rank": rank}
                for rank in (1, 2, 3, 4, 5, 1, 2, 3, 4, 1)
                for suit in range(5)
            ],
            "actions": actions,
            "notes": [["b1", "", "chop"], ["", "r2"]],
            "options": {"variant": "No Variant"},
        }
        for actions in (
            [
                {"type": 0, "target": 0, "value": 0},
                {"type": 3, "target": 0, "value": 1},
                {"type": 0, "target": 1, "value": 0},
                {"type": 1, "target": 5, "value": 0},
                {"type": 2, "target": 1, "value": 1},
                {"type": 4, "target": 0, "value": 4},
            ],
            [{"type": 3, "target": 1, "value": 2}, {"type": 0, "target": 5, "value": 0}],
        )
    ]
)


async def _opened(table: Story, game: str, file: str) -> None:
    await table.open(game, QUIET, boards=file, name="club")
    await table.watch("Wat", "public")
    await table.sit("Lea")
    await table.dealt()


def _seek(board: int, at: int) -> dict[str, object]:
    return {"t": "seek", "board": board, "at": at}


async def record(table: Story) -> None:
    """In the middle of the record of bridge."""
    await _opened(table, "replay", FILE)
    for at in (1, 2, 3, 9, 11):
        await table.bids(_seek(0, at))


async def tried(table: Story) -> None:
    """In a line of bridge that the leader tried, after going back in it."""
    await _opened(table, "replay", FILE)
    await table.bids(_seek(0, 1), {"t": "try_call", "call": "2C"}, {"t": "try_call", "call": "P"})
    await table.bids(_seek(0, 7), {"t": "try_card", "card": "H8"}, {"t": "try_card", "card": "H4"})
    await table.bids({"t": "rewind", "at": 8})


async def other_board(table: Story) -> None:
    """At another board of the file, with another leader."""
    await _opened(table, "replay", FILE)
    await table.bids(_seek(0, 5), _seek(1, 0))
    await table.ask("Lea", "stand", table=table.table)
    await table.ask("Wat", "sit", table=table.table, seat=0)
    await table.watch("Wat", "seat")
    await table.bids({"t": "try_call", "call": "1S"})


async def finished(table: Story) -> None:
    """The leader has ended the replay."""
    await _opened(table, "replay", FILE)
    await table.bids(_seek(0, 15), {"t": "finish"})
    await until(lambda: table.now.closed)


async def of_chance(table: Story) -> None:
    """A replay without a file: chance deals a board."""
    await table.open("replay")
    await table.sit("Lea")
    await table.dealt()
    await table.bids({"t": "try_call", "call": "1NT"})


async def hanabi_record(table: Story) -> None:
    """In the middle of the record of a game of Hanabi."""
    await _opened(table, "hanabi_replay", GAMES)
    for at in (1, 4, 3):
        await table.bids(_seek(0, at))


async def hanabi_tried(table: Story) -> None:
    """In a line of Hanabi that the leader tried, after going back in it."""
    await _opened(table, "hanabi_replay", GAMES)
    await table.bids(_seek(0, 2))
    await table.bids({"t": "try", "move": {"t": "discard", "card": 1}})
    await table.bids({"t": "try", "move": {"t": "rank", "to": 0, "rank": 1}})
    await table.bids({"t": "rewind", "at": 3})


async def hanabi_other(table: Story) -> None:
    """At the second game of the file."""
    await _opened(table, "hanabi_replay", GAMES)
    await table.bids(_seek(1, 2))


async def hanabi_finished(table: Story) -> None:
    """The leader has ended the replay."""
    await _opened(table, "hanabi_replay", GAMES)
    await table.bids(_seek(0, 6), {"t": "finish"})
    await until(lambda: table.now.closed)


def _hand() -> str:
    return short_text(long_game(3, 1, blind_nil_behind=0))


async def spades_record(table: Story) -> None:
    """In the middle of the record of a hand of Spades."""
    await _opened(table, "spades_replay", _hand())
    for at in (1, 4, 20, 12):
        await table.bids(_seek(0, at))


async def spades_tried(table: Story) -> None:
    """In a line of Spades that the leader tried, after going back in it."""
    await _opened(table, "spades_replay", _hand())
    await table.bids({"t": "try", "move": {"t": "reveal"}})
    await table.bids({"t": "try", "move": {"t": "bid", "bid": {"tricks": 3}}})
    await table.bids({"t": "rewind", "at": 1})


async def spades_finished(table: Story) -> None:
    """The leader has ended the replay."""
    await _opened(table, "spades_replay", _hand())
    await table.bids(_seek(0, 30), {"t": "finish"})
    await until(lambda: table.now.closed)


TABLES = {
    "replay-record": record,
    "replay-tried": tried,
    "replay-other-board": other_board,
    "replay-finished": finished,
    "replay-of-chance": of_chance,
    "hanabi-replay-record": hanabi_record,
    "hanabi-replay-tried": hanabi_tried,
    "hanabi-replay-other": hanabi_other,
    "hanabi-replay-finished": hanabi_finished,
    "spades-replay-record": spades_record,
    "spades-replay-tried": spades_tried,
    "spades-replay-finished": spades_finished,
}
