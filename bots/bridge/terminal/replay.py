"""A bridge replay at the terminal: its position in words, and the commands of its leader."""

from __future__ import annotations

from collections.abc import Iterator

from bots.bridge.terminal.answers import read_answer
from bots.sheets.steps import Step, read_step, to_move
from protocol.v1.bridge import MakeCall
from protocol.v1.bridge.replay import ReplayOwn, ReplayPub, TryCall, TryCard

HELP = (
    "n | b (next, previous move)   nt | bt (trick)   nn | bb (board)   first | last (move of the board)",
    "g 12 (to move 12)     board 5 (fifth board of the file)     r (back to the record after tries)",
    "1NT or SA (tries another call or card; the record stays)     finish (ends the replay)     q (leaves)",
)
PROMPT = "Lead: n, b, nt, nn, g 12, a call or card to try (? lists all):"


def place_words(pub: ReplayPub) -> str:
    """Return the position of a replay, such as `final.lin, board 3 of 32 (3, open room), move 12 of 60`."""
    if not pub.files_boards:
        return "no file is open yet"
    file = f"{pub.file}, " if pub.file else ""
    name = f" ({pub.name})" if pub.name else ""
    line = "" if pub.tried is None else f", other moves tried after move {pub.tried}"
    return f"{file}board {pub.place + 1} of {pub.files_boards}{name}, move {pub.at} of {pub.moves}{line}"


def fault_words(pub: ReplayPub) -> Iterator[str]:
    """Yield the reason why a record stops early: an error in the file, or a move against the rules."""
    if pub.fault:
        yield f"The record stops here: {pub.fault}"


def new_words(before: ReplayPub | None, pub: ReplayPub) -> Iterator[str]:
    """Yield the file's comments on the present position, if the view `before` had another position."""
    if before is None or (_line(before), before.at) != (_line(pub), pub.at):
        yield from pub.comments


def new_place(before: ReplayPub | None, pub: ReplayPub) -> Iterator[str]:
    """Yield lines about the position of the replay to which the leader has moved.

    After a single move forward, yield only the file's comments on the new position.
    """
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
    """Yield the names of the players of the recorded board, if known."""
    known = [f"{letter} {name}" for letter, name in zip("NESW", pub.players, strict=True) if name]
    if known:
        yield f"Players: {', '.join(known)}"


def read_lead(line: str, pub: ReplayPub) -> Step | None:
    """Return the replay's step for a leader's command, or None for a line that is not such a command.

    Raises ValueError for an incomplete command, and for a step beyond either end of the file.
    """
    word = line.strip().lower()
    return to_move(pub, _trick(word, pub), "board") if word in ("nt", "bt") else read_step(line, pub, "board")


def read_try(line: str, own: ReplayOwn) -> TryCall | TryCard:
    """Return the call or card that the leader wants to try.

    Raises ValueError for a line that is neither a call nor a card.
    """
    answer = read_answer(line, own)
    return TryCall(answer.call) if isinstance(answer, MakeCall) else TryCard(answer.card)


def _trick(word: str, pub: ReplayPub) -> int:
    """Return the number of the move one trick forward (`nt`) or back (`bt`).

    During the auction, `nt` moves to the end of the auction and `bt` to its start.
    """
    auction, played = pub.auction, pub.at - pub.auction
    if word == "nt":
        return min(pub.moves, auction if played < 0 else auction + played // 4 * 4 + 4)
    return auction + (played - 1) // 4 * 4 if played > 0 else 0
