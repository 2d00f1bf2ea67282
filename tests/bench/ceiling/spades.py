"""Spades as the peers play it, at the least cost: cards only, spades are trumps, deals without end.

The wire is theirs, so that one client can play both: `s` actions so far, `y` this seat, `h` its hand, `k` the
trick as seat and card in turn, `n` tricks by seat, `t` who is to play, `l` what it may play.
"""

from __future__ import annotations

from random import shuffle

import msgspec
from msgspec import Struct


class _Play(Struct):
    a: str
    c: int


class _View(Struct):
    s: int
    y: int
    h: list[int]
    k: list[int]
    n: list[int]
    t: int
    l: list[int] | None  # noqa: E741  # the peers' name


_decode = msgspec.json.Decoder(_Play).decode
_encode = msgspec.json.Encoder().encode
_SPADES = 3


class SpadesTable:
    """Cards are numbers, thirteen to a suit, spades on top."""

    __slots__ = ("actions", "counts", "deals", "hands", "trick", "turn")

    def __init__(self, name: str) -> None:
        self.actions = self.deals = 0
        self.trick: list[int] = []
        self._deal()

    def _deal(self) -> None:
        deck = list(range(52))
        shuffle(deck)
        self.hands = [sorted(deck[seat::4]) for seat in range(4)]
        self.counts = [0, 0, 0, 0]
        self.turn = self.deals % 4
        self.deals += 1

    def _legal(self) -> list[int]:
        hand, trick = self.hands[self.turn], self.trick
        if len(trick) in (0, 8):
            return hand
        led = trick[1] // 13
        return [card for card in hand if card // 13 == led] or hand

    def act(self, seat: int, message: bytes | str) -> list[bytes] | None:
        play = _decode(message)
        card, hand, trick = play.c, self.hands[seat], self.trick
        if seat != self.turn or play.a != "play" or card not in hand:
            return None
        if len(trick) == 8:
            trick = self.trick = []
        elif trick and card // 13 != trick[1] // 13 and any(held // 13 == trick[1] // 13 for held in hand):
            return None
        hand.remove(card)
        trick += (seat, card)
        self.actions += 1
        if len(self.trick) == 8:
            self._end_trick()
        else:
            self.turn = (seat + 1) % 4
        return self.views()

    def _end_trick(self) -> None:
        seats, cards = self.trick[::2], self.trick[1::2]
        led = cards[0] // 13
        trumps = max(cards) // 13 == _SPADES
        best = max(cards) if trumps else max(card for card in cards if card // 13 == led)
        self.turn = seats[cards.index(best)]
        self.counts[self.turn] += 1
        if not any(self.hands):
            self._deal()

    def views(self) -> list[bytes]:
        turn, legal = self.turn, self._legal()
        return [
            _encode(
                _View(
                    self.actions,
                    seat,
                    hand,
                    self.trick,
                    self.counts,
                    turn,
                    legal if seat == turn else None,
                )
            )
            for seat, hand in enumerate(self.hands)
        ]
