"""The state of a Spades table in words."""

from __future__ import annotations

from bots.spades.terminal.names import seat_name, side_name
from protocol.rules.spades.sides import seats_of, side_of
from protocol.v1.spades import Exchange, Rules, SpadesPub
from protocol.words import with_count

WAITING = "The cards will be dealt when every seat is taken"


def headline(pub: SpadesPub) -> str:
    """Return a short description of a hand of Spades, such as `Hand 3, dealer East, to 500 or -200`."""
    rules = pub.rules
    ends = f"to {rules.target}" if rules.target else "no target"
    ends += f" or {rules.floor}" if rules.floor else ""
    ends += f", {with_count(rules.rounds, 'hand')}" if rules.rounds else ""
    return f"Hand {pub.hand}, dealer {seat_name(rules, pub.dealer)}, {ends}"


def midway_words(pub: SpadesPub) -> str:
    """Return the progress of a hand in words, or "" before its first bid and after its end."""
    if pub.phase == "play":
        return f"A hand is being played: {with_count(sum(pub.tricks), 'trick')} done"
    if pub.phase == "exchange":
        return "A hand is being played: cards are passed"
    return (
        f"A hand is being bid: {with_count(len(pub.bids), 'bid')} made"
        if pub.phase == "bidding" and pub.bids
        else ""
    )


def standing(pub: SpadesPub) -> str:
    """Return in words what the table is waiting for, or "" if it waits for no action.

    During the play, the result also says if spades are broken.
    """
    rules = pub.rules
    if pub.phase == "deal" and pub.winner is None:
        return WAITING
    if pub.phase == "exchange" and pub.exchange is not None:
        return f"{seat_name(rules, pub.exchange.seat)} is to pass {pass_words(rules, pub.exchange)}"
    due = {"draw": "keep one of two cards", "bidding": "bid", "play": "play"}.get(pub.phase)
    if pub.turn is None or due is None:
        return ""
    words = f"{seat_name(rules, pub.turn)} is to {due}"
    if pub.phase == "play":
        return f"{words}; spades are {'broken' if pub.broken else 'not broken'}"
    stated = second_words(pub) if pub.phase == "bidding" else ""
    return words + stated


def second_words(pub: SpadesPub) -> str:
    """Return an addition to the prompt if this seat must bid the total of its side, else ""."""
    if pub.rules.team_bid != "second" or pub.turn is None:
        return ""
    mates = [seat for seat in seats_of(pub.rules, side_of(pub.rules, pub.turn)) if seat in pub.bids]
    if not mates or pub.bids[mates[0]].nil:
        return ""
    return f", the total of {side_name(pub.rules, side_of(pub.rules, pub.turn))}"


def pass_words(rules: Rules, due: Exchange) -> str:
    """Return a pass of cards in words, such as `2 cards to South` or `2 cards back to North`."""
    return f"{with_count(due.count, 'card')}{' back' if due.returning else ''} to {seat_name(rules, due.to)}"
