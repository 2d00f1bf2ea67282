"""Functions that make the data for a search at Spades from the view of one seat."""

from __future__ import annotations

from collections.abc import Sequence

from bots.spades.robot.seen import Seen
from bots.spades.sampler.bits import ORDER, TRUMPS, Coded, codes_of, held
from bots.spades.sampler.search import BidQuestion, CardQuestion, Match
from bots.spades.sampler.table import Laws, Position
from bots.spades.sampler.worlds import Bidder, Bin, Hidden
from protocol.rules.spades.exchange import cards_to_pass
from protocol.rules.spades.scoring import is_counted
from protocol.rules.spades.sides import bidders, partner_of
from protocol.v1.spades import Bid, Card


def card_question(
    seen: Seen, plain: Card, legal: Sequence[Card], seed: int, budget: int
) -> tuple[CardQuestion, tuple[Card, ...]]:
    """Return the data for a search for the best card, and the cards to be tried, `plain` first.

    Of several cards that are equally good in every play of the hand, only one is tried by the search.
    """
    codes, cards = codes_of(seen.rules), distinct(seen, plain, legal)
    question = CardQuestion(
        laws_of(seen),
        position_of(seen),
        hidden_of(seen),
        match_of(seen),
        tuple(codes[card] for card in cards),
        f"{seed} {seen.pub.hand} {len(seen.pub.plays)}",
        budget,
    )
    return question, cards


def bid_question(seen: Seen, bids: Sequence[Bid], seed: int, budget: int) -> BidQuestion:
    """Return the data for a search for the best of the bids `bids`.

    The first of them is the choice of the robot `plain`.
    """
    order = order_of(seen)
    return BidQuestion(
        laws_of(seen),
        hidden_of(seen),
        match_of(seen),
        seen.seat,
        order[0],
        tuple(bids),
        f"{seed} {seen.pub.hand} bid {seen.seat}",
        budget,
    )


def distinct(seen: Seen, first: Card, legal: Sequence[Card]) -> tuple[Card, ...]:
    """Return one card of each run of equal cards among `legal`, beginning with the run of `first`.

    Two cards are equal if no other seat holds a card between them, and no card of the current trick lies
    between them.
    """
    codes = codes_of(seen.rules)
    between = {codes[card] for card in seen.unseen.cards} | {codes[play.card] for play in seen.trick}
    runs: list[list[Card]] = []
    last: Coded | None = None
    for card in sorted(legal, key=codes.__getitem__):
        suit, bit = codes[card]
        apart = (
            last is None
            or last[0] != suit
            or any(
                (suit, 1 << place) in between for place in range(last[1].bit_length(), bit.bit_length() - 1)
            )
        )
        if apart:
            runs.append([])
        runs[-1].append(card)
        last = suit, bit
    runs.sort(key=lambda run: first not in run)
    return tuple(first if first in run else run[0] for run in runs)


def laws_of(seen: Seen) -> Laws:
    """Return the rules of a table for the play of the cards."""
    rules = seen.rules
    unbid = not seen.pub.bids and seen.pub.phase == "play"
    return Laws(
        players=rules.players,
        sides=seen.sides,
        strict_first=rules.first_trick == "no_spades",
        low_club=rules.first_trick == "low_club",
        breaks_by_lead=rules.lead_spades != "discarded",
        free_lead=rules.lead_spades == "anytime",
        forced_lead=rules.lead_spades == "only_if_forced",
        greedy=unbid or (not rules.bag_limit and rules.bag_points > 0),
    )


def position_of(seen: Seen) -> Position:
    """Return the present position of the play, without the hands."""
    codes, players = codes_of(seen.rules), range(seen.players)
    return Position(
        leader=seen.trick[0].seat if seen.trick else seen.seat,
        trick=tuple(codes[play.card] for play in seen.trick),
        tricks=tuple(seen.pub.tricks),
        need=tuple(seen.need(side) for side in range(seen.sides)),
        nil=tuple(seen.nil(seat) for seat in players),
        wild=tuple(not is_counted(seen.rules, seen.bid(seat)) for seat in players),
        broken=seen.pub.broken,
        opening=len(seen.pub.plays) < seen.players,
    )


def match_of(seen: Seen) -> Match:
    """Return the state of the game without the cards: the rules, the scores before this hand, the bids."""
    return Match(
        rules=seen.rules,
        before=tuple(seen.pub.scores),
        hand=seen.pub.hand,
        bids=tuple(sorted(seen.pub.bids.items())),
        order=order_of(seen),
        side=seen.side,
    )


def order_of(seen: Seen) -> tuple[int, ...]:
    """Return the seats in the order of the bidding."""
    return bidders(seen.rules, seen.pub.dealer)


def hidden_of(seen: Seen) -> Hidden:
    """Return all that this seat knows about the cards that it does not see."""
    codes, unseen = codes_of(seen.rules), seen.unseen
    known = {card for cards in unseen.known.values() for card in cards}
    bins = [each for seat in unseen.counts for each in _bins(seen, seat)]
    if unseen.aside:
        bins.append(Bin(None, unseen.aside, (True,) * 4))
    tops = [0, 0, 0, 0]
    for suit, _ in codes.values():
        tops[suit] += 1
    return Hidden(
        base=_known_hands(seen),
        cards=tuple(sorted(codes[card] for card in unseen.cards if card not in known)),
        bins=tuple(bins),
        bidders=tuple(bidder for seat in unseen.counts if (bidder := _bidder(seen, seat)) is not None),
        tops=tuple(tops),
        share=seen.tricks_in_all / seen.players,
    )


