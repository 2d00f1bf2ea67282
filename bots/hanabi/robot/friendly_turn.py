"""The choice of an action by the robot `friendly` on its turn at Hanabi.

The robot compares what the players will probably do next with and without each clue, and gives the clue that
leads to the most good plays and saves. The robot plays a card that it knows to be playable, unless a clue has
to save another player's card at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from bots.hanabi.robot.piles import kinds
from bots.hanabi.robot.suits import touched_by
from bots.hanabi.robot.understanding import ClueGiven, Understanding
from protocol.rules.hanabi.limits import MAX_STRIKES, MOST_CLUES
from protocol.v1.hanabi import Action, Clue, Discard, HanabiOwn, HanabiPub, PlayCard, RankClue

LEAST_WORTH = (9.0, 0.55, 0.45, 0.35, 0.35, 0.3, 0.25, 0.2, -9.0)
"""The least worth in points of a clue that is given instead of a discard, by the number of clue tokens."""
LEAST_WORTH_AT_END = -0.1
"""The least worth of a clue when the deck is so short that a discard costs a turn needed for a play."""
LEAST_WORTH_TOO_LATE = -0.5
"""The least worth of a clue when the deck is already too short to play all cards that are still needed."""
SAVED_FIRST = 0.8
"""The expected loss in points that a clue must prevent to be given before a play that surely succeeds."""
LAST_COPY = 1.0
"""The loss in points by the discard of the last copy of a card that can still be played."""
HIGHER_CARD = 0.25
"""The additional loss in points, after a last copy is discarded, for each higher card of the suit."""
PLAYABLE = 0.5
"""The loss in points by the discard of a playable card of which other copies are left."""
SECOND = 0.35
"""The loss in points by the discard of the second card of a suit, such as a 2, if other copies are left."""
LATER = 0.15
"""The loss by any other discard, to be divided by the number of cards that must be played before the card."""
VISIBLE = 0.15
"""The share of the loss by a discard that remains if another copy of the discarded card is visible."""
SOON = (1.3, 0.7, 0.5, 0.5, 0.5)
"""The weights of the losses by the discards of the next players, in the order of their turns."""
FASTER = 0.985
"""The worth of a successful play relative to the worth of a play one turn earlier."""
MISPLAY = 3.0
USELESS = 0.35
"""The loss in points for each useless card that a clue touches."""
MISLEADING = 0.4
"""The loss in points for each card that its player takes for another card after a clue."""
BREACH = 1.0
"""The loss in points by a clue that breaks the conventions, for a breach of the weight 1."""
KNOWN = 0.01
"""The gain in points for each identity of a card that its player can rule out after a clue."""
MOST_KNOWN = 0.3
WORTH_A_TURN = 0.5
"""The least worth in points of a clue that is given in the last round."""
FOLLOWED = 1.5
"""The number of ranks by which a playable card counts as lower if another hand has the next card of its suit.

Of several playable cards, the lower ones are played first.
"""


class Forecast(NamedTuple):
    """The plays and discards of all players if no player gives a clue.

    `points` is the number of successful plays, with less weight for later plays, minus the losses by
    misplays. `misplays` is the number of misplays, and `losses` the expected loss of points by the next
    discards.
    """

    points: float
    misplays: int
    losses: float


class Worth(NamedTuple):
    """The worth of a clue in points, and the expected loss by other players' discards that it prevents."""

    points: float
    saved: float


NOTHING = Worth(-99.0, 0.0)


