"""The events at a Spades table in words, one line for each event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.spades.terminal.names import card_words, cards_words, seat_name, side_letters
from bots.spades.terminal.scores import points_words, result_words, winner_words
from bots.spades.terminal.words import WAITING, headline, pass_words
from protocol.rules.spades import tricks
from protocol.rules.spades.exchange import exchanges
from protocol.rules.spades.sides import bidders, seats_of, side_of
from protocol.v1.spades import Exchange, Play, Rules, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of

Half = tuple[SpadesPub, SpadesOwn | None]


def news(before: Half | None, now: Half) -> Iterator[str]:
    """Yield a line for each event at a Spades table between two views, in order, from deal to results."""
    pub = now[0]
    known = None if before is None else before[0]
    if known is not None and known.hand != pub.hand:
        yield from _results(known, pub, until=pub.hand)
        known, before = None, None
    if pub.phase == "deal" and pub.winner is None and known is None:
        yield WAITING
    if pub.phase != "deal" and (known is None or known.phase == "deal"):
        before_it = pub.scores if pub.result is None else [side.before for side in pub.result.sides]
        yield f"{headline(pub)}; {points_words(pub.rules, before_it)}"
    yield from _drawn(known, pub)
    yield from _bidding(known, pub)
    yield from _passes(known, pub)
    yield from _swapped(before, now)
    yield from _cards(known, pub)
    yield from _results(known, pub)
    if pub.winner is not None and (known is None or known.winner is None):
        yield winner_words(pub)


def beside(before: Half | None, now: Half) -> Iterator[str]:
    """Yield lines for events that a drawn table shows only briefly: looks at a hand, passes of cards."""
    if before is None or before[0].hand != now[0].hand:
        return
    yield from _looks(before[0], now[0])
    yield from _passes(before[0], now[0])


def _drawn(known: SpadesPub | None, pub: SpadesPub) -> Iterator[str]:
    had = (known.drawn if known is not None else None) or (0, 0)
    for seat, (now, then) in enumerate(zip(pub.drawn or (), had, strict=False)):
        if now > then:
            yield f"{seat_name(pub.rules, seat)} keeps one of two cards and has {now}"


def _bidding(known: SpadesPub | None, pub: SpadesPub) -> Iterator[str]:
    yield from _looks(known, pub)
    told = {} if known is None else known.bids
    rules = pub.rules
    for seat in bidders(rules, pub.dealer):
        if seat in pub.bids and seat not in told:
            yield f"{seat_name(rules, seat)} bids {_bid_words(pub, seat)}"
    if len(pub.bids) == rules.players and len(told) < rules.players and rules.sides == "pairs":
        yield f"Tricks bid: {_numbers(pub)}"


def _looks(known: SpadesPub | None, pub: SpadesPub) -> Iterator[str]:
    for seat in pub.revealed:
        if known is None or seat not in known.revealed:
            yield f"{seat_name(pub.rules, seat)} looks at its hand"


def _bid_words(pub: SpadesPub, seat: int) -> str:
    """Return a bid in words: `4`, or `7 for the side` if the second partner states the total."""
    rules, bid = pub.rules, pub.bids[seat]
    side = seats_of(rules, side_of(rules, seat))
    first = next(each for each in bidders(rules, pub.dealer) if each in side)
    states = rules.team_bid == "second" and seat != first and not bid.nil
    stated = states and first in pub.bids and not pub.bids[first].nil
    return f"{bid} for the side" if stated else str(bid)


def _numbers(pub: SpadesPub) -> str:
    return ", ".join(
        f"{side_letters(pub.rules, side)}: {'no number' if number is None else number}"
        for side, number in enumerate(pub.numbers)
    )


def passes_of(pub: SpadesPub) -> tuple[Exchange, ...]:
    """Return all passes of cards after the bidding of a hand, in order."""
    if len(pub.bids) < pub.rules.players:
        return ()
    return exchanges(pub.rules, {seat: pub.bids[seat] for seat in bidders(pub.rules, pub.dealer)})


def _passed(pub: SpadesPub | None) -> int:
    """Return the number of passes of cards that have been made in this hand."""
    if pub is None or pub.phase in ("deal", "draw", "bidding"):
        return 0
    due = passes_of(pub)
    return due.index(pub.exchange) if pub.exchange in due else len(due)


def _passes(known: SpadesPub | None, pub: SpadesPub) -> Iterator[str]:
    for due in passes_of(pub)[_passed(known) : _passed(pub)]:
        yield f"{seat_name(pub.rules, due.seat)} passes {pass_words(pub.rules, due)}"


def _swapped(before: Half | None, now: Half) -> Iterator[str]:
    """Yield lines about the cards that the player of this view has passed and received."""
    own, mine = now[1], None if before is None else before[1]
    if own is not None and own.passed and (mine is None or mine.passed is None):
        yield f"Passed: {cards_words(own.passed)}"
    if own is not None and own.received and (mine is None or mine.received is None):
        yield f"Received: {cards_words(own.received)}"


def _cards(known: SpadesPub | None, pub: SpadesPub) -> Iterator[str]:
    rules, players = pub.rules, pub.rules.players
    told = {} if known is None else known.plays
    for place in sorted(pub.plays.keys() - told.keys()):
        play = pub.plays[place]
        leads = " leads" if place % players == 0 else ""
        yield f"{seat_name(rules, play.seat)}{leads} {card_words(play.card)}"
        if place % players == players - 1:
            yield from _trick(pub, place // players)
    if pub.broken and pub.plays and not (known is not None and known.broken):
        yield "Spades are broken"


def _trick(pub: SpadesPub, number: int) -> Iterator[str]:
    """Yield a line with the winner of a trick and the number of tricks that the winning side now has."""
    rules = pub.rules
    won = [winner(rules, trick_of(pub, each)) for each in range(number + 1)]
    side = side_of(rules, won[-1])
    taken = sum(side_of(rules, seat) == side for seat in won)
    aim = pub.numbers[side] if side < len(pub.numbers) else None
    of = "" if aim is None else f" of {aim}"
    yield f"{seat_name(rules, won[-1])} wins trick {number + 1}; {side_letters(rules, side)}: {taken}{of}"


def trick_of(pub: SpadesPub, number: int) -> tuple[Play, ...]:
    """Return the cards played to trick `number`, where 0 is the first trick of the hand, with their seats."""
    players = pub.rules.players
    places = range(number * players, number * players + players)
    return tuple(pub.plays[place] for place in places if place in pub.plays)


def winner(rules: Rules, trick: Sequence[Play]) -> int:
    """Return the seat that has won a complete trick, or that is winning an incomplete trick.

    `trick` lists the cards played to the trick in order, the lead first.
    """
    return trick[tricks.winner(deck_of(rules), [play.card for play in trick])].seat


def _results(known: SpadesPub | None, pub: SpadesPub, until: int | None = None) -> Iterator[str]:
    """Yield the results of the hands that have ended since the earlier view `known`.

    If `until` is given, yield only the results of hands with a number lower than `until`. If the earlier view
    `known` is None, yield only the result of the present hand.
    """
    if known is None:
        yield from () if pub.result is None else result_words(pub.rules, pub.result)
        return
    for number, result in sorted((pub.results or {}).items()):
        if number not in (known.results or {}) and (until is None or number < until):
            yield from result_words(pub.rules, result)
