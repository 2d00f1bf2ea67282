"""A bridge table in words: events since the last view, and the state of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from protocol.v1.bridge import BridgePub, Call, Contract, Play, Result, Seat, Undone, Vulnerability
from protocol.v1.cards import Card
from protocol.words import with_count

NAMES = {seat: seat.name.title() for seat in Seat}
VULNERABLE = {
    Vulnerability.NONE: "neither side vulnerable",
    Vulnerability.NS: "North-South vulnerable",
    Vulnerability.EW: "East-West vulnerable",
    Vulnerability.BOTH: "both sides vulnerable",
}
CALLS = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")


def headline(pub: BridgePub) -> str:
    """Return a short description of a board: its number, its dealer and its vulnerability."""
    return f"Board {pub.board}, dealer {NAMES[pub.dealer]}, {VULNERABLE[pub.vulnerable]}"


def card_words(card: Card) -> str:
    """Return a card in words, such as `♥10`."""
    return f"{card.suit.value.translate(SYMBOLS)}{card.rank.value.replace('T', '10')}"


def call_words(call: Call) -> str:
    """Return a call in words: `pass`, `1♠`, `2NT`."""
    bid = call.value if call.value.endswith("NT") else call.value.translate(SYMBOLS)
    return CALLS.get(call, bid)


def contract_words(contract: Contract) -> str:
    """Return a contract in words, such as `4♠ by South, doubled`."""
    strain = contract.strain.value
    named = strain if contract.strain.trumps is None else strain.translate(SYMBOLS)
    doubled = {1: "", 2: ", doubled", 4: ", redoubled"}[contract.doubled]
    return f"{contract.level}{named} by {NAMES[contract.declarer]}{doubled}"


def standing(pub: BridgePub) -> str:
    """Return the contract and the tricks won so far in words, or during the auction the seat on turn."""
    if pub.contract is None:
        return "" if pub.turn is None else f"{NAMES[pub.turn]} is to call"
    north_south, east_west = pub.tricks
    turn = "" if pub.turn is None else f"; {NAMES[pub.turn]} is to play"
    return f"{contract_words(pub.contract)}; tricks NS {north_south}, EW {east_west}{turn}"


def midway_words(pub: BridgePub) -> str:
    """Return the progress of a board in words, or "" before its first call and after its end."""
    if pub.phase in ("deal", "over") or not pub.calls:
        return ""
    if pub.contract is None:
        return f"A board is being bid: {with_count(len(pub.calls), 'call')} made"
    north_south, east_west = pub.tricks
    done = with_count(north_south + east_west, "trick")
    score = f"{done} done, NS {north_south}, EW {east_west}"
    return f"A board is being played: {contract_words(pub.contract)}; {score}"


def outcome(pub: BridgePub) -> str:
    """Return the result of the board in words, or "" before the end of the board."""
    return "" if pub.result is None else result_words(pub.result)


def result_words(result: Result) -> str:
    """Return a result in words, such as `4♠ by South: just made, 420 to North-South (claimed)`."""
    contract, tricks = result.contract, result.tricks
    how = " (adjusted by the director)" if result.adjusted else " (claimed)" if result.claimed else ""
    side = "North-South" if result.score_ns >= 0 else "East-West"
    points = f"{abs(result.score_ns)} to {side}"
    if contract is None or tricks is None:
        return f"Adjusted by the director, {points}" if result.adjusted else "Passed out"
    over = tricks - contract.level - 6
    made = "just made" if over == 0 else f"made with {over} more" if over > 0 else f"{-over} down"
    honours = result.honours
    extra = "" if honours is None else f", {honours.points} for honours to {NAMES[honours.seat]}"
    return f"{contract_words(contract)}: {made}, {points}{extra}{how}"


def news(before: BridgePub | None, pub: BridgePub) -> Iterator[str]:
    """Yield one line for each event since the view `before`: the deal, calls, cards, tricks, the result."""
    if before is not None and before.board != pub.board:
        before = None
    if (before is None or before.phase == "deal") and pub.phase != "deal":
        yield headline(pub)
    if isinstance(pub.last, Undone) and before is not None and before.last != pub.last:
        return
    for turn in _new(None if before is None else before.calls, pub.calls):
        yield f"{NAMES[Seat((pub.dealer + turn) % 4)]}: {call_words(pub.calls[turn])}"
    if pub.contract is not None and (before is None or before.contract is None):
        yield f"The contract is {contract_words(pub.contract)}"
    yield from _cards(None if before is None else before.plays, pub.plays)
    tricks = sum(pub.tricks)
    if pub.plays and tricks > (0 if before is None else sum(before.tricks)) and pub.result is None:
        yield f"Tricks: NS {pub.tricks[0]}, EW {pub.tricks[1]}"
    if pub.result is not None and (before is None or before.result != pub.result):
        yield result_words(pub.result)


def _cards(before: Mapping[int, Play] | None, plays: Mapping[int, Play]) -> Iterator[str]:
    for place in _new(before, plays):
        play = plays[place]
        leads = " leads" if place % 4 == 0 else ""
        yield f"{NAMES[play.seat]}{leads} {card_words(play.card)}"


def _new(before: Mapping[int, object] | None, now: Mapping[int, object]) -> list[int]:
    """Return the indexes of calls or cards that are new, or that have replaced others after an undo."""
    known = before or {}
    newest = max(known, default=-1)
    return [place for place in sorted(now) if place > newest or known.get(place, now[place]) != now[place]]