def _known_hands(seen: Seen) -> tuple[int, ...]:
    codes = codes_of(seen.rules)
    hands = {**seen.unseen.known, seen.seat: seen.hand}
    return tuple(bits for seat in range(seen.players) for bits in held(codes, hands.get(seat, ())))


def _bins(seen: Seen, seat: int) -> tuple[Bin, ...]:
    """Return the places for the unknown cards of a seat: two if the number of its spades is known."""
    unseen = seen.unseen
    room = unseen.counts[seat] - len(unseen.known.get(seat, ()))
    voids = unseen.voids.get(seat, ())
    may = tuple(suit not in voids for suit in ORDER)
    spades = _spades_left(seen, seat)
    if spades is None or not 0 <= spades <= room:
        return (Bin(seat, room, may),)
    return Bin(seat, spades, (False, False, False, True)), Bin(seat, room - spades, (*may[:TRUMPS], False))


def _spades_left(seen: Seen, seat: int) -> int | None:
    """Return the number of spades in a hidden hand if its bid must tell this number, else None."""
    rules, bid = seen.rules, seen.pub.bids.get(seat)
    if bid is None or rules.bidding not in ("mirror", "whiz") or rules.nil_pass:
        return None
    if bid.nil and rules.bidding == "whiz":
        return None
    codes = codes_of(rules)
    played = sum(play.seat == seat and codes[play.card][0] == TRUMPS for play in seen.pub.plays.values())
    return bid.tricks - played


def _bidder(seen: Seen, seat: int) -> Bidder | None:
    """Return what the bid and the cards of the seat `seat` tell about its hand, None if nothing new."""
    bid = seen.pub.bids.get(seat)
    if bid is None:
        return None
    played = held(codes_of(seen.rules), [play.card for play in seen.pub.plays.values() if play.seat == seat])
    unlikely = denied(seen, seat) if bid.nil else ()
    if _bid_tells(seen, seat, bid):
        return Bidder(seat, None if bid.nil else _own_tricks(seen, seat, bid), played, unlikely)
    return Bidder(seat, None, played, unlikely, told=False) if unlikely else None


def _bid_tells(seen: Seen, seat: int, bid: Bid) -> bool:
    """Return True if the hand of a seat decided about its bid, and has not changed since then."""
    rules = seen.rules
    if bid.blind or (rules.bidding in ("mirror", "whiz") and not bid.nil):
        return False
    if rules.bidding == "suicide" and bid.nil and _bid_before(seen, seat) is not None:
        return False
    mate = partner_of(rules, seat)
    passed = mate is not None and seen.bid(mate).nil and cards_to_pass(rules, seen.bid(mate))
    return bid.nil or not passed


def _own_tricks(seen: Seen, seat: int, bid: Bid) -> int:
    """Return the tricks that a player has bid for the own hand."""
    before = _bid_before(seen, seat)
    if seen.rules.team_bid == "second" and before is not None:
        return max(0, bid.tricks - before.tricks)
    return bid.tricks


def _bid_before(seen: Seen, seat: int) -> Bid | None:
    """Return the bid that partner made before the player of a seat, None if there is none."""
    order, mate = order_of(seen), partner_of(seen.rules, seat)
    return seen.bid(mate) if mate is not None and order.index(mate) < order.index(seat) else None


def denied(seen: Seen, seat: int) -> tuple[Coded, ...]:
    """Return the cards that a player with a nil denies by each card, as sets of cards with their suit.

    Such a player keeps under the card that is winning the trick with the highest card that it can, leads the
    lowest card of a suit and discards the highest. After a trick won, its cards deny nothing more.
    """
    codes, plays, players = codes_of(seen.rules), seen.pub.plays, seen.players
    found: list[Coded] = []
    forced = seen.rules.first_trick == "low_club"
    for begun in range(players if forced else 0, len(plays), players):
        best: Coded | None = None
        holder, led = -1, codes[plays[begun].card][0]
        for place in range(begun, min(begun + players, len(plays))):
            suit, bit = card = codes[plays[place].card]
            if plays[place].seat == seat:
                found.append((suit, _denied(card, led, best)))
            if best is None or (bit > best[1] if suit == best[0] else suit == TRUMPS):
                best, holder = card, plays[place].seat
        if holder == seat and begun + players <= len(plays):
            break
    return tuple((suit, cards) for suit, cards in found if cards)


def _denied(card: Coded, led: int, best: Coded | None) -> int:
    """Return the cards of the suit of `card` that a nil would have played instead of it.

    `best` was winning the trick at that time; it is None if the nil led.
    """
    suit, bit = card
    above = -(bit << 1)
    if best is None:
        return bit - 1
    if suit == best[0]:
        return above & (best[1] - 1) if bit < best[1] else best[1] - 1
    return above if suit != TRUMPS or led == TRUMPS else 0
