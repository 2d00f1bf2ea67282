"""The meanings of the plain robot's calls, by which the robot bids and which it explains to opponents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bots.bridge.bidding.writer import written
from bots.bridge.robot.inferences import OVERCALL, AuctionStory
from protocol.v1.bridge import BridgeOwn, Call, Explain, Meaning, Seat
from protocol.v1.bridge.meanings import Agreement, Holding, Strength, SuitLength
from protocol.v1.cards import Suit

LIGHT = Agreement("Fewer than 12 points only with two long suits")


class Promise(Struct, frozen=True):
    """The meaning of a call: points from `low` to `high`, and at least `lengths[suit]` cards in a suit.

    `high` is None if the promised points have no upper limit. `count` is `support` if `low` includes points
    for short suits, as in a raise of partner's suit, `either` if it includes points for long suits, as in an
    overcall, and `hcp` otherwise. `stopped` are suits with a stopper, and `name` names the agreement.
    """

    low: int = 0
    high: int | None = None
    lengths: dict[Suit, int] = {}
    balanced: bool = False
    count: Literal["hcp", "either", "support"] = "hcp"
    stopped: tuple[Suit, ...] = ()
    name: Agreement | None = None

    @property
    def meaning(self) -> Meaning:
        """Return the promise in the fields of the protocol."""
        trumps = next(iter(self.lengths)) if self.count == "support" else None
        strength = (Strength(self.count, self.low, self.high, trumps),) if self.low or self.high else ()
        lengths = tuple(SuitLength(suit, length) for suit, length in self.lengths.items())
        shape: Literal["balanced", ""] = "balanced" if self.balanced else ""
        held = Holding(strength, lengths, shape, stopped=self.stopped)
        return Meaning((self.name,) if self.name else (), held)

    def __str__(self) -> str:
        """Return the promise in words, such as `15-17 points, balanced`."""
        return written(self.meaning)


def artificial(dealer: Seat, before: Sequence[Call], call: Call) -> bool:
    """Return True if a call is artificial: a double that asks partner for a suit."""
    seat, story = Seat((dealer + len(before)) % 4), AuctionStory(dealer, before)
    return call is Call.DOUBLE and story.inferences[seat].silent and story.inferences[seat.partner].silent


def meaning(dealer: Seat, calls: Sequence[Call]) -> Meaning:
    """Return the meaning of the last call in `calls`, in the fields of the protocol."""
    *before, call = calls
    return replace(promise(dealer, calls).meaning, artificial=artificial(dealer, before, call))


def promise(dealer: Seat, calls: Sequence[Call]) -> Promise:
    """Return the points and suit lengths that the last call in `calls` promises."""
    *before, call = calls
    seat, story = Seat((dealer + len(before)) % 4), AuctionStory(dealer, before)
    me, partner = story.inferences[seat], story.inferences[seat.partner]
    if artificial(dealer, before, call):
        unnamed = {suit: 3 for suit in reversed(Suit) if suit not in story.suits_against(seat)}
        return Promise(low=12, lengths=unnamed, name=Agreement("Takeout double"))
    if not call.is_bid:
        return Promise()
    if me.silent and partner.silent:
        return _overcall(call, story.suits_against(seat)) if story.bids else _opening(call)
    return _later(story, seat, call)


def _opening(bid: Call) -> Promise:
    suit = bid.strain.trumps
    if suit is None:
        low, high = {1: (15, 17), 2: (20, 22)}.get(bid.level, (23, None))
        return Promise(low=low, high=high, balanced=True)
    if bid.level == 1:
        return Promise(low=10, lengths={suit: 4}, name=LIGHT)
    return Promise(low=6, high=11, lengths={suit: bid.level + 4})


def _overcall(bid: Call, theirs: Sequence[Suit]) -> Promise:
    suit = bid.strain.trumps
    if suit is None:
        return Promise(low=15, high=18, balanced=True, stopped=tuple(theirs))
    return Promise(
        low=OVERCALL.get(bid.level, 0),
        lengths={suit: max(5, bid.level + 3)},
        count="either",
    )


def _later(story: AuctionStory, seat: Seat, bid: Call) -> Promise:
    """Return the promise of a bid that is not the first bid or double of the player's side."""
    me, partner, suit = story.inferences[seat], story.inferences[seat.partner], bid.strain.trumps
    forced = story.forced is seat and bid.level <= 3 and bid.level == story.cheapest(bid.strain)
    if forced and (suit is None or suit in (*me.named, *partner.named)):
        return Promise(name=Agreement("Forced"))
    low = max(0, story.need(seat, bid) - partner.low)
    if suit is None:
        return Promise(low=low, name=Agreement("To play"))
    if suit in partner.named:
        if low == 0 or (len(partner.named) == 2 and bid.level <= 2):
            return Promise(name=Agreement("Prefers *", (suit,)))
        lengths = {suit: max(1, 8 - partner.length(suit))}
        return Promise(low=low, lengths=lengths, count="support")
    if suit in me.named:
        length = 4 if partner.doubled else 5 if bid.level < 3 else 6
        return Promise(low=low, lengths={suit: length}, count="support")
    if story.answers_double(seat):
        return Promise(low=low, lengths={suit: 3}, name=Agreement("Answers the double"))
    return Promise(low=low, lengths={suit: 5 if story.answers_notrump(seat) else 4})


def explanations(
    own: BridgeOwn | None, dealer: Seat, calls: Sequence[Call], mine: Collection[int]
) -> tuple[Explain, ...]:
    """Return explanations of this seat's calls for the opponents that have asked about them.

    Where partners explain, these are explanations of partner's calls, and artificial ones are alerted without
    a question. `mine` are the indexes of the calls that this robot itself has made. If another robot or a
    player has made a call, this robot explains what the same call would mean in its own bidding.
    """
    if own is None or own.seat is None or "explain" not in own.may:
        return ()
    answers: list[Explain] = []
    for place in (*asked(own, calls), *unalerted(own, dealer, calls, partial(_is_artificial, dealer, calls))):
        told = replace(meaning(dealer, calls[: place + 1]), made=place in mine)
        answers.append(Explain(place, written(told), _is_artificial(dealer, calls, place), told))
    return tuple(answers)


def _is_artificial(dealer: Seat, calls: Sequence[Call], place: int) -> bool:
    return artificial(dealer, calls[:place], calls[place])


def asked(own: BridgeOwn, calls: Sequence[Call]) -> tuple[int, ...]:
    """Return the indexes of the calls about which opponents have asked this seat and got no answer so far."""
    if own.seat is None:
        return ()
    return tuple(
        question.call
        for question in (own.questions or {}).values()
        if not question.answered and question.seat % 2 != own.seat % 2 and question.call < len(calls)
    )


def unalerted(
    own: BridgeOwn, dealer: Seat, calls: Sequence[Call], alerts: Callable[[int], bool]
) -> tuple[int, ...]:
    """Return the indexes of partner's calls that this seat has to alert now, where partners explain.

    `alerts` decides if the call with an index is alerted. A call that is alerted or explained already, or
    about which an opponent has asked, is left out.
    """
    if not own.partner_explains or own.seat is None:
        return ()
    done = {key // 4 for key, remark in (own.remarks or {}).items() if remark.seat == own.seat}
    done.update(asked(own, calls))
    partners = range((own.seat.partner - dealer) % 4, len(calls), 4)
    return tuple(place for place in partners if place not in done and alerts(place))
