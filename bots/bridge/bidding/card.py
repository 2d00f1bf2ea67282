"""The convention card of a system, rendered from the rules by which the robot bids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.bridge.bidding.auction import merged
from bots.bridge.bidding.bidder import rules_for
from bots.bridge.bidding.hand_facts import SYMBOLS
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.promises import in_words
from bots.bridge.bidding.rules import LEVEL, STRAIN, Rule
from bots.bridge.bidding.system import System
from protocol.v1.bridge import Call, Seat, Vulnerability

MOST_CHARACTERS = 2000
# The parts of the card: a title, and the auction after which the calls are listed.
PARTS = (
    ("Answers to 1NT", "1NT P"),
    ("Answers to {major}", "1S P"),
    ("Answers to 2♣", "2C P"),
    ("Answers to 1♣", "1C P"),
    ("Over their 1♥", "1H"),
    ("Over their 1NT", "1NT"),
    ("Last to call over their 1♥", "1H P P"),
    ("After their 1♥, X and 2♥", "1H X 2H"),
    ("After 1♥ and their 1♠", "1H 1S"),
)
ASKED = ("Answers to 4NT, ♥ agreed", "1H P 3H P 4NT P")
"""The part of the convention card with the answers to four notrumps; each answer is described by its promise,
because all of the answers have the same name.
"""


def convention_card(system: System) -> str:
    """Return the convention card of a system as a text of at most 2,000 characters.

    The convention card describes the openings in full and lists the agreements on other calls by name.
    """
    lines = [system.title, "", "Openings"]
    table = openings(system, 0, False)
    lines += _openings([(call, meaning) for call, meaning in _meanings(table) if call is not Call.PASS])
    for title, auction in _parts(system):
        calls: dict[str, list[str]] = {}
        for call, meaning in _meanings(rules_for(system, Seat.NORTH, Vulnerability.NONE, auction)):
            if meaning.label and call is not Call.PASS and meaning.ruled and meaning.label not in PLAIN:
                calls.setdefault(meaning.label, []).append(call.value)
        if calls:
            lines += ["", title, "; ".join(f"{' '.join(same)} {label}" for label, same in calls.items())]
    lines += ["", *_answers_to_four_notrumps(system)]
    if system.differences:
        lines += ["", "Differs from the usual", system.differences]
    text = "\n".join(lines)
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


PLAIN = (
    *("To play", "Overcall", "New suit", "Invitation", "No overcall", "Answers the double"),
    *("To play or Answers the double", "To play or Invitation", "Preemptive raise or To play"),
)


def _answers_to_four_notrumps(system: System) -> tuple[str, str]:
    title, auction = ASKED
    calls = tuple(Call(call) for call in auction.split())
    table = rules_for(system, Seat.NORTH, Vulnerability.NONE, calls)
    answers = [(rule.call, in_words(rule.promise)) for rule in table if rule.then == "keycards told"]
    return title, "; ".join(f"{call} {words}" for call, words in answers)


def _openings(meanings: Sequence[tuple[Call, Rule]]) -> list[str]:
    """Return a line of the convention card for each opening; similar preempts at one level share a line."""
    lines: dict[str, list[str]] = {}
    for call, meaning in meanings:
        words = _short(meaning)
        if LEVEL[call] >= 3 or meaning.label == "Weak two":
            suit = SYMBOLS[STRAIN[call]]
            parts = words.replace(f" in {suit}", "").replace(suit, " cards").split(", ")
            # A weak two denies four cards in another major, which the line for all three suits leaves out.
            words = ", ".join(part for part in parts if not part.startswith("at most 3"))
        lines.setdefault(words, []).append(call.value)
    return [f"{' '.join(same)}: {words}" for words, same in lines.items()]


def _parts(system: System) -> Iterator[tuple[str, tuple[Call, ...]]]:
    for title, auction in PARTS:
        calls = tuple(Call(call) for call in auction.split())
        artificial = any(rule.call is calls[0] and not rule.natural for rule in openings(system, 0, False))
        if calls[0] is Call.TWO_CLUBS and system.strong_club:
            continue
        if title == "Answers to 1♣" and not artificial:
            continue
        yield title.format(major="1♥ and 1♠"), calls


def _meanings(table: Sequence[Rule]) -> list[tuple[Call, Rule]]:
    by_call: dict[Call, list[Rule]] = {}
    for entry in table:
        if entry.ruled:
            by_call.setdefault(entry.call, []).append(entry)
    return sorted(
        ((call, merged(rules)) for call, rules in by_call.items()), key=lambda item: list(Call).index(item[0])
    )


def _short(meaning: Rule) -> str:
    """Return the meaning of a call in words, without the comparisons of suit lengths."""
    alternatives = (words.split(", ") for words in meaning.words().split("; or "))
    return "; or ".join(
        ", ".join(
            part for part in parts if " at least as long as " not in part and " longer than " not in part
        )
        for parts in alternatives
    )
