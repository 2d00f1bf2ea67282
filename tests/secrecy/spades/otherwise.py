"""A Spades hand in the other world: what an observer cannot know is otherwise, and all he sees is the same.

Shown cards stay where they were, and every action stays legal: nobody gets a card that he could not have had
when he discarded, led a spade or played his lowest club, and bids that tell of spades stay true.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Deal, Keep, Pass
from protocol.v1.spades.deck import deck_of
from server.games.spades.state import SpadesState
from tests.secrecy.scenes.worlds import Log, Observer
from tests.secrecy.spades.knowledge import sees, unseen_by_its_player

SWAPS = 400


@dataclass
class Place:
    """Where hidden cards are: in a hand, laid away, or in the stock. `counted`: how many spades is known."""

    cards: list[Card]
    counted: bool = False
    out: set[Suit] = field(default_factory=set)
    only_spades: bool = False
    lowest_club: int = 0


def otherwise(log: Log, states: tuple[SpadesState, ...], observer: Observer, rng: Random) -> Log:
    """The log of one hand, its deal first, in the other world; `states` are those before and after it."""
    return _Hand(log, states, observer, rng).written()


class _Hand:
    def __init__(self, log: Log, states: tuple[SpadesState, ...], observer: Observer, rng: Random) -> None:
        self._log, self._states, self._end, self._rng = log, states, states[-1], rng
        self._deck = deck_of(self._end.rules)
        self._everything = bool(observer.role)
        self._seats = range(self._end.rules.players)
        self._hands_known = {
            seat
            for seat in sees(observer) & set(self._seats)
            if self._everything or not unseen_by_its_player(self._end, seat)
        }

    def written(self) -> Log:
        state = self._end
        assert state.deal is not None, "expected a hand that is dealt"
        hands, away, stock = self._places()
        self._shuffle([*hands.values(), *away.values(), stock])
        held = [list(state.hands[seat]) for seat in self._seats]
        for seat, place in hands.items():
            held[seat] = [*place.cards, *self._fixed(seat)]
        for play in state.plays:
            held[play.seat].append(play.card)
        if state.rules.players == 2:
            return self._drawn(held, away, stock.cards)
        return self._exchanged(held)

    def _is_spade(self, card: Card) -> bool:
        return self._deck.suits[card] is Suit.SPADES

    def _places(self) -> tuple[dict[int, Place], dict[int, Place], Place]:
        """The hidden hands, the hidden cards laid away, and the stock."""
        state = self._end
        assert state.deal is not None
        hands = {seat: self._hand(seat) for seat in self._seats if seat not in self._hands_known}
        away = {
            seat: Place(list(state.laid_away[seat]))
            for seat in self._seats
            if state.laid_away and (self._everything or seat not in self._hands_known)
        }
        return hands, away, Place(list(state.deal.stock[self._first_unseen :]))

    @property
    def _first_unseen(self) -> int:
        """From where on the observer knows nothing of the stock."""
        state = self._end
        looks = state.phase == "draw" and state.turn in self._hands_known and not self._everything
        return 2 * state.draws + 2 * looks

    def _hand(self, seat: int) -> Place:
        state, fixed = self._end, self._fixed(seat)
        counted = state.rules.bidding in ("mirror", "whiz") and seat in state.bids
        place = Place([card for card in state.hands[seat] if card not in fixed], counted)
        if state.rules.first_leader == "low_club" and state.phase == "play":
            place.lowest_club = self._deck.heights[self._lowest_club()]
        for number, play in enumerate(state.plays):
            if play.seat == seat:
                self._narrow(place, number)
        return place

    def _fixed(self, seat: int) -> list[Card]:
        """The cards of a hidden hand that the observer has passed to it, or who leads tells of."""
        state = self._end
        known = {
            card
            for given in state.passes
            if given.to == seat and given.seat in self._hands_known
            for card in given.cards
        }
        if state.rules.first_leader == "low_club" and state.phase == "play":
            known.add(self._lowest_club())
        return [card for card in state.hands[seat] if card in known]

    def _lowest_club(self) -> Card:
        """Who holds the lowest club of all leads."""
        begun = next(state for state in self._states if state.phase == "play")
        clubs = [card for hand in begun.hands for card in hand if self._deck.suits[card] is Suit.CLUBS]
        return min(clubs, key=self._deck.heights.__getitem__)

    def _narrow(self, place: Place, number: int) -> None:
        """What a card that was played tells of those that were kept."""
        state = self._end
        rules, suits, card = state.rules, self._deck.suits, state.plays[number].card
        first, leads = number < rules.players, number % rules.players == 0
        led = suits[state.plays[number - number % rules.players].card]
        before = next(each for each in reversed(self._states) if len(each.plays) == number)
        spade = suits[card] is Suit.SPADES
        if not leads and suits[card] is not led:
            place.out.add(led)
        if first and rules.first_trick == "low_club":
            if suits[card] is Suit.CLUBS:
                place.lowest_club = max(place.lowest_club, self._deck.heights[card])
            else:
                place.out.add(Suit.CLUBS)
            place.only_spades |= spade
        elif first and rules.first_trick == "no_spades":
            place.only_spades |= spade and (leads or led is not Suit.SPADES)
        elif leads and spade and rules.lead_spades != "anytime":
            place.only_spades |= not before.broken or rules.lead_spades == "only_if_forced"

    def _fits(self, place: Place, card: Card) -> bool:
        suit = self._deck.suits[card]
        if suit in place.out or (place.only_spades and suit is not Suit.SPADES):
            return False
        return suit is not Suit.CLUBS or self._deck.heights[card] >= place.lowest_club

    def _shuffle(self, places: list[Place]) -> None:
        places = [place for place in places if place.cards]
        for _ in range(SWAPS if len(places) > 1 else 0):
            one, other = self._rng.sample(places, 2)
            mine, yours = self._rng.randrange(len(one.cards)), self._rng.randrange(len(other.cards))
            give, take = one.cards[mine], other.cards[yours]
            counted = one.counted or other.counted
            if counted and self._is_spade(give) != self._is_spade(take):
                continue
            if self._fits(one, take) and self._fits(other, give):
                one.cards[mine], other.cards[yours] = take, give

    def _exchanged(self, whole: list[list[Card]]) -> Log:
        """What was passed between two whom the observer is not is anything that they could have passed."""
        state, passed = self._end, dict[int, tuple[Card, ...]]()
        deal = state.deal
        assert deal is not None
        for place in reversed(range(len(state.passes))):
            given = state.passes[place]
            cards = given.cards
            if not {given.seat, given.to} & self._hands_known:
                cards = self._as_many(whole[given.to], given.cards)
            passed[place] = cards
            whole[given.to] = [card for card in whole[given.to] if card not in cards]
            whole[given.seat] = [*whole[given.seat], *cards]
        hands = tuple(self._deck.sorted(tuple(hand)) for hand in whole)
        dealt = Deal(deal.hand, deal.dealer, hands)
        passes = iter(Pass(passed[place]) for place in range(len(passed)))
        return tuple((seat, self._instead(action, dealt, passes)) for seat, action in self._log)

    @staticmethod
    def _instead(action: object, dealt: Deal, passes: object) -> object:
        match action:
            case Deal():
                return dealt
            case Pass():
                return next(passes)
            case _:
                return action

    def _as_many(self, hand: list[Card], before: tuple[Card, ...]) -> tuple[Card, ...]:
        """As many cards of a hand, with as many spades among them as there were."""
        spades = [card for card in hand if self._is_spade(card)]
        others = [card for card in hand if not self._is_spade(card)]
        count = sum(map(self._is_spade, before))
        if self._end.rules.bidding in ("free", "suicide"):
            return tuple(self._rng.sample(hand, len(before)))
        return (*self._rng.sample(spades, count), *self._rng.sample(others, len(before) - count))

    def _drawn(self, whole: list[list[Card]], away: dict[int, Place], rest: list[Card]) -> Log:
        """What was drawn and laid away out of the observer's sight is paired in another way."""
        state, stock, log = self._end, list[Card](), list[tuple[int | None, object]]()
        assert state.deal is not None
        keeps = iter(state.kept)
        for place, (seat, action) in enumerate(self._log):
            if not isinstance(action, Keep):
                log.append((seat, action))
                continue
            assert seat is not None
            two = state.deal.stock[2 * (place - 1) : 2 * place]
            kept = next(keeps)
            if seat not in self._hands_known:
                kept = whole[seat].pop(self._rng.randrange(len(whole[seat])))
            laid = away[seat].cards.pop() if seat in away else two[two[0] is kept]
            pair = [kept, laid]
            if seat in away:
                self._rng.shuffle(pair)
            stock += pair if seat in away else two
            log.append((seat, Keep(kept)))
        known = state.deal.stock[len(stock) : self._first_unseen]
        log[0] = (None, Deal(state.deal.hand, state.deal.dealer, ((), ()), (*stock, *known, *rest)))
        return tuple(log)
