"""A game of Spades as JSON, `kibitz-spades` version 1: rules, deals, bids, exchanges, plays, scores.

A file of Spades holds one game or a list of games. Each game of Spades is a JSON object. The seats of a game
are numbered from 0, clockwise. In games of pairs the partners sit opposite each other and form a side; in
solo games each seat is a side of its own. In a game with n sides, the side of a seat is its number modulo n:
side 0 of four players in pairs is seats 0 and 2. Cards are written as two letters: suit `S H D C`, then rank
`A K Q J T 9 8 7 6 5 4 3 2`; `BJ` and `LJ` are the big and the little joker. Points, bags and tricks are
written as whole numbers. Times are written in the form of RFC 3339, in UTC. Readers of the format ignore
unknown fields. A change in the meaning of a known field of the format increases `version`.

The JSON object of a game has these fields, of which those with * are required:

`format`* is the name of the format, "kibitz-spades".
`version` is the version of the format, 1.
`site`, `table` and `event` are the names of the site, the table and the event, "" if unknown.
`date` is the day of the first recorded hand, null if unknown.
`preset` is the name of the preset that has the game's rules, apart from the players, sides and jokers; it is
    null for house rules.
`rules`* is an object with all rules, see `Rules` in protocol/v1/spades/options.py or the JSON Schema of
    protocol v1; missing rules are those of the preset `classic`.
`players` are the names of the players by seat, null for an unknown name, or [] if no name is known.
`scores`* has for each side the score after the last recorded hand: points; bags, which count towards the next
    penalty; sets, the number of failed bids.
`winner` is the side that has won the game with the last recorded hand, or null if the game is not over.
`hands_missing` are the numbers of earlier hands that were played but are not in the record, because the table
    no longer stores them, or because they were not requested.
`hands`* are the recorded hands, at least one, in the order of play.

A recorded hand of Spades is always complete: a hand that was not played to its end is not in the record. The
JSON object of a hand has these fields, of which those with * are required:

`hand`* is the number of the hand in the game, from 1.
`dealer`* is the seat of the dealer: seat 0 deals hand 1, and the next seat clockwise deals the next hand.
`began` and `ended` are the times of the deal and of the last card, null if unknown.
`players` are the names of the players by seat if they differ from the players of the game, else null.
`deal`* are the cards dealt, a list for each seat; the lists are empty if two players play, because
    they draw their cards.
`stock` are, in a game of two players, all cards in the order in which they are drawn.
`kept` are, in a game of two players, the cards that were kept, one for each draw of two cards; the player to
    the dealer's left draws first.
`looked` has, for each `seat` that looked at its hand before it bid, the number of `bids` that had been made;
    seats that had no blind bid available are left out.
`bids` are the bids in their order: seat, tricks, nil, blind; [] in a hand whose bids the rules determine.
`passes` are the exchanges in their order: seat, to (its partner), cards; with a nil bid, in both directions.
`plays`* are the played cards in their order: seat, card; each trick has one card of each player.
`tricks`* has the number of tricks won by each seat.
`sides`* has the result of the hand for each side: bid, the number of tricks to win, null if the side bid no
    number; tricks, won by the side; points, of this hand without the penalty; bags, earned in this hand;
    penalty, the points lost to bags in this hand; set, true if the side failed its bid; before and after, the
    score of the side: points, bags, sets.

The function `validate.validate` finds errors in games of Spades that have all required fields but break the
rules.
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
"""The pattern for the first bytes of a file in the format `kibitz-spades`."""

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
    """Return True if the first bytes of a file are those of a game of Spades."""
    return SIGN.match(head) is not None


def loads(text: str | bytes) -> tuple[GameRecord, ...]:
    """Return the games of a file of Spades.

    Raises BadRecord, with line, column and JSON path, for the first field of a game that is missing or
    invalid.
    """
    return tuple(read(item) for item in games(text))


def games(text: str | bytes) -> Iterator[Item]:
    """Yield the JSON text of each game of a file of Spades.

    Raises BadRecord if the file is not JSON or holds no game of Spades.
    """
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
    """Return the game of Spades that a JSON value holds.

    Raises BadRecord, with line, column and JSON path, for a field of the game that is missing or invalid.
    """
    item.value()
    try:
        return _GAME.decode(item.text)
    except msgspec.ValidationError as error:
        raise BadRecord(item.refusal(_with_allowed_values(error), _WORDS)) from None
    except msgspec.DecodeError as error:
        raise BadRecord(item.refusal(error, _WORDS)) from None


def dumps(records: Sequence[GameRecord]) -> str:
    """Return the text of a file of games of Spades, with a line for each hand.

    One game is written as a JSON object, several games as a list.
    """
    texts = [_game_text(record) for record in records]
    return texts[0] + "\n" if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]\n"


def _with_allowed_values(error: msgspec.ValidationError) -> msgspec.ValidationError:
    """Return an error of msgspec with the allowed values of its field added, if there are only a few."""
    found = _VALUE.fullmatch(str(error))
    if found is None:
        return error
    words = _WORDS.get(found["name"]) or ("a card such as SA, HT or LJ",)
    allowed = " or ".join(map(str, words))
    return msgspec.ValidationError(f"Expected {allowed}, got {found['value']} - at `{found['path']}`")


def _game_text(record: GameRecord) -> str:
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    lines = [
        _line("format", FORMAT),
        *(_line(name, value) for name, value in fields.items() if name != "hands"),
    ]
    hands = ",\n".join(_encode(hand).decode() for hand in record.hands)
    return "{\n" + ",\n".join((*lines, f'"hands": [\n{hands}\n]')) + "\n}"


def _line(name: str, value: object) -> str:
    return f'"{name}": {_encode(value).decode()}'