class FriendlyTurn:
    """The choice of a Hanabi action for the seat on turn, from its understanding of the game."""

    def __init__(self, game: Understanding, pub: HanabiPub, own: HanabiOwn) -> None:
        self._game = game
        self._me = game.me
        self._pub = pub
        self._own = own
        self._strikes = pub.strikes or 0

    def choose(self) -> Action | None:
        """Return the action of this seat, or None if the conventions determine no action."""
        play = self._best_play()
        if self._pub.end_turn is not None:
            return self._last_round(play)
        clue, worth = self._best_clue()
        if play is not None:
            waits = worth.saved >= SAVED_FIRST and worth.points > 0 and play not in self._game.called
            return clue if clue is not None and waits else PlayCard(play)
        order, loss = self._best_discard()
        if order is None or (clue is not None and worth.points + loss >= self._least_worth()):
            return clue
        return Discard(order)

    def _last_round(self, play: int | None) -> Action | None:
        """Return the action of this seat in the last round.

        In the last round a strike costs nothing, unless it is the third.
        """
        if play is not None:
            return PlayCard(play)
        clue, worth = self._best_clue()
        if clue is not None and worth.points >= WORTH_A_TURN:
            return clue
        hopes = {order: self._hope(order) for order in self._mine(self._own.plays)}
        likeliest = max(hopes, key=lambda order: hopes[order], default=None)
        if likeliest is not None and hopes[likeliest] > 0 and self._strikes < MAX_STRIKES - 1:
            return PlayCard(likeliest)
        order, _ = self._best_discard()
        return Discard(order) if clue is None and order is not None else clue

    def _mine(self, legal: tuple[int, ...] | None) -> list[int]:
        """Return those of the legal cards that are in the hand of this seat."""
        return [order for order in legal or () if order in self._game.hands[self._me]]

    def _least_worth(self) -> float:
        """Return how many points a clue must be worth at least to be better than a discard."""
        game = self._game
        points = sum(game.heights)
        best = points + sum(not game.dead >> kind & 1 for kind in game.lines.copies)
        to_spare = points + self._pub.left + game.players - best
        if to_spare > 0 or self._pub.clues < 1:
            return LEAST_WORTH[int(self._pub.clues)]
        return LEAST_WORTH_AT_END if to_spare == 0 else LEAST_WORTH_TOO_LATE

    def _best_play(self) -> int | None:
        """Return the card that this seat should play first, None if it knows of no playable card."""
        game, legal = self._game, self._mine(self._own.plays)
        plays = [order for order in game.plays(self._me) if order in legal]
        others = game.in_other_hands()
        return max(plays, key=lambda order: self._priority(order, others.keys()), default=None)

    def _priority(self, order: int, others: Set[int]) -> tuple[bool, float, int, int]:
        """Return a sort key for the plays of this seat, with the highest key for the best play."""
        game, ways = self._game, kinds(self._game.thinks(self._me, order))
        places = followed = 0
        for kind in ways:
            place = game.lines.place[kind]
            places += place
            followed += not others.isdisjoint(game.lines.lines[kind >> 3][place + 1 : place + 2])
        literal = game.literally(self._me, order).bit_count()
        return order in game.called, (FOLLOWED * followed - places) / len(ways), -literal, order

    def _best_discard(self) -> tuple[int | None, float]:
        """Return the card to be discarded and the expected loss, None if discards are illegal."""
        game, legal = self._game, self._mine(self._own.discards)
        useless = [order for order in legal if game.useless(self._me, order)]
        if useless:
            return useless[0], 0.0
        chop = game.chop(self._me)
        if chop in legal:
            return chop, self._expected_loss(chop)
        losses = {order: self._expected_loss(order) for order in legal}
        least = min(losses, key=lambda order: losses[order], default=None)
        return least, 0.0 if least is None else losses[least] + USELESS

    def _weighed(self, order: int) -> Iterator[tuple[int, float]]:
        """Yield each identity that a card of this seat can have, with its probability."""
        game, visible = self._game, self._game.in_other_hands()
        ways = kinds(game.thinks(self._me, order))
        weights = {kind: max(0, game.left[kind] - visible[kind]) for kind in ways}
        whole = sum(weights.values()) or 1
        return ((kind, weight / whole) for kind, weight in weights.items())

    def _expected_loss(self, order: int) -> float:
        return sum(likely * self._loss(self._game, kind) for kind, likely in self._weighed(order))

    def _hope(self, order: int) -> float:
        """Return the probability that a card of this seat is playable."""
        return sum(likely for kind, likely in self._weighed(order) if self._game.playable >> kind & 1)

    def _loss(self, game: Understanding, kind: int) -> float:
        """Return how many points the discard of a card with this suit and rank probably costs."""
        if game.dead >> kind & 1:
            return 0.0
        line, place = game.lines.lines[kind >> 3], game.lines.place[kind]
        if game.critical >> kind & 1:
            higher = sum(not game.dead >> each & 1 for each in line[place + 1 :])
            return LAST_COPY + HIGHER_CARD * higher
        away = place - game.heights[kind >> 3]
        return PLAYABLE if away == 0 else SECOND if place == 1 else LATER / away

    def _best_clue(self) -> tuple[Clue | None, Worth]:
        """Return the most useful clue, or None if clues are illegal, and how much the clue is worth."""
        best: tuple[Clue | None, Worth] = None, NOTHING
        without = self._game.copy()
        without.passes(self._me)
        forecast = self._forecast(without)
        for clue in self._own.clues or ():
            worth = self._worth(clue, forecast)
            if worth.points > best[1].points:
                best = clue, worth
        return best

    def _worth(self, clue: Clue, without: Forecast) -> Worth:
        """Return how many points a clue is worth, in comparison with the forecast `without` a clue."""
        before, to = self._game, clue.to
        cards = touched_by(self._pub.variant, clue)
        touched = tuple(order for order in before.hands[to] if cards >> before.seen[order] & 1)
        rank = clue.rank if isinstance(clue, RankClue) else None
        game = before.copy()
        game.hear(ClueGiven(self._me, to, touched, cards, rank, self._pub.clues < MOST_CLUES))
        forecast = self._forecast(game)
        saved = without.losses - forecast.losses
        misplays = max(0, forecast.misplays - without.misplays)
        useful = [order for order in before.hands[to] if not before.dead >> before.seen[order] & 1]
        ruled_out = sum(
            before.thinks(to, order).bit_count() - game.thinks(to, order).bit_count() for order in useful
        )
        misled = sum(
            not game.thinks(to, order) >> before.seen[order] & 1 for order in useful if order in touched
        )
        points = (
            forecast.points
            - without.points
            + saved
            + min(MOST_KNOWN, KNOWN * ruled_out)
            - MISPLAY * misplays
            - USELESS * self._useless(to, touched)
            - MISLEADING * misled
            - BREACH * (game.breaches[self._me] - before.breaches[self._me])
        )
        return Worth(points, -1.0 if forecast.misplays > without.misplays else saved)

    def _useless(self, to: int, touched: tuple[int, ...]) -> int:
        """Return how many cards without an earlier clue a clue would touch although they are of no use."""
        game = self._game
        new = [order for order in touched if order not in game.clued]
        not_needed = game.dead | game.held(to)
        for order in game.hands[to]:
            not_needed |= (order in game.clued) << game.seen[order]
        single = {game.seen[order] for order in new}
        return len(new) - sum(not not_needed >> kind & 1 for kind in single)

    def _forecast(self, start: Understanding) -> Forecast:
        """Return the probable plays and discards of all players after this turn if no player gives a clue."""
        game, points, misplays, losses, weight, idle = start.copy(), 0.0, 0, 0.0, 1.0, 0
        for step in range(1, 1 + self._horizon):
            seat = (self._me + step) % game.players
            plays = game.plays(seat)
            if plays:
                kind = game.seen[plays[0]] if seat != self._me else kinds(game.thinks(seat, plays[0]))[0]
                fits = bool(game.playable >> kind & 1)
                points += weight if fits else -weight * self._loss(game, kind)
                misplays += not fits
                game.leave(seat, plays[0], kind, "played" if fits else "misplayed", None)
                idle = 0
            else:
                if step < game.players:
                    losses += SOON[step - 1] * self._loss_by_discard(game, seat)
                game.passes(seat)
                idle += 1
            if idle >= game.players:
                break
            weight *= FASTER
        return Forecast(points, misplays, losses)

    @property
    def _horizon(self) -> int:
        """Return the number of turns that the robot looks ahead."""
        end, rounds = self._pub.end_turn, 2 * self._game.players
        return rounds if end is None else min(rounds, end - self._pub.turns - 1)

    def _loss_by_discard(self, game: Understanding, seat: int) -> float:
        """Return how many points the next discard of the player in `seat` is expected to cost."""
        chop = game.chop(seat)
        if chop is None or any(game.useless(seat, order) for order in game.hands[seat]):
            return 0.0
        kind = game.seen[chop]
        twice = game.in_other_hands()[kind] > 1 or game.held(seat) >> kind & 1
        return self._loss(game, kind) * (VISIBLE if twice else 1.0)
