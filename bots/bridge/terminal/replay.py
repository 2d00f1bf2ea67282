"""A replay in the terminal: where it stands, in words, and the words of who leads it."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.terminal.answers import read_answer
from bots.sheets.steps import Step, read_step, to_move
from protocol.v1.bridge import MakeCall
from protocol.v1.bridge.replay import ReplayOwn, ReplayPub, TryCall, TryCard

HELP = (
    "n | b (a move on, back)   nt | bt (a trick)   nn | bb (a board)   first | last (of this board)",
    "g 12 (to its move 12)     board 5 (the file's fifth)     r (back to the record, after tries)",
    "1NT or SA (tries a call or card; the record stays)     finish (ends the replay)     q (leaves)",
)
PROMPT = "Lead: n, b, nt, nn, g 12, a call or card to try (? lists all):"


def place_words(pub: ReplayPub) -> str:
    """`final.lin, board 3 of 32 (3, open room), move 12 of 60`."""
    if not pub.files_boards:
        return "no file is open yet"
    file = f"{pub.file}, " if pub.file else ""
    name = f" ({pub.name})" if pub.name else ""
    line = "" if pub.tried is None else f", a line tried from move {pub.tried}"
    return f"{file}board {pub.place + 1} of {pub.files_boards}{name}, move {pub.at} of {pub.moves}{line}"


def fault_words(pub: ReplayPub) -> Iterator[str]:
    """Why the record ends here, where the rules or the reader of the file end it."""
    if pub.fault:
        yield f"The record goes no further: {pub.fault}"


def new_words(before: ReplayPub | None, pub: ReplayPub) -> Iterator[str]:
    """What was written at the place that everybody was moved to."""
    if before is None or (_line(before), before.at) != (_line(pub), pub.at):
        yield from pub.comments


def new_place(before: ReplayPub | None, pub: ReplayPub) -> Iterator[str]:
    """What the leader has moved everybody to; for a move on in the same line but what was written there."""
    if before is not None and pub.finished and not before.finished:
        yield "The leader has ended the replay"
        return
    if before is None or _line(before) != _line(pub) or pub.at < before.at:
        yield f"({place_words(pub)})"
    if before is None or (before.place, before.players) != (pub.place, pub.players):
        yield from players_words(pub)
    yield from new_words(before, pub)
    if before is None or before.fault != pub.fault:
        yield from fault_words(pub)


def _line(pub: ReplayPub) -> tuple[int, int, int | None]:
    return pub.files_boards, pub.place, pub.tried


def players_words(pub: ReplayPub) -> Iterator[str]:
    """Who played the recorded board, where that is known."""
    known = [f"{letter} {name}" for letter, name in zip("NESW", pub.players, strict=True) if name]
    if known:
        yield f"Players: {', '.join(known)}"


def read_lead(line: str, pub: ReplayPub) -> Step | None:
    """What a leader's word does from where the replay is; None for what is none, as a call or a card.

    Raises ValueError for half a word, and for what leads nowhere.
    """
    word = line.strip().lower()
    return to_move(pub, _trick(word, pub), "board") if word in ("nt", "bt") else read_step(line, pub, "board")


def read_try(line: str, own: ReplayOwn) -> TryCall | TryCard:
    """The call or card that a line tries. ValueError for what is none."""
    answer = read_answer(line, own)
    return TryCall(answer.call) if isinstance(answer, MakeCall) else TryCard(answer.card)


def _trick(word: str, pub: ReplayPub) -> int:
    """The place that a trick on or back leads to; from among the calls it is their end."""
    auction, played = pub.auction, pub.at - pub.auction
    if word == "nt":
        return min(pub.moves, auction if played < 0 else auction + played // 4 * 4 + 4)
    return auction + (played - 1) // 4 * 4 if played > 0 else 0
