"""The words that lead from one place of a replay to another, whatever game it is of."""

from __future__ import annotations

from typing import Protocol

from protocol.v1.replay import Finish, Rewind, Seek

Step = Seek | Rewind | Finish


class Shown(Protocol):
    """Where a replay is, as its public half tells: the place in the file, and the move of this line."""

    @property
    def place(self) -> int: ...

    @property
    def files_boards(self) -> int: ...

    @property
    def at(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def tried(self) -> int | None: ...


def read_step(line: str, pub: Shown, unit: str) -> Step | None:
    """Return what a leader's word does from where the replay is; None for what is none, as a move to try.

    `unit` is what the file has many of. Raises ValueError for half a word, and for what leads nowhere.
    """
    word, _, rest = line.strip().lower().partition(" ")
    rest = rest.strip()
    match word:
        case "n" | "b" | "first" | "last" if not rest:
            places = {"n": pub.at + 1, "b": pub.at - 1, "first": 0, "last": pub.moves}
            return to_move(pub, places[word], unit)
        case "nn" | "bb" if not rest:
            return _to(pub, pub.place + (1 if word == "nn" else -1), unit)
        case "r" if not rest:
            if pub.tried is None:
                raise ValueError("that is the record; no line is tried")
            return Seek(pub.place, min(pub.at, pub.tried))
        case "g" | "go" if not rest.startswith("to "):
            return to_move(pub, _number(rest, "g 12"), unit)
        case "finish" if not rest:
            return Finish()
        case _ if word == unit:
            return _to(pub, _number(rest, f"{unit} 5") - 1, unit)
        case _:
            return None


def to_move(pub: Shown, at: int, unit: str) -> Seek | Rewind:
    """Return the step to the place after so many moves of this line. ValueError for one beyond it."""
    if not 0 <= at <= pub.moves:
        end = "this is the beginning" if at < 0 else "it goes no further"
        raise ValueError(
            f"{end}: expected a move from 0 to {pub.moves}; nn is the next {unit}, bb the one before"
        )
    return Seek(pub.place, at) if pub.tried is None or at < pub.tried else Rewind(at)


def _to(pub: Shown, place: int, unit: str) -> Seek:
    if not 0 <= place < pub.files_boards:
        raise ValueError(f"expected a {unit} from 1 to {pub.files_boards}, got {place + 1}")
    return Seek(place, 0)


def _number(text: str, example: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"expected a number, as in `{example}`, got {text!r}")
    return int(text)
