"""Hanabi scenes drawn by chance: a table of some variant, a legal script, and what is tried meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.v1.hanabi import (
    Character,
    ColorClue,
    Deal,
    Discard,
    PlayCard,
    RankClue,
    Vote,
)
from protocol.v1.requests import PerBoard, Policy
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.deck import deck_of
from server.games.hanabi.seeds import seeds
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.random_play import choice
from tests.secrecy.hanabi.knowledge import HANABI, eyes
from tests.secrecy.hanabi.otherwise import otherwise
from tests.secrecy.hanabi.tables import SEEDED, observers, tables
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
from tests.secrecy.staging.probes import ALL_PROBES

ENDS = ("dealt", *("begun",) * 7, "half", "half", "late", "over")
"""How far the last game of a scene comes; `late`: as far as it goes without an end, which shows all cards."""
PROBED = ("look_back", "look_back", "get_table", "lobby_by_game", "note", "newcomer", "act", "slow")
"""What is tried most of all."""


def draw_hanabi(
    rng: Random,
    table: str | None = None,
    observer: Observer | None = None,
    end: str | None = None,
    *,
    lively: bool = False,
) -> Scene:
    """A scene at a table, any if none is named, for an observer, that ends where `end` says.

    `lively`: much is tried; else in most scenes.
    """
    table = table or rng.choice(tuple(tables()))
    observer = observer or rng.choice(observers(table))
    end = "dealt" if table == SEEDED else end or rng.choice(ENDS)
    return _Author(rng, table, observer, end, lively).write()


class _Author:
    """Writes one scene. Cards come from a generator of their own, so that `rng` decides few things."""

    def __init__(self, rng: Random, table: str, observer: Observer, end: str, lively: bool) -> None:
        self.rng = rng
        self.table = table
        self.options = tables()[table]
        self.observer = observer
        self._end = end
        self._cards = Random(rng.getrandbits(32))
        self._live = bool(observer.hands or observer.role) or rng.choice((True, False))
        self._lively = lively or table == SEEDED or rng.choice((False, True, True))
        self._restarts = rng.choice((0, 0, 1))
        self._peeked = False
        self._last_game = False
        self.policy = self._draw_policy()
        self.state = HANABI.game.start(self.options)
        self._robots = self._some_robots()
        self.steps: list[Step] = []
        self.games: list[tuple[list[tuple[int | None, Any]], list[HanabiState]]] = []

    def _some_robots(self) -> frozenset[int]:
        """A table without robots, with one, or with one in every seat but the observer's."""
        free = [seat for seat in range(self.options.players) if seat != self.observer.seat]
        return frozenset(self.rng.choice(((), (), (), free, free[:1])))

    @property
    def _robot_is_next(self) -> bool:
        """Whether a robot acts next, who does not wait for what others do meanwhile."""
        return any(seat in self._robots for seat in HANABI.game.to_act(self.state))

    @property
    def _people(self) -> list[int]:
        return [seat for seat in range(self.options.players) if seat not in self._robots]

    def _draw_policy(self) -> Policy:
        """With characters who has no choice may be known by others only, whom the tempo would tell."""
        tempos = (0,) if self.options.detrimental_characters else (0, 0, TEMPO_MS)
        return Policy(
            hands="live" if self._live else "after",
            clock=self.rng.choice([clock for clock in CLOCKS if not isinstance(clock, PerBoard)]),
            pause_ms=PAUSE_MS,
            robot_ms=ROBOT_MS,
            tempo_ms=self.rng.choice(tempos),
            warn_ms=self.rng.choice((30_000, 5_000, 0)),
            access=self.rng.choice(("open", "private", "invited")),
        )

    def write(self) -> Scene:
        voted = len(self._people) >= self._votes_needed and self.table != SEEDED
        whole = self.rng.choice((0, 0, 0, 1)) if voted else 0
        for game in range(whole + 1):
            self._last_game = game == whole
            if game:
                self.state = HANABI.game.carry(self.state)
                self.steps.append(NextBoard())
            self._deal()
            self._play_game(self._end if self._last_game else "voted")
        if self._lively:
            self.steps.append(Probe("look_back", self.rng.randrange(52), self.rng.randrange(64)))
        return self._scene()

    @property
    def _votes_needed(self) -> int:
        return max(2, (self.options.players + 1) // 2)

    def _scene(self) -> Scene:
        one = [tuple(log) for log, _ in self.games]
        log, states = self.games[-1]
        other = [*one[:-1], self._otherwise(tuple(log), states)]
        worlds = (self._world(one, "mine"), self._world(other, "yours"))
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

    def _otherwise(self, log: Log, states: list[HanabiState]) -> Log:
        if self.table == SEEDED:
            return ((None, self._seeded("yours")), *log[1:])
        return otherwise(log, states, self.observer, self._cards)

    def _world(self, games: list[Log], seed: str) -> World:
        log = tuple(entry for game in games for entry in game)
        deals = [action for _, action in log if isinstance(action, Deal)]
        options = replace(self.options, seed=seed) if self.table == SEEDED else self.options
        return World(in_world(log, tuple(deals)), (*deals, self._dealt()), options, HANABI)

    def _seeded(self, seed: str) -> Deal:
        deal = HANABI.game.chance(HANABI.game.start(replace(self.options, seed=seed)), self._cards)
        assert deal is not None, "expected a deal to be due"
        return deal

    def _dealt(self) -> Deal:
        """Any deck, with the character of the table among those in its seats."""
        options, variant = self.options, self.state.variant
        deck = deck_of(variant)
        cards = tuple(self._cards.sample(deck, len(deck)))
        if not options.detrimental_characters:
            return Deal(cards)
        while True:
            characters = seeds.drawn_characters(self._cards.randrange, options.players, variant)
            names = [character.name for character in characters]
            if self.table in names:
                return Deal(cards, characters=self._seated(characters, names.index(self.table)))
            if not any(nature.name == self.table for nature in CHARACTERS.values()):
                return Deal(cards, characters=characters)

    def _seated(self, characters: tuple[Character, ...], place: int) -> tuple[Character, ...]:
        """Half of the time the observer's seat, if it has one, gets the character of the table."""
        seated = list(characters)
        for seat in eyes(self.observer) if self._cards.randrange(2) else ():
            seated[place], seated[seat] = seated[seat], seated[place]
        return tuple(seated)

    def _deal(self) -> None:
        self.games.append(([], [self.state]))
        self._enter(None, self._seeded("mine") if self.table == SEEDED else self._dealt())

    def _enter(self, seat: int | None, action: Any, then: HanabiState | None = None) -> None:
        log, states = self.games[-1]
        self.state = then or after(self.state, seat, action)
        log.append((seat, action))
        states.append(self.state)

    def _play_game(self, end: str) -> None:
        moves = {"dealt": 0, "voted": self.rng.randrange(4), "begun": self.rng.randrange(1, 9)}
        left = moves.get(end, self.rng.randrange(9, 22) if end == "half" else 200)
        for _ in range(8 if end == "dealt" else 1):
            self._besides()
        while left and self.state.ended is None and self._move(may_end=end == "over"):
            left -= 1
            self._besides()
        if end == "voted" and self.state.ended is None:
            self._vote_it_down()

    def _move(self, *, may_end: bool) -> bool:
        """The next move, unless it would end the game that must not end."""
        seat = self.state.seat
        action = choice(self.state, self.rng, clumsy=0.02)
        then = after(self.state, seat, action)
        if not may_end and then.ended is not None:
            return False
        self.steps.append(Move(wait_ms=self.rng.choice((0, 300, 1))))
        self._enter(seat, action, then)
        return True

    def _vote_it_down(self) -> None:
        """So many players vote for the end that it comes."""
        for seat in self.rng.sample(self._people, self._votes_needed):
            self._vote(seat, Vote())

    def _vote(self, seat: int, vote: Vote) -> None:
        self.steps.append(Move(wait_ms=self.rng.choice((0, 300))))
        self._enter(seat, vote)

    def _besides(self) -> None:
        """What is done between two moves: nothing, or something; less of it the longer the game is."""
        if self._lively and (len(self.steps) < 12 or not self.rng.randrange(5)):
            self._aside(self.rng.randrange(14))
        for _ in range(3 if self._lively and self.observer.seat in HANABI.game.to_act(self.state) else 0):
            self._try_in_vain()

    def _aside(self, kind: int) -> None:
        if self.state.ended is not None or kind < 6:
            self.steps.append(self._probe(kind))
        elif kind == 13 and self._restarts:
            self._restarts = 0
            self.steps.append(Restart())
        elif kind >= 10:
            self.steps.append(self._unseen())
        elif kind == 9:
            self._change_ones_mind()
        elif not self._robot_is_next:
            self._try_in_vain()

    def _change_ones_mind(self) -> None:
        """Somebody votes for the end, and takes it back."""
        others = [seat for seat in self._people if seat != self.observer.seat]
        if others and not self._robot_is_next:
            seat = self.rng.choice(others)
            self._vote(seat, Vote())
            self._vote(seat, Vote(False))

    def _probe(self, kind: int) -> Probe:
        at_turn = self.observer.seat is not None and self.observer.seat in HANABI.game.to_act(self.state)
        return Probe(
            "wrong_card"
            if at_turn and kind < 3
            else self.rng.choice(PROBED if kind % 2 else tuple(ALL_PROBES)),
            self.rng.randrange(52),
            self.rng.randrange(64),
            self.rng.choice((0, 20, 1000)),
        )

    def _unseen(self) -> Unseen:
        """What is noted, or looked at by whom, stays to the last game, which does not end: the end tells."""
        seats = range(self.options.players)
        people = [seat for seat in self._people if seat not in (self.observer.seat, *eyes(self.observer))]
        kinds = ["blunder", "again"] if people else ["nothing"]
        private = self._last_game and self._end != "over"
        if private and people:
            kinds += ["note"] * 3
        if private and not self._peeked and (people or self._live):
            kinds.append("peek" if self._live else "knock")
        kind = self.rng.choice(kinds)
        self._peeked = self._peeked or kind in ("peek", "knock")
        hidden = [seat for seat in seats if seat not in eyes(self.observer)] or list(seats)
        chosen = self.rng.choice(hidden if kind == "peek" else people or hidden)
        return Unseen(kind, chosen, self.rng.randrange(64))  # type: ignore[arg-type]

    def _try_in_vain(self) -> None:
        """The observer asks at his seat for what the rules do not allow him now."""
        seat = self.observer.seat
        if seat is None:
            return
        asked = self._wish(seat)
        try:
            after(self.state, seat, HANABI.game.effect(self.state, seat, asked))
        except IllegalAction:
            self.steps.append(Try(asked, self.rng.choice(("msgpack", "json", "http"))))

    def _wish(self, seat: int) -> Any:
        """What a player might ask for, legal or not: any card, any clue, and what no variant has."""
        rng, players = self.rng, self.options.players
        to, value = rng.choice(((seat + 1) % players, rng.randrange(players + 1))), rng.randrange(1, 6)
        card = rng.choice((*self.state.hands[seat], *(rng.randrange(self.state.drawn, 64) for _ in range(3))))
        if self.state.tokens == self.state.most_tokens and rng.randrange(2):
            return Discard(card)
        return rng.choice(
            (
                *(PlayCard(card), Discard(card)),
                *(RankClue(to, value), ColorClue(to, value - 1)),
                rng.choice((RankClue(seat, 1), ColorClue(to, 9), RankClue(to, 7), Vote(False))),
            )
        )
