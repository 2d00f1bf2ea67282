"""What a person at a bridge seat types beside a call or a card: claims, votes, wishes, questions, cards."""

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
    PlayOn,
    Seat,
    Undo,
    Vote,
)
from protocol.words import counted

HELP = {
    "claim": "claim 5 drawing trumps | claim (all the rest) | concede | concede 2",
    "undo": "undo [reason]",
    "grant": "grant | deny (an opponent's undo)",
    "ask": "ask 3 [text] (about the third call)",
    "doubt": "refuse (the claim, though you are not asked about it)",
    "explain": "explain 3 text (one's own third call; alerted)",
}
VOTES = {"accept": True, "refuse": False}


def read_command(text: str, pub: BridgePub, own: BridgeOwn) -> Action | None:
    """The action that `text` names, None for what is no command. ValueError for one that is not complete.

    A call is counted from 1, as it is shown: `ask 3`.
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
        raise ValueError(f"expected at most {counted(_left(pub), 'trick')}, all that are left, got {count}")
    return Claim(0 if count is None else _left(pub) - count, line)


def _left(pub: BridgePub) -> int:
    return 13 - sum(pub.tricks)


def _numbered(rest: str) -> tuple[int | None, str]:
    """A number at the beginning, if there is one, and the words after it."""
    found = re.match(r"(\d+)\b[\s:,]*(.*)", rest)
    return (int(found[1]), found[2]) if found else (None, rest)


def _accept(rest: str, pub: BridgePub, own: BridgeOwn) -> Vote:
    return Vote(accept=True)


def _refuse(rest: str, pub: BridgePub, own: BridgeOwn) -> Vote:
    return Vote(accept=False)


def _play(rest: str, pub: BridgePub, own: BridgeOwn) -> PlayOn:
    if rest.lower() != "on":
        raise ValueError("expected `play on`, to go on after a refused claim; a card is typed alone, as SA")
    return PlayOn()


def _undo(rest: str, pub: BridgePub, own: BridgeOwn) -> Undo:
    return Undo(rest)


def _grant(rest: str, pub: BridgePub, own: BridgeOwn) -> Grant:
    return Grant(_asker(rest, own), accept=True)


def _deny(rest: str, pub: BridgePub, own: BridgeOwn) -> Grant:
    return Grant(_asker(rest, own), accept=False)


def _asker(rest: str, own: BridgeOwn) -> Seat:
    """Which opponent's wish is meant: the one named, or the only one."""
    asking = [Seat(seat) for seat in own.undos or {} if own.seat is None or seat % 2 != own.seat % 2]
    named = [seat for seat in asking if seat.letter == rest[:1].upper()] if rest else asking
    if not asking:
        raise ValueError("nobody asks to take something back")
    if len(named) != 1:
        raise ValueError(f"expected whose wish is meant: {' or '.join(seat.letter for seat in asking)}")
    return named[0]


def _ask(rest: str, pub: BridgePub, own: BridgeOwn) -> Ask:
    place, words = _call(rest, "ask 3 how strong?")
    return Ask(place, words)


def _explain(rest: str, pub: BridgePub, own: BridgeOwn) -> Explain:
    place, words = _call(rest, "explain 3 both majors")
    if not words:
        raise ValueError("expected what the call means, as in `explain 3 both majors`")
    return Explain(place, words)


def _call(rest: str, example: str) -> tuple[int, str]:
    """A call by its number from 1, as the table shows it, and the words after it."""
    number, words = _numbered(rest)
    if not number:
        raise ValueError(f"expected the number of a call, the first is 1, as in `{example}`")
    return number - 1, words


def _card(rest: str, pub: BridgePub, own: BridgeOwn) -> LayCard:
    name, _, words = rest.partition(":")
    if not name.strip() or not words.strip():
        raise ValueError("expected `card NAME: text`, as in `card Acol: 12-14 notrump`, or `card EW`")
    return LayCard(name.strip(), words.strip())


Read = Callable[[str, BridgePub, BridgeOwn], Action]
READ: dict[str, Read] = {
    "claim": _claim,
    "concede": _concede,
    "accept": _accept,
    "refuse": _refuse,
    "play": _play,
    "undo": _undo,
    "grant": _grant,
    "deny": _deny,
    "ask": _ask,
    "explain": _explain,
    "card": _card,
}


def list_commands(own: BridgeOwn | None) -> Iterator[str]:
    """What may be tried now beside an answer, a line each."""
    for may in () if own is None else own.may:
        if may in HELP:
            yield HELP[may]
