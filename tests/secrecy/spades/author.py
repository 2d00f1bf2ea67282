"""Spades scenes drawn by chance: a table by some house rules, a legal script, and what is tried meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

from protocol.rules.spades.sides import tricks_of
from protocol.v1.requests import NoClock, PerBoard, Policy
from protocol.v1.spades import Action, Bid, Deal, MakeBid, Options, PlayCard, Reveal
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.spades.state import SpadesState
from tests.secrecy.scenes.author import PAUSE_MS, ROBOT_MS, TEMPO_MS
from tests.secrecy.scenes.worlds import (
    CLOCKS,
    Log,
    Move,
    NextBoard,
    Observer,
    Probe,
    Restart,
    Scene,
    Step,
    Try,
    Unseen,
    World,
    after,
    in_world,
)
from tests.secrecy.spades.knowledge import SPADES, VAIN, sees, unseen_by_its_player
from tests.secrecy.spades.otherwise import otherwise
from tests.secrecy.staging.probes import PROBES
from tests.secrecy.staging.seed import SEED

BLIND = {"blind_nil": 200, "blind_nil_behind": 0}
TABLES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in ("classic", "seed", "mirror", "whiz", "suicide", "solo")},
    "classic, blind at any time": BLIND,
    "seed, blind at any time": {"preset": "seed", "blind_nil_behind": 0},
    "solo, blind": {"preset": "solo", **BLIND, "blind_bid": 4, "blind_bid_behind": 0},
    "both blind": {**BLIND, "blind_nils": 2, "blind_nil_pass": 4, "double_nil": "bonus"},
    "blind numbers": {**BLIND, "blind_bid": 6, "blind_bid_behind": 0},
    "passing beside nil": {"nil_pass": 3, "least_beside_nil": 4},
    "passing in mirror": {"preset": "mirror", "nil_pass": 2},
    "passing in whiz": {"preset": "whiz", "nil_pass": 2, "first_leader": "high_bid"},
    "passing in suicide": {"preset": "suicide", "nil_pass": 4, "first_trick": "free"},
    "lowest clubs": {**BLIND, "nil_pass": 2, "first_trick": "low_club", "first_leader": "low_club"},
    "totals": {**BLIND, "no_exact_total": True, "least_total": 11, "lead_spades": "only_if_forced"},
    "jokers": {**BLIND, "jokers": "jjdd", "lead_spades": "discarded"},
    "mirror with jokers": {"preset": "mirror", "jokers": "jj2a"},
    "a hand that bids itself": {"first_hand_bids_itself": True, "lead_spades": "anytime"},
    "two who draw": {"players": 2, "first_leader": "low_club"},
    "two who draw by mirror": {"players": 2, "preset": "mirror", "jokers": "jja"},
    "three": {"players": 3, **BLIND},
    "five": {"players": 5, "first_leader": "low_club"},
    "six in pairs": {"players": 6, **BLIND, "nil_pass": 2},
    "six alone": {"players": 6, "sides": "solo"},
}
ENDS = ("dealt", "bids", "bids", "before the play", "exchange", "play", "play", "over")


def players(table: str) -> int:
    """How many sit at a table."""
    count: int = TABLES[table].get("players", 4)
    return count


def observers(table: str) -> tuple[Observer, ...]:
    """All who must not be able to tell."""
    seats = range(players(table))
    return (
        *(Observer(seat=seat) for seat in seats),  # type: ignore[arg-type]
        Observer(),
        Observer(guest=False),
        *(Observer(hands=(seat,)) for seat in seats),  # type: ignore[arg-type]
        Observer(role="all"),
    )


def draw_spades(
    rng: Random, table: str | None = None, observer: Observer | None = None, end: str | None = None
) -> Scene:
    """A scene at a table, any if none is named, for an observer, that ends where `end` says."""
    table = table or rng.choice(tuple(TABLES))
    observer = observer or rng.choice(observers(table))
    return _Author(rng, Options(**TABLES[table]), observer, end or rng.choice(ENDS)).write()


class _Author:
    """Writes one scene. Cards come from a generator of their own, so that `rng` decides few things.

    `files`: the observer downloads what is over, so that of such hands nothing is otherwise.
    """

    def __init__(self, rng: Random, options: Options, observer: Observer, end: str) -> None:
        self.rng = rng
        self.options = options
        self.observer = observer
        self._end = end
        self._cards = Random(rng.getrandbits(32))
        self._files = rng.choice((True, False))
        self._live = bool(observer.hands or observer.role) or rng.choice((True, False))
        self._lively = rng.choice((0, 1, 2))
        self._restarts = rng.choice((0, 0, 1))
        self._peeked = False
        self._last_hand = False
        self.policy = self._draw_policy()
        self.state = SPADES.game.start(options)
        self._robots = self._some_robots()
        self.steps: list[Step] = []
        self.hands: list[tuple[list[tuple[int | None, Any]], list[SpadesState]]] = []

    def _some_robots(self) -> frozenset[int]:
        """A table without robots, with one, or with one in every seat but the observer's."""
        free = [seat for seat in range(self.state.rules.players) if seat != self.observer.seat]
        return frozenset(self.rng.choice(((), (), (), free, free[:1])))

    @property
    def _robot_is_next(self) -> bool:
        """Whether a robot acts next, who does not wait for what others do meanwhile."""
        return self.state.turn in self._robots

    def _draw_policy(self) -> Policy:
        clocks = [clock for clock in CLOCKS if not isinstance(clock, PerBoard)]
        return Policy(
            hands="live" if self._live else "after",
            clock=self.rng.choice(clocks),
            pause_ms=PAUSE_MS,
            robot_ms=ROBOT_MS,
            tempo_ms=self.rng.choice((0, 0, TEMPO_MS)),
            warn_ms=self.rng.choice((30_000, 5_000, 0)),
            access=self.rng.choice(("open", "private", "invited")),
        )

    def write(self) -> Scene:
        whole = self.rng.choice((0, 0, 1))
        for hand in range(whole + 1):
            self._last_hand = hand == whole
            if hand:
                self.state = SPADES.game.carry(self.state)
                if self.state.winner is not None:
                    break
                self.steps.append(NextBoard())
            self._deal()
            self._play_hand(self._end if self._last_hand else "over")
        return self._scene()

    def _scene(self) -> Scene:
        one = [tuple(log) for log, _ in self.hands]
        other = [self._otherwise(log, states) for log, states in self.hands]
        worlds = (self._world(one), self._world(other))
        assert len(worlds[1].states) == len(worlds[0].states)  # raises IllegalAction for what is not legal
        return Scene(
            observer=self.observer,
            policy=self.policy,
            append_ms=self.rng.choice((0, 3)),
            uploaded=False,
            robots=self._robots,  # type: ignore[arg-type]
            offices=False,
            joins=0 if self.observer.seat is not None else self.rng.randrange(len(self.steps) // 2 + 1),
            steps=tuple(self.steps),
            worlds=worlds,
        )

    def _otherwise(self, log: list[tuple[int | None, Any]], states: list[SpadesState]) -> Log:
        if states[-1].phase == "over" and self._files:
            return tuple(log)
        return otherwise(tuple(log), tuple(states), self.observer, self._cards)

    def _world(self, hands: list[Log]) -> World:
        log = tuple(entry for hand in hands for entry in hand)
        deals = [action for _, action in log if isinstance(action, Deal)]
        return World(in_world(log, tuple(deals)), (*deals, self._dealt()), self.options, SPADES)

    def _dealt(self) -> Deal:
        """Any cards, dealt to the hand that is due."""
        state = self.state
        rules, deck = state.rules, deck_of(state.rules)
        cards = tuple(self._cards.sample(deck.cards, len(deck.cards)))
        if rules.players == 2:
            return Deal(state.hand, state.dealer, ((), ()), cards)
        size = tricks_of(rules)
        parts = (cards[size * seat : size * seat + size] for seat in range(rules.players))
        return Deal(state.hand, state.dealer, tuple(map(deck.sorted, parts)))

    def _deal(self) -> None:
        self.hands.append(([], [self.state]))
        self._enter(None, self._dealt())

    def _enter(self, seat: int | None, action: Any) -> None:
        log, states = self.hands[-1]
        self.state = after(self.state, seat, action)
        log.append((seat, action))
        states.append(self.state)

    def _play_hand(self, end: str) -> None:
        rules, rng = self.state.rules, self.rng
        bids, cards = rng.randrange(rules.players), rng.randrange(2, rules.players * tricks_of(rules))
        self._besides()
        while not self._at(end, bids, cards):
            self._look()
            self._move()
            self._besides()

    def _at(self, end: str, bids: int, cards: int) -> bool:
        """Whether the hand has come to where it ends."""
        state = self.state
        match state.phase, end:
            case "over", _:
                return True
            case "draw", "dealt":
                return state.draws > cards % 26
            case "draw", _:
                return False
            case "bidding", "dealt":
                return True
            case "bidding", "bids":
                return len(state.bids) >= bids or self._waits_unseen
            case "bidding", _:
                return False
            case "exchange", "exchange":
                return len(state.passes) > cards % 2
            case "exchange", _:
                return False
            case _, "over":
                return False
            case _, "play":
                return len(state.plays) >= cards
            case _:
                return True

    @property
    def _waits_unseen(self) -> bool:
        """Whether a player bids who has not looked, and whose hand the observer would see with him."""
        seat = self.state.turn
        mine = seat is not None and seat in sees(self.observer) and not self.observer.role
        return mine and seat is not None and unseen_by_its_player(self.state, seat)

    def _look(self) -> None:
        """Some look at their hands before they bid."""
        people = [seat for seat in range(self.state.rules.players) if seat not in self._robots]
        for seat in people if not self._robot_is_next else ():
            if unseen_by_its_player(self.state, seat) and not self.rng.randrange(5):
                self.steps.append(Move(wait_ms=self.rng.choice((0, 300))))
                self._enter(seat, Reveal())

    def _move(self) -> None:
        state = self.state
        assert state.turn is not None, "expected a seat in turn"
        late = self._late(state.turn)
        action = SPADES.game.forced(state, state.turn) if late else self._chosen(state.turn)
        self.steps.append(Move(wait_ms=self.rng.choice((0, 300, 1)), late=late))
        self._enter(state.turn, action)

    def _late(self, seat: int) -> bool:
        """Whether the clock plays: only what is forced alike in both worlds."""
        if self.state.phase == "draw" and self.observer.role:
            return False  # what is laid away decides it, and nobody but the player sees that
        free = self.state.phase == "bidding" and self.state.rules.bidding == "free"
        alike = free or (seat in sees(self.observer) and not unseen_by_its_player(self.state, seat))
        people = not isinstance(self.policy.clock, NoClock) and not self._robot_is_next
        return alike and people and not self.rng.randrange(12)

    def _chosen(self, seat: int) -> Any:
        """Any card; most bids are low, and nil and what is blind come often."""
        legal = SPADES.game.legal_actions(self.state, seat)
        if self.state.phase != "bidding":
            return self.rng.choice(legal)
        bids = [action.bid for action in legal]
        high = [bid for bid in bids if bid.nil or (bid.blind and unseen_by_its_player(self.state, seat))]
        low = [bid for bid in bids if not (bid.nil or bid.blind)][:5]
        return MakeBid(self.rng.choice(self.rng.choice([part for part in (high, low, low) if part])))

    def _besides(self) -> None:
        """What is done between two moves: nothing, or one or two things."""
        if self._waits_unseen and not self._robot_is_next:
            self._try_in_vain()
        for _ in range(self.rng.randrange(self._lively + 1)):
            self._aside(self.rng.randrange(12))

    def _aside(self, kind: int) -> None:
        if kind == 11 and self._restarts:
            self._restarts = 0
            self.steps.append(Restart())
        elif kind >= 9:
            self.steps.append(self._unseen())
        elif kind >= 6 and not self._robot_is_next:
            self._try_in_vain()
        else:
            self.steps.append(self._probe(kind))

    def _probe(self, kind: int) -> Probe:
        at_turn = self.observer.seat is not None and self.observer.seat == self.state.turn
        tried = [name for name in (*PROBES, *SEED, *SEED) if self._files or name != "download"]
        return Probe(
            "wrong_card" if at_turn and kind < 3 else self.rng.choice(tried),
            self.rng.randrange(52),
            self.rng.randrange(64),
            self.rng.choice((0, 20, 1000)),
        )

    def _unseen(self) -> Unseen:
        """A peek stays to the last hand: who peeked before is shown the next hand too, and goes first."""
        seats = range(self.state.rules.players)
        people = [seat for seat in seats if seat != self.observer.seat and seat not in self._robots]
        kinds = ["blunder", "again"] if people else ["nothing"]
        if self._last_hand and not self._peeked and (people or self._live):
            kinds.append("peek" if self._live else "knock")
        kind = self.rng.choice(kinds)
        self._peeked = self._peeked or kind in ("peek", "knock")
        hidden = [seat for seat in seats if seat not in sees(self.observer)] or list(seats)
        chosen = self.rng.choice(hidden if kind == "peek" else people or hidden)
        return Unseen(kind, chosen, self.rng.randrange(64))  # type: ignore[arg-type]

    def _try_in_vain(self) -> None:
        """The observer does at his seat what the rules do not allow him now."""
        seat, deck = self.observer.seat, deck_of(self.state.rules).cards
        if seat is None:
            return
        card, bid = self.rng.choice(deck), Bid(self.rng.choice((0, 14, self.rng.randrange(14))))
        plays = (PlayCard(card),) * (12 if self.state.phase == "play" else 3)
        actions: tuple[Action, ...] = (*VAIN, MakeBid(bid), *plays)
        if self._waits_unseen:
            actions = (MakeBid(Bid(17)), MakeBid(Bid(0)), MakeBid(Bid(1, nil=True)))
        action = self.rng.choice(actions)
        try:
            after(self.state, seat, action)
        except IllegalAction:
            self.steps.append(Try(action, self.rng.choice(("msgpack", "json", "http"))))
