"""A game of Spades as JSON, `kibitz-spades` version 1: rules, deals, bids, exchanges, plays, scores.

A file is one game, or a list of games; a game is an object. Seats are numbers from 0, clockwise. In pairs
partners sit opposite and are a side; solo each seat is one. With n sides, the side of a seat is its number
modulo n: side 0 of four players in pairs is seats 0 and 2. Cards are two letters: suit `S H D C`, then rank
`A K Q J T 9 8 7 6 5 4 3 2`; `BJ` and `LJ` are the big and the little joker. Points, bags and tricks are whole
numbers. Times are RFC 3339 in UTC. Readers pass over fields that they do not know; what changes the meaning
of a known one has another `version`.

The fields of a game; without those marked * a file is none:

    format*        "kibitz-spades"
    version        1
    site, table, event      where, at which table, on which occasion; "" unknown
    date           the day of the first hand here, null unknown
    preset         the name of the rules: those of that preset with as many players, sides and jokers as
                   `rules` says; null for house rules
    rules*         all rules, an object: see `Rules` in protocol/v1/spades/options.py, or the JSON Schema of
                   protocol v1; what is not told is as in preset `classic`
    players        the names by seat, null unknown; [] where no name is known
    scores*        by side, how they stand after the last hand here:
                     points; bags, that count towards the next penalty; sets, how often the side was set
    winner         the side that has won with the last hand here; null: the game was not over then
    hands_missing  the numbers of hands before the last one that were played and are not here, because the
                   table keeps them no more, or because they were not asked for
    hands*         at least one, in the order of play

A hand is always whole. One that was not played to its end, because it still is or because its table was
closed, is not in the record. Its fields:

    hand*          its number in the game, from 1
    dealer*        the seat; seat 0 deals hand 1, and the deal goes round
    began, ended   when it was dealt and when its last card was played, null unknown
    players        as those of the game, where they were others in this hand; else null
    deal*          the cards dealt, a list for each seat; both are empty for two players, who draw theirs
    stock          for two players: all cards, the first to be drawn first
    kept           for two players: which of the two cards that were drawn was kept, draw by draw; the player
                   to the dealer's left draws first
    looked         which `seat` looked at its hand before it bid, when so many `bids` had been made. A seat
                   that could bid nothing blind is not named.
    bids           in their order: seat, tricks, nil, blind. [] in a hand that bids itself
    passes         in their order: seat, to (its partner), cards; beside a nil, one way and back
    plays*         in their order: seat, card; each trick has as many as there are players
    tricks*        won, by seat
    sides*         what the hand came to, by side:
                     bid, the number to be won, null where nobody bid one; tricks, won by the side;
                     points, of this hand without penalty; bags, earned in it;
                     penalty, what bags cost the side in it; set, whether it missed its number;
                     before and after, how the side stood: points, bags, sets

A file that keeps this form but not the rules is told by `judged.judge`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args, get_type_hints

import msgspec

from protocol.v1.spades import Preset, Rules
from server.errors import BadRecord
from server.records.json_text.items import Item, item_of
from server.records.spades.record import FORMAT, GameRecord

NAME = "a game of Spades (kibitz-spades)"
SIGN = re.compile(rb'(?:\[\s*)?\{\s*".*?(?<=")format"\s*:\s*"' + FORMAT.encode() + rb'"', re.DOTALL)
"""By which the first bytes of a JSON file tell the format."""

_encode = msgspec.json.Encoder().encode
_GAME = msgspec.json.Decoder(GameRecord)
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<value>.*) - at `(?P<path>.*\.(?P<name>.*))`", re.DOTALL)
_WORDS = {
    "format": (FORMAT,),
    "version": ("1",),
    "preset": get_args(Preset),
    **{name: get_args(kind) for name, kind in get_type_hints(Rules).items()},
}


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of a game of Spades."""
    return SIGN.match(head) is not None


def loads(text: str | bytes) -> tuple[GameRecord, ...]:
    """The games of a file. Raises BadRecord, with line, column and JSON path, for the first fault in form."""
    return tuple(read(item) for item in games(text))


def games(text: str | bytes) -> Iterator[Item]:
    """The text of each game of a file. Raises BadRecord for what is no JSON or holds no game."""
    whole = item_of(text, NAME)
    if not whole.text.startswith(b"["):
        yield whole
        return
    found = 0
    for found, game in enumerate(whole.objects(NAME), 1):  # noqa: B007
        yield game
    if not found:
        raise BadRecord(whole.fault(f"expected {NAME}, got an empty list"))


def read(item: Item) -> GameRecord:
    """A game from its text. Raises BadRecord, with line, column and JSON path, for a fault in its form."""
    item.value()
    try:
        return _GAME.decode(item.text)
    except msgspec.ValidationError as error:
        raise BadRecord(item.refusal(_in_words(error), _WORDS)) from None
    except msgspec.DecodeError as error:
        raise BadRecord(item.refusal(error, _WORDS)) from None


def dumps(records: Sequence[GameRecord]) -> str:
    """The games as a file: one as an object, several as a list; a line for each hand."""
    written = [_written(record) for record in records]
    return written[0] + "\n" if len(written) == 1 else "[\n" + ",\n".join(written) + "\n]\n"


def _in_words(error: msgspec.ValidationError) -> msgspec.ValidationError:
    """What msgspec found, with the values that would have been right where these are few."""
    found = _VALUE.fullmatch(str(error))
    if found is None:
        return error
    words = _WORDS.get(found["name"]) or ("a card such as SA, HT or LJ",)
    right = " or ".join(map(str, words))
    return msgspec.ValidationError(f"Expected {right}, got {found['value']} - at `{found['path']}`")


def _written(record: GameRecord) -> str:
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    lines = [
        _line("format", FORMAT),
        *(_line(name, value) for name, value in fields.items() if name != "hands"),
    ]
    hands = ",\n".join(_encode(hand).decode() for hand in record.hands)
    return "{\n" + ",\n".join((*lines, f'"hands": [\n{hands}\n]')) + "\n}"


def _line(name: str, value: object) -> str:
    return f'"{name}": {_encode(value).decode()}'
