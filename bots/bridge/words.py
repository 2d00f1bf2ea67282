"""A bridge table in words: what is new since the last view, and how the board stands."""

from __future__ import annotations

from collections.abc import Iterator

from protocol.v1.bridge import BridgePub, Call, Contract, Result, Seat, Vulnerability
from protocol.v1.cards import Card

NAMES = {seat: seat.name.title() for seat in Seat}
VULNERABLE = {
    Vulnerability.NONE: "nobody vulnerable",
    Vulnerability.NS: "North-South vulnerable",
    Vulnerability.EW: "East-West vulnerable",
    Vulnerability.BOTH: "both sides vulnerable",
}
CALLS = {Call.PASS: "pass", Call.DOUBLE: "double", Call.REDOUBLE: "redouble"}
SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")


def headline(pub: BridgePub) -> str:
    return f"Board {pub.board}, dealer {NAMES[pub.dealer]}, {VULNERABLE[pub.vulnerable]}"


def card_words(card: Card) -> str:
    """`♥10`."""
    return f"{card.suit.value.translate(SYMBOLS)}{card.rank.value.replace('T', '10')}"


def contract_words(contract: Contract) -> str:
    """`4♠ by South, doubled`."""
    strain = contract.strain.value
    named = strain if contract.strain.trumps is None else strain.translate(SYMBOLS)
    doubled = {1: "", 2: ", doubled", 4: ", redoubled"}[contract.doubled]
    return f"{contract.level}{named} by {NAMES[contract.declarer]}{doubled}"


def standing(pub: BridgePub) -> str:
    """The contract and the tricks so far, or whose call it is."""
    if pub.contract is None:
        return "" if pub.turn is None else f"{NAMES[pub.turn]} is to call"
    north_south, east_west = pub.tricks
    turn = "" if pub.turn is None else f"; {NAMES[pub.turn]} is to play"
    return f"{contract_words(pub.contract)}; tricks NS {north_south}, EW {east_west}{turn}"


def outcome(pub: BridgePub) -> str:
    """How the board ended, "" while it has not."""
    return "" if pub.result is None else _result(pub.result)


def _result(result: Result) -> str:
    contract, tricks = result.contract, result.tricks
    if contract is None or tricks is None:
        return "Passed out"
    over = tricks - contract.level - 6
    made = "just made" if over == 0 else f"made with {over} more" if over > 0 else f"{-over} down"
    side = "North-South" if result.score_ns >= 0 else "East-West"
    return f"{contract_words(contract)}: {made}, {abs(result.score_ns)} to {side}"


def news(before: BridgePub | None, pub: BridgePub) -> Iterator[str]:
    """What has happened since `before`, a line each: the deal, calls, cards, tricks, the result."""
    if before is not None and (before.board != pub.board or len(before.calls) > len(pub.calls)):
        before = None
    if (before is None or before.phase == "deal") and pub.phase != "deal":
        yield headline(pub)
    calls, plays = (0, 0) if before is None else (len(before.calls), len(before.plays))
    for turn in range(calls, len(pub.calls)):
        call = pub.calls[turn]
        yield f"{NAMES[Seat((pub.dealer + turn) % 4)]}: {CALLS.get(call, _bid(call))}"
    if pub.contract is not None and (before is None or before.contract is None):
        yield f"The contract is {contract_words(pub.contract)}"
    for place in range(plays, len(pub.plays)):
        play = pub.plays[place]
        leads = " leads" if place % 4 == 0 else ""
        yield f"{NAMES[play.seat]}{leads} {card_words(play.card)}"
    if len(pub.plays) // 4 > plays // 4:
        yield f"Tricks: NS {pub.tricks[0]}, EW {pub.tricks[1]}"
    if pub.result is not None and (before is None or before.result is None):
        yield _result(pub.result)


def _bid(call: Call) -> str:
    return call.value if call.value.endswith("NT") else call.value.translate(SYMBOLS)
