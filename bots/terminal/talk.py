"""Chat, requests to see a hand, and warnings, as lines of text at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bots.sheets.names import name_shown, name_with_owner, with_owner
from bots.sheets.rights import Rights
from bots.sheets.text import clock_time
from protocol.v1.requests import ChatTo
from protocol.v1.updates import Appoint, Chat, Knock, Notice, People, Said, ToClient
from protocol.words import with_count

TO: dict[str, ChatTo] = {
    "opp": "opponents", "opponents": "opponents", "td": "director", "director": "director",
    "kib": "kibitzers", "kibitzers": "kibitzers", "par": "partner", "partner": "partner",
}  # fmt: skip
SeatWords = Callable[[int], str]
"""A function that returns the name of a seat from its number."""
HELP = "/words (to the table) | /opp words | /td words | /kib words"


def talk_words(rights: Rights, opponents: bool, is_replay: bool) -> Iterator[str]:
    """Yield a line of help with the chat commands that the person may use.

    `is_replay` is True for a replay of recorded games, where all people read all chat.
    """
    if not rights.named:
        return
    heard_by_all = rights.seated or rights.director or is_replay
    words = ["/words (to the table)" if heard_by_all else "/words (to watchers)"]
    words += ["/opp words (to opponents)"] if rights.seated and opponents else []
    words += ["/kib words (to watchers)"] if heard_by_all and not is_replay else []
    words += ["/td words (to the director)"] if rights.has_directors else []
    yield " | ".join(words)


def read_talk(line: str) -> tuple[ChatTo, str]:
    """Return the receivers and the text of a chat line. Raises ValueError for a line without text.

    >>> read_talk("/opp good luck"), read_talk("/ well played")
    (('opponents', 'good luck'), ('table', 'well played'))
    """
    text = line.removeprefix("/")
    word, _, rest = text.partition(" ")
    to, words = (TO[word.lower()], rest) if word.lower() in TO else ("table", text)
    if not words.strip():
        raise ValueError(f"expected a message after the chat command, got none; the commands are {HELP}")
    return to, words.strip()


def said_words(said: Said, seat: SeatWords) -> str:
    """Return a chat message as a line: `Ann (N) to opponents: ...`, `Carl (commentator): ...`."""
    who = said.role or ("" if said.seat is None else seat(said.seat))
    to = "" if said.to == "table" else f" to {said.to}"
    return f"{name_with_owner(said)}{f' ({who})' if who else ''}{to}: {said.text}"


def history_words(people: People | None, audience: str | int, seat: SeatWords) -> list[str]:
    """Return one line for each arrival or departure of a player, the newest last.

    Arrivals and departures are only for a director; any other person gets a line that says so.
    """
    if audience != "director":
        return ["Only a director can see arrivals and departures; type `look director`"]
    names = {} if people is None else {row.seat: name_shown(row) for row in people.seats}
    steps = () if people is None else people.history
    return [
        f"{clock_time(step.at_ms)} {seat(step.seat)} ({names.get(step.seat) or 'empty now'}) "
        + ("came" if step.here else "went")
        for step in steps
    ] or ["No player has taken or left a seat"]


def heard(update: ToClient, seat: SeatWords) -> list[str]:
    """Return the text lines for a server's message that is not part of a view, such as chat or a warning."""
    match update:
        case Chat():
            return [said_words(line, seat) for line in update.lines]
        case Knock():
            named = with_owner(update.name, update.robot_of)
            return [f"{named} asks to see your hand; `show {update.name}` allows it"]
        case Appoint(office="seat"):
            name = update.name or update.player
            named = with_owner(name, update.robot_of)
            wish = f"{named} wants to take the seat {seat(update.seat or 0)} and to see its hand"
            return [f"{wish}; `consent {name}` agrees"]
        case Appoint():
            name = update.name or update.player
            named = with_owner(name, update.robot_of)
            wish = f"The host wants to make {named} {update.office}, which shows every hand to {name}"
            return [f"{wish}; `consent {name}` agrees"]
        case Notice(kind="clock") if update.left_ms is not None:
            return [f"{with_count(update.left_ms // 1000, 'second')} left for the player on turn"]
        case Notice(kind="robot"):
            return ["Your time has run out, and a robot plays for you; press Enter to play again"]
        case Notice(kind="seat", seat=int() as number):
            at = seat(number)
            if update.player is None:
                return [f"The host has taken you out of your seat {at}"]
            return [f"The host has given the seat {at} to {update.name or update.player}"]
        case Notice(kind="asked", seat=int() as number):
            newcomer = update.name or update.player
            return [f"The players are asked whether {newcomer} may take the seat {seat(number)} in this deal"]
        case Notice(kind="agreed", seat=int() as number):
            newcomer = update.name or update.player
            return [
                f"All players agree that {newcomer} takes the seat {seat(number)}: send the request again"
            ]
        case Notice(kind="director"):
            return [f"The director is called: {update.message}"]
        case _:
            return []
