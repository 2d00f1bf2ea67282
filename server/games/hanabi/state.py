"""A game of Hanabi as a frozen value; touch, piles, characters and ending own their rules, this routes."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.hanabi import (
    Action,
    Card,
    Character,
    Clue,
    Clued,
    ColorClue,
    Deal,
    Dealt,
    Discard,
    End,
    Ended,
    Fate,
    GameResult,
    Given,
    HanabiOwn,
    HanabiPub,
    Last,
    Moved,
    Options,
    OutOfTime,
    PlayCard,
    RankClue,
    Stopped,
    Variant,
    Vote,
    Voted,
)
from server.errors import IllegalAction
from server.games.base import Audience, Rng
from server.games.hanabi import characters, dealing, ending, knowledge, moves, results, view
from server.games.hanabi.characters import CONTRARIAN, FOLLOWER, NONE, Move
from server.games.hanabi.piles import Pile, best, wanted

LogAction = Action | Deal | OutOfTime


class HanabiState(Struct, frozen=True, kw_only=True, gc=False):
    """One game, from before its deal to its end.

    `hands` hold cards by their place in the deck, the oldest first; `piles` by suit likewise. `tokens` are
    clues, or half clues where a clue costs two. `best` is the highest score that can still be reached.
    `fates` are of the cards that have left their hands, `possible` what the cards in hands can be by clues
    alone. `stranded` are those whose players have no turn any more. `way` is +1 or -1, the direction of play,
    and `end_turn` the turn that is not played any more once the last card is drawn. `memory` is what the
    characters remember. `votes` are the seats that want to end it.
    """

    options: Options = Options()
    variant: Variant
    game_no: int = 1
    deck: tuple[Card, ...] = ()
    seed: str = ""
    characters: tuple[Character, ...] = ()
    memory: tuple[int, ...] = ()
    drawn: int = 0
    hands: tuple[tuple[int, ...], ...] = ()
    piles: tuple[tuple[int, ...], ...] = ()
    discards: tuple[int, ...] = ()
    fates: dict[int, Fate] = {}
    possible: dict[int, int] = {}
    given: tuple[Given, ...] = ()
    stranded: tuple[int, ...] = ()
    tokens: int = 0
    strikes: int = 0
    best: int = 0
    turn: int = 0
    moves: int = 0
    seat: int = 0
    way: int = 1
    end_turn: int | None = None
    votes: tuple[int, ...] = ()
    ended: Ended | None = None
    event: Last | None = None

    @property
    def clue_cost(self) -> int:
        return 2 if self.variant.half_clues else 1

    @property
    def clue_gain(self) -> int:
        """What a discard, or a finished pile, gives."""
        return 1

    @property
    def most_tokens(self) -> int:
        return 8 * self.clue_cost

    @property
    def ranks(self) -> tuple[Pile, ...]:
        """The ranks that lie on each pile."""
        return tuple(tuple(self.deck[order].rank for order in pile) for pile in self.piles)

    @property
    def score(self) -> int:
        """How many cards lie on the piles."""
        return sum(map(len, self.piles))

    def to_act(self) -> tuple[int, ...]:
        return () if self.ended is not None or not self.deck else (self.seat,)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act():
            return ()
        return tuple(moves.effect(self, move) for move in moves.legal(self, seat))

    def progress(self) -> tuple[int, int]:
        return 0, self.moves

    def apply(self, seat: int | None, action: LogAction, at_ms: int = 0) -> HanabiState:
        match action:
            case PlayCard() | Discard() | ColorClue() | RankClue():
                return self._move(seat, action)
            case Vote():
                return self._vote(seat, action)
            case OutOfTime():
                return self._out_of_time(seat)
            case Deal():
                return self._dealt(seat, action)
            case _:
                assert_never(action)

    def _dealt(self, seat: int | None, deal: Deal) -> HanabiState:
        if seat is not None:
            raise IllegalAction("only chance deals")
        if not self.deal_due():
            raise IllegalAction("the cards are dealt already" if self.deck else "all games have been played")
        dealing.check(self, deal)
        players, size = self.options.players, dealing.hand_size(self.options)
        hands = tuple(tuple(range(size * place, size * (place + 1))) for place in range(players))
        anything = knowledge.anything(self.variant)
        return replace(
            self,
            deck=deal.deck,
            seed=deal.seed,
            characters=deal.characters,
            memory=(NONE,) * players,
            drawn=players * size,
            hands=hands,
            piles=((),) * len(self.variant.suits),
            possible=dict.fromkeys(range(players * size), anything),
            tokens=self.most_tokens,
            best=len(self.variant.suits) * self.variant.stack,
            seat=self.options.starting_player,
            event=Dealt(),
        )

    def _move(self, seat: int | None, move: Move) -> HanabiState:
        if seat is None or seat not in self.to_act():
            raise IllegalAction("it is not your turn" if self.ended is None else "the game has ended")
        words = moves.refusal(self, seat, moves.effect(self, move))
        if words is not None:
            raise IllegalAction(words)
        touched: tuple[int, ...] = ()
        match move:
            case PlayCard():
                after = self._play(seat, move.card)
            case Discard():
                after = self._discard(seat, move.card)
            case ColorClue() | RankClue():
                touched = moves.touched(self, move)
                after = self._clue(seat, move, touched)
            case _:
                assert_never(move)
        memory = characters.remembered(self, seat, move, touched)
        stranded = self.stranded
        if self.end_turn is not None and self.turn > self.end_turn - 1 - self._last_round():
            stranded = (*stranded, *after.hands[seat])
        after = replace(after, memory=memory, moves=self.moves + 1, stranded=stranded)
        if characters.rules_of_character(self, seat).again(memory[seat]):
            return after._checked()
        return after._next(seat)

    def _play(self, seat: int, order: int) -> HanabiState:
        card, piles = self.deck[order], self.piles
        fits = card.rank in wanted(self.variant, self.ranks, card.suit)
        if not (fits and self._follows(seat, card)):
            left = self._left(seat, order, "misplayed")
            return replace(left, strikes=self.strikes + 1, discards=(*self.discards, order))._judged()
        pile = (*piles[card.suit], order)
        piles = (*piles[: card.suit], pile, *piles[card.suit + 1 :])
        after = replace(self._left(seat, order, "played"), piles=piles)
        if len(pile) == self.variant.stack and not self.variant.hole:
            after = after._gained()
        return after._judged()

    def _follows(self, seat: int, card: Card) -> bool:
        """Whether a Follower's card comes after two of its rank; anybody else's need not."""
        if not characters.is_a(self, seat, FOLLOWER):
            return True
        return sum(card.rank in pile for pile in self.ranks) >= 2

    def _discard(self, seat: int, order: int) -> HanabiState:
        left = self._left(seat, order, "discarded")
        return replace(left, discards=(*self.discards, order))._gained()._judged()

    def _gained(self) -> HanabiState:
        return replace(self, tokens=min(self.most_tokens, self.tokens + self.clue_gain))

    def _left(self, seat: int, order: int, how: Literal["played", "discarded", "misplayed"]) -> HanabiState:
        """The game when a card has left its hand, or the top of the deck, and another is drawn for it."""
        fate, drawn = Fate(self.turn, seat, how), max(self.drawn, order + 1)
        hand = tuple(other for other in self.hands[seat] if other != order)
        possible = {other: mask for other, mask in self.possible.items() if other != order}
        new = drawn if drawn < len(self.deck) and order < self.drawn else None
        if new is not None:
            hand, drawn, possible[new] = (*hand, new), drawn + 1, knowledge.anything(self.variant)
        left = replace(
            self,
            hands=_put(self.hands, seat, hand),
            drawn=drawn,
            fates={**self.fates, order: fate},
            possible=possible,
            event=Moved(order, new),
        )
        if drawn < len(self.deck) or self.end_turn is not None or self.options.all_or_nothing:
            return left
        return replace(left, end_turn=self.turn + 1 + self._last_round())

    def _judged(self) -> HanabiState:
        """The game with the best score that can be reached after a discard or a play; it never rises."""
        discarded: dict[Card, int] = {}
        for order in self.discards:
            card = self.deck[order]
            discarded[card] = discarded.get(card, 0) + 1
        return replace(self, best=min(self.best, best(self.variant, self.ranks, discarded)))

    def _last_round(self) -> int:
        """How many turns follow the one in which the last card is drawn."""
        contrary = any(characters.is_a(self, each, CONTRARIAN) for each in range(len(self.hands)))
        return 2 if contrary else len(self.hands)

    def _clue(self, seat: int, clue: Clue, touched: tuple[int, ...]) -> HanabiState:
        color = clue.color if isinstance(clue, ColorClue) else None
        rank = clue.rank if isinstance(clue, RankClue) else None
        given = Given(self.turn, seat, clue.to, touched, color, rank)
        hand = self.hands[clue.to]
        return replace(
            self,
            tokens=self.tokens - self.clue_cost,
            given=(*self.given, given),
            possible=knowledge.told(self.variant, self.possible, hand, clue, touched),
            hands=self._cycled(seat) if self.options.card_cycle else self.hands,
            event=Clued(len(self.given)),
        )

    def _cycled(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """The hands when the giver of a clue has moved his oldest card without one to the newest place."""
        hand, clued = self.hands[seat], {order for given in self.given for order in given.cards}
        chop = next((order for order in hand if order not in clued), None)
        if chop is None:
            return self.hands
        return _put(self.hands, seat, (*(order for order in hand if order != chop), chop))

    def _next(self, seat: int) -> HanabiState:
        """The next turn, or the end."""
        way = -self.way if characters.is_a(self, seat, CONTRARIAN) else self.way
        after = replace(self, turn=self.turn + 1, seat=(seat + way) % len(self.hands), way=way)
        if characters.stuck(after, after.seat):
            return replace(after, ended=Ended(End.CHARACTER_SOFTLOCK, after.seat))
        return after._checked()

    def _checked(self) -> HanabiState:
        """The game, or its end: also where all would wait for ever for who is forbidden everything."""
        ended = ending.checked(self)
        bound = self.characters or self.options.all_or_nothing
        if ended is None and bound and not moves.some(self, self.seat):
            ended = Ended(End.CHARACTER_SOFTLOCK, self.seat)
        return replace(self, ended=ended)

    def _vote(self, seat: int | None, vote: Vote) -> HanabiState:
        if seat is None or not self.to_act():
            raise IllegalAction("a player votes for the end of a game that goes on")
        if vote.end == (seat in self.votes):
            raise IllegalAction("you have voted so already")
        votes = tuple(sorted({*self.votes, seat} if vote.end else {*self.votes} - {seat}))
        voted = replace(self, votes=votes)
        if len(votes) >= max(2, len(self.hands) / 2):
            voted = voted.stopped(End.VOTED, None)
        return replace(voted, event=Voted(seat, vote.end))

    def _out_of_time(self, seat: int | None) -> HanabiState:
        if seat is None or seat not in self.to_act():
            raise IllegalAction("only the time of a seat that is to act runs out")
        return self.stopped(End.TIMEOUT, seat)

    def stopped(self, end: End, seat: int | None) -> HanabiState:
        """The game that has ended without a move, through a seat or none."""
        ended, turn, moves = Ended(end, seat), self.turn + 1, self.moves + 1
        return replace(self, turn=turn, moves=moves, ended=ended, event=Stopped(ended))

    def deal_due(self) -> bool:
        return not self.deck and not 0 < self.options.games < self.game_no

    def chance(self, rng: Rng) -> Deal | None:
        return dealing.drawn(self, rng) if self.deal_due() else None

    def pub(self) -> HanabiPub:
        return view.public_half(self)

    def own(self, audience: Audience) -> HanabiOwn | None:
        return view.own_half(self, audience)

    def carry(self) -> HanabiState:
        return results.carried(self)

    def result(self) -> GameResult | None:
        return results.result_of(self)


def start(options: Options) -> HanabiState:
    """The state before the deal. Raises IllegalAction for options that do not go together."""
    options = dealing.settled(options)
    variant = dealing.variant_of(options)
    return HanabiState(options=options, variant=variant, seed=dealing.seed_of(options, variant))


def _put(hands: tuple[tuple[int, ...], ...], seat: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])
