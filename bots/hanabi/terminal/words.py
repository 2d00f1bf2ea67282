"""The state of a Hanabi table, and the result of a game, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bots.hanabi.terminal.names import Names, listed, seat_name
from protocol.rules.hanabi.limits import MAX_STRIKES, MOST_CLUES, votes_needed
from protocol.v1.hanabi import End, GameResult, HanabiPub
from protocol.words import with_count

WAITING = "The cards will be dealt when every seat is taken"


def headline(pub: HanabiPub) -> str:
    """Return a short description of the Hanabi game, such as `game 2, Rainbow (5 Suits)`."""
    return f"game {pub.game_no}, {pub.variant.name}"


def midway_words(pub: HanabiPub) -> str:
    """Return the progress of a game in words, or "" before the first and after the last turn."""
    if pub.phase != "play" or not pub.turns:
        return ""
    score = "" if pub.score is None else f", score {pub.score} of {most(pub)}"
    return f"A game is being played: {with_count(pub.turns, 'turn')} done{score}"


def opening_words(pub: HanabiPub) -> str:
    """Return the line that announces a game: its number, its variant and the number of players."""
    seeded = "; the deck was chosen by a seed" if pub.seeded else ""
    return f"Hanabi {headline(pub)}, {pub.options.players} players{seeded}"


def most(pub: HanabiPub) -> int:
    """Return the highest score that a game of this variant can have."""
    return len(pub.variant.suits) * pub.variant.stack


def counts_words(pub: HanabiPub) -> str:
    """Return in words how many clues, strikes, points and cards of the deck there are, as far as visible."""
    clues = f"Clues {with_count(pub.clues, '').split()[0]} of {MOST_CLUES}"
    deck = f"Deck {pub.left}"
    if pub.score is None:
        thrown = sum(fate.how == "played" for fate in pub.fates.values())
        return f"{clues}   In the hole {with_count(thrown, 'card')}   {deck}"
    reach = "" if pub.best == most(pub) else f", at most {pub.best} possible"
    strikes = f"Strikes {pub.strikes} of {MAX_STRIKES}"
    return f"{clues}   {strikes}   Score {pub.score} of {most(pub)}{reach}   {deck}"


def notices(pub: HanabiPub, names: Names) -> Iterator[str]:
    """Yield notices about a game: the last round, votes to end it, a deck chosen by a seed."""
    if pub.end_turn is not None and pub.phase == "play":
        yield f"Last round: {with_count(pub.end_turn - pub.turns, 'turn')} left"
    elif pub.left == 0 and pub.phase == "play":
        yield "The deck is empty"
    if pub.votes and pub.phase == "play":
        voters = listed(seat_name(names, seat) for seat in pub.votes)
        yield f"Votes to end: {voters} ({votes_needed(pub.options.players)} end it)"
    if pub.seeded and pub.phase != "over":
        yield "Seeded: the deck was chosen by a seed"


def standing(pub: HanabiPub, names: Names) -> str:
    """Return the player on turn in words, such as `Bob is to act`, or the result of the game."""
    if pub.result is not None:
        return result_words(pub, names)
    if pub.phase == "deal":
        return WAITING
    return "" if pub.turn is None else f"{seat_name(names, pub.turn)} is to act"


def result_words(pub: HanabiPub, names: Names) -> str:
    """Return the result, such as `The game is over, the last round has been played: 23 points of 25`."""
    result = pub.result
    if result is None:
        return ""
    score = f"{result.score} of {with_count(most(pub), 'point')}"
    if result.score != result.points:
        score = f"0 points ({with_count(result.points, 'card')} on the piles)"
    return f"The game is over, {reason_words(pub, result, names)}: {score}"


def reason_words(pub: HanabiPub, result: GameResult, names: Names) -> str:
    """Return the reason why a game of Hanabi has ended."""
    who = "the table" if result.seat is None else seat_name(names, result.seat)
    reasons = {
        End.NORMAL: _normal(pub, result),
        End.STRIKEOUT: "by the third strike",
        End.TIMEOUT: f"{who} has no time left",
        End.TERMINATED: f"ended by {who}",
        End.SPEEDRUN_FAIL: "a perfect score is out of reach",
        End.IDLE_TIMEOUT: "no player has acted for too long",
        End.CHARACTER_SOFTLOCK: f"{who} has no legal action",
        End.ALL_OR_NOTHING_FAIL: "a perfect score is out of reach",
        End.ALL_OR_NOTHING_SOFTLOCK: f"{who} has neither a card nor a clue to give",
        End.VOTED: "by vote",
    }
    return reasons[result.end]


def _normal(pub: HanabiPub, result: GameResult) -> str:
    if result.points == most(pub):
        return "every card is on its pile"
    if pub.end_turn is not None and pub.turns >= pub.end_turn:
        return "the last round has been played"
    return "no further point is possible"
