"""The commands by which the leader of a replay moves through it, which are the same in all games."""

from __future__ import annotations

from typing import Protocol

from protocol.v1.replay import Finish, Rewind, Seek

Step = Seek | Rewind | Finish


class Shown(Protocol):
    """The present position of a replay, as fields of the public half of the replay's view.

    `place` is the index of the record that the replay shows, among the `files_boards` records of its file.
    `at` is the number of moves that the replay shows at present, and `moves` is the number of all its moves.
    `tried` is None while the replay shows only recorded moves. While the leader of the replay tries moves
    that were not recorded, `tried` is the index of the first tried move.
    """

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
    """Return the step for a command that the leader of a replay has typed, None for any other line.

    `unit` is the game's word for one recorded deal, such as `board`. Raises ValueError for an incomplete
    command, and for a step to a place that the replay does not have.
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
                raise ValueError("the replay already shows the recorded moves; you have tried no other moves")
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
    """Return the leader's step to the position of a replay after `at` moves.

    Raises ValueError if the replay has no position after `at` moves.
    """
    if not 0 <= at <= pub.moves:
        end = "the replay is at its beginning" if at < 0 else "there are no further moves"
        raise ValueError(
            f"{end}: expected a move from 0 to {pub.moves}; "
            f"`nn` shows the next {unit}, `bb` the previous {unit}"
        )
    return Seek(pub.place, at) if pub.tried is None or at < pub.tried else Rewind(at)


def _to(pub: Shown, place: int, unit: str) -> Seek:
    if not 0 <= place < pub.files_boards:
        raise ValueError(f"expected a {unit} from 1 to {pub.files_boards}, got {place + 1}")
    return Seek(place, 0)


def _number(text: str, example: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"expected a number as in `{example}`, got {text!r}")
    return int(text)
