"""The meanings of the plain robot's calls, by which the robot bids and which it explains to opponents."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from bots.bridge.robot.inferences import OVERCALL, AuctionStory
from protocol.v1.bridge import BridgeOwn, Call, Explain, Seat
from protocol.v1.cards import Suit

SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Promise(Struct, frozen=True):
    """The meaning of a call: points from `low` to `high`, and at least `lengths[suit]` cards in a suit.

    `high` is None if the promised points have no upper limit. In a raise of partner's suit, `low` includes
    points for short suits. In an overcall, `low` includes points for long suits. `more` is the rest of the
    call's meaning in words.
    """

    low: int = 0
    high: int | None = None
    lengths: dict[Suit, int] = {}
    balanced: bool = False
    more: str = ""

    def __str__(self) -> str:
        """Return the promise in words, such as `15-17 points, balanced`."""
        points = f"{self.low}-{self.high} points" if self.high else f"{self.low}+ points" if self.low else ""
        suits = " ".join(f"{length}+{SYMBOLS[suit]}" for suit, length in self.lengths.items())
        said = [points, "balanced" if self.balanced else "", suits, self.more]
        return ", ".join(part for part in said if part) or "nothing beyond the earlier calls"


def artificial(dealer: Seat, before: Sequence[Call], call: Call) -> bool:
    """Return True if a call is artificial: a double that asks partner for a suit."""
    seat, story = Seat((dealer + len(before)) % 4), AuctionStory(dealer, before)
    return call is Call.DOUBLE and story.inferences[seat].silent and story.inferences[seat.partner].silent


def meaning(dealer: Seat, calls: Sequence[Call]) -> str:
    """Return the meaning of the last call in `calls` in words, such as `15-17 points, balanced`."""
    return str(promise(dealer, calls))


def promise(dealer: Seat, calls: Sequence[Call]) -> Promise:
    """Return the points and suit lengths that the last call in `calls` promises."""
    *before, call = calls
    seat, story = Seat((dealer + len(before)) % 4), AuctionStory(dealer, before)
    me, partner = story.inferences[seat], story.inferences[seat.partner]
    if artificial(dealer, before, call):
        unnamed = {suit: 3 for suit in reversed(Suit) if suit not in story.suits_against(seat)}
        return Promise(low=12, lengths=unnamed, more="asks for a suit")
    if not call.is_bid:
        return Promise()
    if me.silent and partner.silent:
        return _overcall(call) if story.bids else _opening(call)
    return _later(story, seat, call)


def _opening(bid: Call) -> Promise:
    suit = bid.strain.trumps
    if suit is None:
        low, high = {1: (15, 17), 2: (20, 22)}.get(bid.level, (23, None))
        return Promise(low=low, high=high, balanced=True)
    if bid.level == 1:
        return Promise(low=10, lengths={suit: 4}, more="fewer than 12 points only with two long suits")
    return Promise(low=6, high=11, lengths={suit: bid.level + 4})


def _overcall(bid: Call) -> Promise:
    suit = bid.strain.trumps
    if suit is None:
        return Promise(low=15, high=18, balanced=True, more="the opponents' suits stopped")
    return Promise(
        low=OVERCALL.get(bid.level, 0),
        lengths={suit: max(5, bid.level + 3)},
        more="points for length included",
    )


def _later(story: AuctionStory, seat: Seat, bid: Call) -> Promise:
    """Return the promise of a bid that is not the first bid or double of the player's side."""
    me, partner, suit = story.inferences[seat], story.inferences[seat.partner], bid.strain.trumps
    forced = story.forced is seat and bid.level <= 3 and bid.level == story.cheapest(bid.strain)
    if forced and (suit is None or suit in (*me.named, *partner.named)):
        return Promise(more="forced by partner's call, shows nothing more")
    low = max(0, story.need(seat, bid) - partner.low)
    if suit is None:
        return Promise(low=low, more="to play in notrumps")
    if suit in partner.named:
        if low == 0 or (len(partner.named) == 2 and bid.level <= 2):
            return Promise(more=f"prefers {SYMBOLS[suit]} to partner's other suit")
        lengths = {suit: max(1, 8 - partner.length(suit))}
        return Promise(low=low, lengths=lengths, more="points for short suits included")
    if suit in me.named:
        length = 4 if partner.doubled else 5 if bid.level < 3 else 6
        return Promise(low=low, lengths={suit: length}, more="points for short suits included")
    if story.answers_double(seat):
        return Promise(low=low, lengths={suit: 3}, more="answers partner's double")
    return Promise(low=low, lengths={suit: 5 if story.answers_notrump(seat) else 4})


def explanations(
    own: BridgeOwn | None, dealer: Seat, calls: Sequence[Call], mine: Collection[int]
) -> tuple[Explain, ...]:
    """Return explanations of this seat's calls for the opponents that have asked about them.

    `mine` are the indexes of the calls that this robot itself has made. If another robot or a player has made
    a call for this seat, this robot explains what the same call would mean in its own bidding.
    """
    if own is None or own.seat is None or "explain" not in own.may:
        return ()
    answers: list[Explain] = []
    for question in (own.questions or {}).values():
        place = question.call
        if question.answered or question.seat % 2 == own.seat % 2 or place >= len(calls):
            continue
        words = meaning(dealer, calls[: place + 1])
        text = words if place in mine else f"I did not make this call; my own call would mean: {words}"
        answers.append(Explain(place, text, alert=artificial(dealer, calls[:place], calls[place])))
    return tuple(answers)
