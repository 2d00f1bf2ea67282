"""The parser of commands at a bridge seat: claims, votes, undo requests, questions, explanations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from protocol.v1.bridge import (
    Action,
    Ask,
    BridgeOwn,
    BridgePub,
    Claim,
    Explain,
    Grant,
    LayCard,
    NoQuestions,
    PlayOn,
    Seat,
    Undo,
    Vote,
)
from protocol.words import with_count

HELP = {
    "claim": "claim 5 drawing trumps | claim (all remaining tricks) | concede 2 | concede (all)",
    "undo": "undo [reason]",
    "grant": "grant | deny (an opponent's undo request)",
    "ask": "ask 3 [text] (asks about the third call)",
    "doubt": "refuse (disputes the claim although you have no vote on it)",
    "explain": "explain 3 text (alerts and explains the third call, if it is yours to explain)",
}
VOTES = {"accept": True, "refuse": False}


def read_command(text: str, pub: BridgePub, own: BridgeOwn) -> Action | None:
    """Return the action that the typed `text` names, None for text that is no command.

    Raises ValueError for an incomplete command. In a typed command, calls are counted from 1, as the table
    shows them: `ask 3`.
    """
    word, _, rest = text.strip().partition(" ")
    read = READ.get(word.lower())
    return None if read is None else read(rest.strip(), pub, own)


def _claim(rest: str, pub: BridgePub, own: BridgeOwn) -> Claim:
    count, line = _numbered(rest)
    return Claim(_left(pub) if count is None else count, line)


def _concede(rest: str, pub: BridgePub, own: BridgeOwn) -> Claim:
    count, line = _numbered(rest)
    if count is not None and count > _left(pub):
        raise ValueError(
            f"expected to concede at most {with_count(_left(pub), 'trick')}, as no more remain, got {count}"
        )
    return Claim(0 if count is None else _left(pub) - count, line)


def _left(pub: BridgePub) -> int:
    return 13 - sum(pub.tricks)


def _numbered(rest: str) -> tuple[int | None, str]:
    """Return the number at the beginning of `rest` (None if there is no number) and the words after it."""
    found = re.match(r"(\d+)\b[\s:,]*(.*)", rest)
    return (int(found[1]), found[2]) if found else (None, rest)


def _accept(rest: str, pub: BridgePub, own: BridgeOwn) -> Vote:
    return Vote(accept=True)


def _refuse(rest: str, pub: BridgePub, own: BridgeOwn) -> Vote:
    return Vote(accept=False)


def _play(rest: str, pub: BridgePub, own: BridgeOwn) -> PlayOn:
    if rest.lower() != "on":
        raise ValueError(
            f"expected `play on` after a refused claim, got `play {rest}`; "
            "to play a card, type a card alone, such as SA"
        )
    return PlayOn()


def _no(rest: str, pub: BridgePub, own: BridgeOwn) -> NoQuestions:
    if rest.lower() != "questions":
        raise ValueError(f"expected `no questions`, so that the opening lead is turned up, got `no {rest}`")
    return NoQuestions()


def _undo(rest: str, pub: BridgePub, own: BridgeOwn) -> Undo:
    return Undo(rest)


def _grant(rest: str, pub: BridgePub, own: BridgeOwn) -> Grant:
    return Grant(_asker(rest, own), accept=True)


def _deny(rest: str, pub: BridgePub, own: BridgeOwn) -> Grant:
    return Grant(_asker(rest, own), accept=False)


def _asker(rest: str, own: BridgeOwn) -> Seat:
    """Return the opponent that asked for an undo.

    `rest` is the seat of the opponent that asked, or empty if only one opponent has asked.
    """
    asking = [Seat(seat) for seat in own.undos or {} if own.seat is None or seat % 2 != own.seat % 2]
    named = [seat for seat in asking if seat.letter == rest[:1].upper()] if rest else asking
    if not asking:
        raise ValueError("no opponent has asked for an undo")
    if len(named) != 1:
        opponents = " or ".join(seat.letter for seat in asking)
        raise ValueError(f"expected the opponent who asked for the undo ({opponents}), got {rest!r}")
    return named[0]


def _ask(rest: str, pub: BridgePub, own: BridgeOwn) -> Ask:
    place, words = _call(rest, "ask 3 how strong?")
    return Ask(place, words)


def _explain(rest: str, pub: BridgePub, own: BridgeOwn) -> Explain:
    place, words = _call(rest, "explain 3 both majors")
    if not words:
        raise ValueError("expected the meaning of the call after its number, as in `explain 3 both majors`")
    return Explain(place, words)


def _call(rest: str, example: str) -> tuple[int, str]:
    """Return the index of a call from its number, counted from 1, and the words after the number."""
    number, words = _numbered(rest)
    if not number:
        raise ValueError(f"expected the number of a call, counted from 1, as in `{example}`, got {rest!r}")
    return number - 1, words


def _card(rest: str, pub: BridgePub, own: BridgeOwn) -> LayCard:
    name, _, words = rest.partition(":")
    if not name.strip() or not words.strip():
        raise ValueError(
            "expected `card NAME: text`, as in `card Acol: 12-14 notrump`, or `card EW` to read one"
        )
    return LayCard(name.strip(), words.strip())


Read = Callable[[str, BridgePub, BridgeOwn], Action]
READ: dict[str, Read] = {
    "claim": _claim,
    "concede": _concede,
    "accept": _accept,
    "refuse": _refuse,
    "play": _play,
    "no": _no,
    "undo": _undo,
    "grant": _grant,
    "deny": _deny,
    "ask": _ask,
    "explain": _explain,
    "card": _card,
}


def list_commands(own: BridgeOwn | None) -> Iterator[str]:
    """Yield one line of help for each command that the player can use now, except calls, cards and votes."""
    for may in () if own is None else own.may:
        if may in HELP:
            yield HELP[may]
