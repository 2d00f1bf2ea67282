"""An auction as bidding rules see it: the promises of its calls, forcing calls and agreed suits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bots.bridge.bidding.hand_facts import NOTRUMP, SUITS
from bots.bridge.bidding.promises import Ranges, any_of, narrowed
from bots.bridge.bidding.rules import LEVEL, ORDER, STRAIN, Force, Rule, bid
from protocol.rules.bridge.auction import caller
from protocol.v1.bridge import Call, Seat, Vulnerability


@dataclass(frozen=True, slots=True)
class Shown:
    """The calls of one seat so far, and the limits that they set to the seat's hand.

    `named` are the suits that the seat has bid naturally, in the order of its bids. `calls` is the number of
    the seat's calls, `actions` the number of its calls other than pass. `takeout` is True once the seat has
    made a takeout double. `last` is the bidding rule that explains the seat's last call.
    """

    ranges: Ranges = field(default_factory=Ranges)
    named: tuple[int, ...] = ()
    calls: int = 0
    actions: int = 0
    takeout: bool = False
    notrump: bool = False
    last: Rule | None = None
    first: Call | None = None

    @property
    def low(self) -> int:
        """Return the least strength, in points, that the player has shown."""
        return self.ranges.low

    @property
    def high(self) -> int:
        """Return the greatest strength, in points, that the player can have."""
        return self.ranges.high

    @property
    def limited(self) -> bool:
        """Return True if the calls limit the strength of the player to a range of at most nine points."""
        return self.high - self.low <= 8

    @property
    def expected(self) -> int:
        """Return the average strength, in points, of hands in the shown range; weak hands count more."""
        return self.low + (min(self.high - self.low, 8) + 1) // 3

    @property
    def most(self) -> int:
        """Return the greatest strength to expect, in points: at most eight above the least strength shown."""
        return min(self.high, self.low + 8)

    def length(self, suit: int) -> int:
        """Return the least number of cards that the player has shown in a suit."""
        return self.ranges.shortest[suit]

    def longest(self, suit: int) -> int:
        """Return the greatest number of cards that the player can have in a suit."""
        return self.ranges.longest[suit]


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction in progress, as the seat that is to call sees it.

    `force` tells, for North-South and for East-West, if the last calls of the side are forcing, and how far.
    `agreed` is the trump suit that each side has agreed, or None. `standing` is the last bid; `doubled` is 2
    if this bid is doubled, 4 if it is redoubled, else 1.
    """

    dealer: Seat
    vulnerability: Vulnerability
    calls: tuple[Call, ...] = ()
    shown: tuple[Shown, ...] = field(default_factory=lambda: (Shown(),) * 4)
    force: tuple[Force, Force] = (Force.NONE, Force.NONE)
    agreed: tuple[int | None, int | None] = (None, None)
    standing: Call | None = None
    bidder: Seat | None = None
    doubled: int = 1
    opener: Seat | None = None
    opening: Call | None = None

    @property
    def seat(self) -> Seat:
        """Return the seat that makes the next call."""
        return caller(self.dealer, self.calls)

    @property
    def me(self) -> Shown:
        """Return what the seat that is to call has shown about its hand by its earlier calls."""
        return self.shown[self.seat]

    @property
    def partner(self) -> Shown:
        """Return what partner has shown about partner's hand by earlier calls."""
        return self.shown[(self.seat + 2) % 4]

    @property
    def lho(self) -> Shown:
        """Return what the left-hand opponent has shown about that hand by earlier calls."""
        return self.shown[(self.seat + 1) % 4]

    @property
    def rho(self) -> Shown:
        """Return what the right-hand opponent has shown about that hand by earlier calls."""
        return self.shown[(self.seat + 3) % 4]

    @property
    def vulnerable(self) -> bool:
        """Return True if the side that is to call is vulnerable."""
        return self.vulnerability.includes(self.seat.side)

    @property
    def they_are_vulnerable(self) -> bool:
        """Return True if the opponents of the side that is to call are vulnerable."""
        return self.vulnerability.includes(self.seat.lho.side)

    @property
    def rho_call(self) -> Call:
        """Return the last call of the auction, or pass if no call has been made."""
        return self.calls[-1] if self.calls else Call.PASS

    @property
    def partner_call(self) -> Call | None:
        """Return partner's last call."""
        return self.calls[-2] if len(self.calls) >= 2 else None

    @property
    def rho_passed(self) -> bool:
        """Return True if the last call was a pass."""
        return self.rho_call is Call.PASS

    @property
    def we_opened(self) -> bool:
        """Return True if the side that is to call made the first bid of the auction."""
        return self.opener is not None and self.opener % 2 == self.seat % 2

    @property
    def they_hold_the_bid(self) -> bool:
        """Return True if the opponents of the side that is to call made the highest bid so far."""
        return self.bidder is not None and self.bidder % 2 != self.seat % 2

    @property
    def we_hold_the_bid(self) -> bool:
        """Return True if the side that is to call made the highest bid so far."""
        return self.bidder is not None and self.bidder % 2 == self.seat % 2

    @property
    def passing_ends_it(self) -> bool:
        """Return True if a pass now ends the auction."""
        return self.standing is not None and self.calls[-2:] == (Call.PASS, Call.PASS)

    @property
    def their_suits(self) -> tuple[int, ...]:
        """Return the suits that the opponents have shown, in the order of their seats."""
        suits = [*self.rho.named, *self.lho.named]
        return tuple(dict.fromkeys(suits))

    @property
    def contested(self) -> bool:
        """Return True if the opponents have made a call other than pass."""
        return self.lho.actions + self.rho.actions > 0

    @property
    def our_agreed(self) -> int | None:
        """Return the trump suit on which the side that is to call has agreed, or None."""
        return self.agreed[self.seat % 2]

    @property
    def our_force(self) -> Force:
        """Return how far the calls so far force the side that is to call: not at all, once, or to game."""
        return self.force[self.seat % 2]

    @property
    def forced(self) -> bool:
        """Return True if the player that is to call must not pass."""
        if not self.rho_passed and self.rho_call is not Call.DOUBLE and self.rho_call is not Call.REDOUBLE:
            return False
        if self.our_force is Force.ROUND and self.rho_passed:
            return True
        return self.our_force is Force.GAME and self.rho_passed and not self.at_game

    @property
    def at_game(self) -> bool:
        """Return True if the highest bid so far is a game that is meant to be played."""
        if self.standing is None or self.bidder is None:
            return False
        last = self.shown[self.bidder].last
        if last is not None and last.call is self.standing and not last.natural:
            return False
        level, strain = LEVEL[self.standing], STRAIN[self.standing]
        return level >= (3 if strain == NOTRUMP else 4 if strain >= 2 else 5)

    def cheapest(self, strain: int) -> int:
        """Return the lowest level at which a strain can be bid, or 8 if the strain cannot be bid any more."""
        if self.standing is None:
            return 1
        return LEVEL[self.standing] + (strain <= STRAIN[self.standing])

    def can_bid(self, call: Call) -> bool:
        """Return True if a bid is higher than the highest bid so far."""
        return self.standing is None or ORDER[call] > ORDER[self.standing]

    def bids(self, strain: int, level: int) -> Call | None:
        """Return the bid of a level and a strain, or None if the bid is too low or does not exist."""
        if not self.cheapest(strain) <= level <= 7:
            return None
        return bid(level, strain)

    def unbid(self) -> tuple[int, ...]:
        """Return the suits that no player has shown."""
        named = {suit for shown in self.shown for suit in shown.named}
        return tuple(suit for suit in SUITS if suit not in named)

    def after(self, call: Call, rule: Rule) -> Auction:
        """Return the auction with one more call, which has the meaning of `rule`."""
        seat, side = self.seat, self.seat % 2
        mine, named = self.shown[seat], self.shown[seat].named
        strain = STRAIN[call]
        if call.is_bid and rule.natural and strain < NOTRUMP and strain not in named:
            named = (*named, strain)
        shown = Shown(
            narrowed(mine.ranges, rule.promise),
            named,
            mine.calls + 1,
            mine.actions + (call is not Call.PASS),
            mine.takeout or (call is Call.DOUBLE and not TAKEOUT.isdisjoint(rule.label.split(" or "))),
            mine.notrump or (call.is_bid and strain == NOTRUMP and rule.natural),
            rule,
            mine.first or call,
        )
        force = list(self.force)
        if force[side] is not Force.GAME:
            force[side] = rule.force
        elif rule.force is Force.ROUND:
            force[side] = Force.GAME
        agreed = list(self.agreed)
        if rule.agrees is not None:
            agreed[side] = rule.agrees
        elif call.is_bid and rule.natural and agreed[side] is None and strain in self.partner.named:
            agreed[side] = strain
        opening = self.opener is None and call.is_bid
        return replace(
            self,
            calls=(*self.calls, call),
            shown=tuple(shown if index == seat else other for index, other in enumerate(self.shown)),
            force=(force[0], force[1]),
            agreed=(agreed[0], agreed[1]),
            standing=call if call.is_bid else self.standing,
            bidder=seat if call.is_bid else self.bidder,
            doubled=1 if call.is_bid else {Call.DOUBLE: 2, Call.REDOUBLE: 4}.get(call, self.doubled),
            opener=seat if opening else self.opener,
            opening=call if opening else self.opening,
        )


TAKEOUT = frozenset(
    f"{kind} double" for kind in ("Takeout", "Negative", "Responsive", "Balancing", "Reopening")
)


def merged(rules: Sequence[Rule]) -> Rule:
    """Merge several rules for the same call into one, which promises that at least one promise is kept."""
    first, *others = rules
    if not others:
        return first
    labels = tuple(dict.fromkeys(rule.label for rule in rules if rule.label))
    return replace(
        first,
        promise=any_of([rule.promise for rule in rules]),
        label=labels[0] if len(labels) == 1 else " or ".join(labels),
        ruled=any(rule.ruled for rule in rules),
        alert=any(rule.alert for rule in rules),
    )
