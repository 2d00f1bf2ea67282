"""A replay in the terminal: where it stands, in words, and the words of who leads it."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.replay import Action, Finish, ReplayPub, Rewind, Seek

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


def read_lead(line: str, pub: ReplayPub) -> Action | None:
    """What a leader's word does from where the replay is; None for what is none, as a call or a card.

    Raises ValueError for half a word, and for what leads nowhere.
    """
    word, _, rest = line.strip().lower().partition(" ")
    rest = rest.strip()
    match word:
        case "n" | "b" | "nt" | "bt" | "first" | "last" if not rest:
            return _to(pub, _moved(word, pub))
        case "nn" | "bb" if not rest:
            return _board(pub, pub.place + (1 if word == "nn" else -1))
        case "r" if not rest:
            if pub.tried is None:
                raise ValueError("that is the record; no line is tried")
            return Seek(pub.place, min(pub.at, pub.tried))
        case "g" | "go":
            return _to(pub, _number(rest, "g 12"))
        case "board":
            return _board(pub, _number(rest, "board 5") - 1)
        case "finish" if not rest:
            return Finish()
        case _:
            return None


def _moved(word: str, pub: ReplayPub) -> int:
    """The place in the line that a word means; a trick on or back from among the calls is their end."""
    auction, played = pub.auction, pub.at - pub.auction
    match word:
        case "n":
            return pub.at + 1
        case "b":
            return pub.at - 1
        case "nt":
            return min(pub.moves, auction if played < 0 else auction + played // 4 * 4 + 4)
        case "bt":
            return auction + (played - 1) // 4 * 4 if played > 0 else 0
        case "first":
            return 0
        case _:
            return pub.moves


def _to(pub: ReplayPub, at: int) -> Seek | Rewind:
    if not 0 <= at <= pub.moves:
        end = "this is the beginning" if at < 0 else "it goes no further"
        raise ValueError(
            f"{end}: expected a move from 0 to {pub.moves}; nn is the next board, bb the one before"
        )
    return Seek(pub.place, at) if pub.tried is None or at < pub.tried else Rewind(at)


def _board(pub: ReplayPub, place: int) -> Seek:
    if not 0 <= place < pub.files_boards:
        raise ValueError(f"expected a board from 1 to {pub.files_boards}, got {place + 1}")
    return Seek(place, 0)


def _number(text: str, example: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"expected a number, as in `{example}`, got {text!r}")
    return int(text)
