"""Hanabi for the reference ceiling: four players, no variant; the least cost, messages of our shape and size.

Games follow without end; whoever ends one is answered with the next. A game ends by three strikes, when no
better score can be reached, or when everybody has had a turn with an empty deck. What makes it cheap: hands
are changed in place, nothing is compared, nothing is kept.
"""

from __future__ import annotations

from random import shuffle
from time import time_ns
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

_DECK = [(suit, rank) for suit in range(5) for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
_COPIES = (0, 3, 2, 2, 2, 1)
_COLORS = [sum(1 << (8 * suit + rank) for rank in range(1, 6)) for suit in range(5)]
_RANKS = [sum(1 << (8 * suit + rank) for suit in range(5)) for rank in range(6)]
_ANY = sum(_COLORS)
_NOTHING_DUE = {"decision": None, "plays": None, "discards": None, "clues": None}


class _Action(Struct):
    t: str
    card: int = 0
    to: int = 0
    color: int = 0
    rank: int = 0


class _Act(Struct):
    action: _Action


class _Message(Struct, omit_defaults=True):
    t: str
    table: str
    epoch: str
    version: int
    now_ms: int
    pub: msgspec.Raw
    own: Any = UNSET
    audience: str | UnsetType = UNSET


_decode = msgspec.msgpack.Decoder(_Act).decode
_encode = msgspec.msgpack.Encoder().encode


def _card(card: tuple[int, int]) -> dict[str, int]:
    return {"suit": card[0], "rank": card[1]}


class HanabiTable:
    """One table. Cards go by their place in the deck, seats are 0 to 3."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = self.game_no = 0
        self._deal()

    def _deal(self) -> None:
        self.game_no += 1
        self.deck = _DECK[:]
        shuffle(self.deck)
        self.hands = [list(range(4 * seat, 4 * seat + 4)) for seat in range(4)]
        self.possible = dict.fromkeys(range(16), _ANY)
        self.piles: list[list[int]] = [[] for _ in range(5)]
        self.gone: dict[tuple[int, int], int] = {}
        self.reach = [5] * 5
        self.drawn, self.tokens, self.strikes, self.turns, self.given = 16, 8, 0, 0, 0
        self.turn = (self.game_no - 1) % 4
        self.last_turn = -1
        self.now_ms = time_ns() // 1_000_000

    def act(self, seat: int, message: bytes | str) -> list[bytes] | None:
        if isinstance(message, str) or seat != self.turn:
            return None
        action = _decode(message).action
        self.now_ms = time_ns() // 1_000_000
        if action.t in ("color", "rank"):
            pub = self._clue(seat, action)
            return None if pub is None else self._tell(seat, pub, None, None)
        if action.card not in self.hands[seat] or (action.t == "discard" and self.tokens == 8):
            return None
        return self._leave(seat, action.card, action.t)

    def _leave(self, seat: int, card: int, how: str) -> list[bytes]:
        suit, rank = self.deck[card]
        pub: dict[str, object] = {}
        if how == "discard":
            how, self.tokens = "discarded", self.tokens + 1
            pub["clues"] = float(self.tokens)
        elif len(self.piles[suit]) == rank - 1:
            how = "played"
            self.piles[suit].append(card)
            pub.update(piles=self.piles, score=sum(map(len, self.piles)))
            if rank == 5 and self.tokens < 8:
                self.tokens += 1
                pub["clues"] = float(self.tokens)
        else:
            how, self.strikes = "misplayed", self.strikes + 1
            pub["strikes"] = self.strikes
        if how != "played":
            self._lose(suit, rank, pub)
        hand, new = self.hands[seat], None
        hand.remove(card)
        del self.possible[card]
        changed: dict[int, int | None] = {card: None}
        if self.drawn < 50:
            new = self.drawn
            hand.append(new)
            changed[new] = self.possible[new] = _ANY
            self.drawn += 1
            if self.drawn == 50:
                pub["end_turn"] = self.last_turn = self.turns + 5
        pub.update(
            hands=self.hands, cards={card: _card((suit, rank))}, possible=changed, left=50 - self.drawn
        )
        pub["fates"] = {card: {"turn": self.turns, "seat": seat, "how": how}}
        pub["last"] = {"t": "moved", "card": card, "drawn": new}
        return self._tell(seat, pub, card, new)

    def _lose(self, suit: int, rank: int, pub: dict[str, object]) -> None:
        gone = self.gone[suit, rank] = self.gone.get((suit, rank), 0) + 1
        if gone == _COPIES[rank] and self.reach[suit] >= rank:
            self.reach[suit] = rank - 1
            pub["best"] = sum(self.reach)

    def _touched(self, to: int, kind: str, value: int) -> list[int]:
        place = 0 if kind == "color" else 1
        return [card for card in self.hands[to] if self.deck[card][place] == value]

    def _clue(self, seat: int, action: _Action) -> dict[str, object] | None:
        kind, to = action.t, action.to
        value = action.color if kind == "color" else action.rank
        touched = self._touched(to, kind, value) if to != seat and to < 4 and self.tokens else []
        if not touched:
            return None
        mask = (_COLORS if kind == "color" else _RANKS)[value]
        changed = {}
        for card in self.hands[to]:
            before = self.possible[card]
            after = self.possible[card] = before & (mask if card in touched else ~mask)
            if before != after:
                changed[card] = after
        self.tokens -= 1
        self.given += 1
        color, rank = (value, None) if kind == "color" else (None, value)
        told = {"turn": self.turns, "giver": seat, "to": to, "cards": touched, "color": color, "rank": rank}
        number = self.given - 1
        last = {"t": "clued", "number": number}
        return {"given": {number: told}, "possible": changed, "clues": float(self.tokens), "last": last}

    def _over(self) -> bool:
        done = sum(map(len, self.piles)) == sum(self.reach)
        return self.strikes == 3 or self.turns == self.last_turn or done

    def _tell(self, seat: int, pub: dict[str, object], card: int | None, new: int | None) -> list[bytes]:
        """One message to every seat: the new card to the others, the next decision to who must act now."""
        self.turns += 1
        self.version += 1
        if self._over():
            self._deal()
            return self.views()
        self.turn = (seat + 1) % 4
        pub.update(turns=self.turns, turn=self.turn)
        message = self._message("patch", pub)
        cards: dict[str, object] = {}
        if card is not None:
            cards = {"cards": {card: None} if new is None else {card: None, new: _card(self.deck[new])}}
            message.own = cards
        told = [_encode(message)] * 4
        message.own = _NOTHING_DUE
        told[seat] = _encode(message)
        message.own = {**cards, **self._decide()}
        told[self.turn] = _encode(message)
        return told

    def _decide(self) -> dict[str, object]:
        mine = self.hands[self.turn]
        return {
            "decision": f"0.{self.turns}",
            "plays": mine,
            "discards": mine if self.tokens < 8 else [],
            "clues": self._clues() if self.tokens else [],
        }

    def _clues(self) -> list[dict[str, object]]:
        clues: list[dict[str, object]] = []
        for to in range(4):
            if to != self.turn:
                held = [self.deck[card] for card in self.hands[to]]
                colors, ranks = sorted({suit for suit, _ in held}), sorted({rank for _, rank in held})
                clues += [{"t": "color", "to": to, "color": color} for color in colors]
                clues += [{"t": "rank", "to": to, "rank": rank} for rank in ranks]
        return clues

    def _message(self, kind: str, pub: dict[str, object]) -> _Message:
        raw = msgspec.Raw(_encode(pub))
        return _Message(kind, self.name, "0123456789abcdef", self.version, self.now_ms, raw)

    def views(self) -> list[bytes]:
        """What every seat sees before the first turn."""
        pub = {
            "game": "hanabi",
            "game_no": self.game_no,
            "phase": "play",
            "turns": 0,
            "turn": self.turn,
            "hands": self.hands,
            "possible": self.possible,
            "clues": 8.0,
            "left": 34,
            "piles": self.piles,
        }
        message = self._message("view", pub)
        message.audience = "seat"
        told = []
        for seat in range(4):
            seen = {card: _card(self.deck[card]) for card in range(16) if card not in self.hands[seat]}
            due = self._decide() if seat == self.turn else _NOTHING_DUE
            message.own = {"seat": seat, "cards": seen, **due}
            told.append(_encode(message))
        return told
