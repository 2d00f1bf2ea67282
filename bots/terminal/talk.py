"""What is said around a table, in words: chat and to whom, knocks, warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bots.sheets.clock import clock_time
from bots.sheets.rights import Rights
from protocol.v1.requests import ChatTo
from protocol.v1.updates import Appoint, Chat, Knock, Notice, People, Said, ToClient
from protocol.words import counted

TO: dict[str, ChatTo] = {
    "opp": "opponents", "opponents": "opponents", "td": "director", "director": "director",
    "kib": "kibitzers", "kibitzers": "kibitzers", "par": "partner", "partner": "partner",
}  # fmt: skip
SeatWords = Callable[[int], str]
"""What a seat is called at a table, by its number."""
HELP = "/words (to the table) | /opp words | /td words | /kib words"


def talk_words(rights: Rights, opponents: bool, shown: bool) -> Iterator[str]:
    """Yield what may be said to whom, in a line; `shown`: the table is a replay, where all hear all."""
    if not rights.named:
        return
    heard_by_all = rights.seated or rights.director or shown
    words = ["/words (to the table)" if heard_by_all else "/words (to watchers)"]
    words += ["/opp words (to opponents)"] if rights.seated and opponents else []
    words += ["/kib words (to watchers)"] if heard_by_all and not shown else []
    words += ["/td words (to the director)"] if rights.judged else []
    yield " | ".join(words)


def read_talk(line: str) -> tuple[ChatTo, str]:
    """To whom a line after its slash is said, and what. ValueError for a line without words.

    >>> read_talk("/opp good luck"), read_talk("/ well played")
    (('opponents', 'good luck'), ('table', 'well played'))
    """
    text = line.removeprefix("/")
    word, _, rest = text.partition(" ")
    to, words = (TO[word.lower()], rest) if word.lower() in TO else ("table", text)
    if not words.strip():
        raise ValueError(f"expected something to say: {HELP}")
    return to, words.strip()


def said_words(said: Said, seat: SeatWords) -> str:
    """`Ann (N) to opponents: ...`, `Carl (commentator): ...`."""
    who = said.role or ("" if said.seat is None else seat(said.seat))
    to = "" if said.to == "table" else f" to {said.to}"
    return f"{said.name}{f' ({who})' if who else ''}{to}: {said.text}"


def history_words(people: People | None, audience: str | int, seat: SeatWords) -> list[str]:
    """Who came and went, the newest last, for a director."""
    if audience != "director":
        return ["Who came and went: only a director is told: `look director`"]
    names = {} if people is None else {row.seat: row.name for row in people.seats}
    steps = () if people is None else people.history
    return [
        f"{clock_time(step.at_ms)} {seat(step.seat)} ({names.get(step.seat) or 'empty now'}) "
        + ("came" if step.here else "went")
        for step in steps
    ] or ["Nobody has come or gone"]


def heard(update: ToClient, seat: SeatWords) -> list[str]:
    """What an update tells that is no part of a view, a line each."""
    match update:
        case Chat():
            return [said_words(line, seat) for line in update.lines]
        case Knock():
            return [f"{update.name} asks to look into your hand: `show {update.name}` lets him"]
        case Appoint():
            name = update.name or update.player
            wish = f"The host would make {name} a {update.office} now, to see every hand"
            return [f"{wish}: `consent {name}` agrees"]
        case Notice(kind="clock") if update.left_ms is not None:
            return [f"{counted(update.left_ms // 1000, 'second')} left to act, for the player in turn"]
        case Notice(kind="robot"):
            return ["Your time has run out, and a robot plays for you: press Enter, and you play again"]
        case Notice(kind="director"):
            return [f"The director is called: {update.message}"]
        case _:
            return []
