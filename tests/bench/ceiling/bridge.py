"""Contract bridge for the reference ceiling: the rules at the least cost, messages of our shape and size.

Boards follow without end; whoever ends one is answered with the next. Scores are not reckoned: that is one
action in 56. What makes it cheap: hands are changed in place, nothing is compared, nothing is kept.
"""

from __future__ import annotations

from random import shuffle
from time import time_ns
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

_SUITS, _RANKS = "SHDC", "AKQJT98765432"
_DECK = [suit + rank for suit in _SUITS for rank in _RANKS]
_PLACE = {card: place for place, card in enumerate(_DECK)}
_STRAINS = ("C", "D", "H", "S", "NT")
_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in _STRAINS]
_RANK = {bid: rank for rank, bid in enumerate(_BIDS)}
_VULNERABLE = ("None", "NS", "EW", "Both")
_BOARD_MS = 450_000


class _Action(Struct):
    t: str
    call: str = ""
    card: str = ""


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
    deadline_ms: int = 0


_decode = msgspec.msgpack.Decoder(_Act).decode
_encode = msgspec.msgpack.Encoder().encode


class BridgeTable:
    """One table. Seats are 0 to 3; `turn` is the hand that plays, `actor` the seat that acts for it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = self.board = 0
        self._before: dict[str, object] | None = None
        self._deal()

    def _deal(self) -> None:
        self.board += 1
        deck = _DECK[:]
        shuffle(deck)
        self.hands = [sorted(deck[seat::4], key=_PLACE.__getitem__) for seat in range(4)]
        self.dealt = [tuple(hand) for hand in self.hands]
        self.turn = self.actor = self.dealer = (self.board - 1) % 4
        self.calls: list[str] = []
        self.bid = -1
        self.doubled = self.passes = self.moves = 0
        self.bidder = 0
        self.named: dict[tuple[int, str], int] = {}
        self.contract: dict[str, object] | None = None
        self.declarer = -1
        self.trumps = ""
        self.trick: list[str] = []
        self.tricks = [0, 0]
        self.now_ms = time_ns() // 1_000_000
        self.deadline_ms = self.now_ms + _BOARD_MS

    def act(self, seat: int, message: bytes | str) -> list[bytes] | None:
        if isinstance(message, str):
            return None
        action = _decode(message).action
        if seat != self.actor:
            return None
        self.now_ms = time_ns() // 1_000_000
        if action.t == "call":
            return self._call(seat, action.call) if self.contract is None else None
        return self._play(action.card) if self.contract is not None else None

    def _may_call(self, seat: int, call: str) -> bool:
        if call == "P":
            return True
        if call == "X":
            return self.bid >= 0 and self.doubled == 1 and (seat - self.bidder) % 2 == 1
        if call == "XX":
            return self.doubled == 2 and (seat - self.bidder) % 2 == 0
        return _RANK.get(call, -1) > self.bid

    def _call(self, seat: int, call: str) -> list[bytes] | None:
        if not self._may_call(seat, call):
            return None
        pub: dict[str, object] = {"calls": {len(self.calls): call}}
        self.calls.append(call)
        self.passes = self.passes + 1 if call == "P" else 0
        if call in _RANK:
            self.bid, self.bidder, self.doubled = _RANK[call], seat, 1
            self.named.setdefault((seat % 2, call[1:]), seat)
        elif call != "P":
            self.doubled *= 2
        self.turn = self.actor = (seat + 1) % 4
        if self.bid < 0 and self.passes == 4:
            return self._next_board()
        if self.bid >= 0 and self.passes == 3:
            self._end_auction(pub)
        pub.update(turn=self.turn, actor=self.actor, last={"t": "called", "seat": seat, "call": call})
        return self._tell(pub, seat, {"decision": None, "calls": None})

    def _end_auction(self, pub: dict[str, object]) -> None:
        bid = _BIDS[self.bid]
        self.declarer = self.named[self.bidder % 2, bid[1:]]
        self.trumps = bid[1] if bid[1:] != "NT" else ""
        self.contract = {
            "level": int(bid[0]),
            "strain": bid[1:],
            "declarer": self.declarer,
            "doubled": self.doubled,
        }
        self.turn = self.actor = (self.declarer + 1) % 4
        pub.update(phase="play", contract=self.contract)

    def _play(self, card: str) -> list[bytes] | None:
        turn, hand, trick = self.turn, self.hands[self.turn], self.trick
        if card not in hand:
            return None
        if trick and card[0] != trick[0][0] and any(held[0] == trick[0][0] for held in hand):
            return None
        hand.remove(card)
        trick.append(card)
        actor, dummy = self.actor, (self.declarer + 2) % 4
        pub: dict[str, object] = {"plays": {self.moves - len(self.calls): {"seat": turn, "card": card}}}
        if len(trick) == 4:
            self._end_trick()
            pub["tricks"] = self.tricks
            if not any(self.hands):
                return self._next_board()
        else:
            self.turn = (turn + 1) % 4
        self.actor = self.declarer if self.turn == dummy else self.turn
        if turn == dummy or self.moves == len(self.calls):
            pub["dummy"] = self.hands[dummy]
        pub.update(turn=self.turn, actor=self.actor, last={"t": "played", "seat": turn, "card": card})
        own: dict[str, object] = {"decision": None, "cards": None}
        if turn == actor:
            own["hand"] = hand
        return self._tell(pub, actor, own, dummy_played=turn == dummy)

    def _end_trick(self) -> None:
        trick = self.trick
        led = trick[0][0]
        strong = self.trumps if any(card[0] == self.trumps for card in trick) else led
        best = min((card for card in trick if card[0] == strong), key=_PLACE.__getitem__)
        self.turn = (self.turn + 1 + trick.index(best)) % 4
        self.tricks[self.turn % 2] += 1
        self.trick = []

    def _cards(self) -> list[str]:
        hand, trick = self.hands[self.turn], self.trick
        if not trick:
            return hand
        return [card for card in hand if card[0] == trick[0][0]] or hand

    def _decide(self) -> dict[str, object]:
        decision = f"0.{self.moves}"
        if self.contract is not None:
            return {"decision": decision, "cards": self._cards()}
        extra = [call for call in ("X", "XX") if self._may_call(self.actor, call)]
        return {"decision": decision, "calls": ["P", *extra, *_BIDS[self.bid + 1 :]]}

    def _tell(
        self, pub: dict[str, object], actor: int, own: dict[str, object], dummy_played: bool = False
    ) -> list[bytes]:
        """One message to every seat: `own` to who has acted, the next decision to who must act now."""
        self.moves += 1
        self.version += 1
        message = self._message("patch", pub)
        plain = _encode(message)
        told = [plain] * 4
        if actor != self.actor:
            message.own = own
            told[actor] = _encode(message)
            own = {}
        if dummy_played:
            message.own = {"hand": self.hands[(self.declarer + 2) % 4]}
            told[(self.declarer + 2) % 4] = _encode(message)
        message.own = {**own, **self._decide()}
        told[self.actor] = _encode(message)
        return told

    def _message(self, kind: str, pub: dict[str, object]) -> _Message:
        return _Message(
            t=kind,
            table=self.name,
            epoch="0123456789abcdef",
            version=self.version,
            now_ms=self.now_ms,
            pub=msgspec.Raw(_encode(pub)),
            deadline_ms=self.deadline_ms,
        )

    def _next_board(self) -> list[bytes]:
        self._before = {"hands": self.dealt, "contract": self.contract, "tricks": self.tricks}
        self._deal()
        self.version += 1
        return self.views()

    def views(self) -> list[bytes]:
        """What every seat sees before the first call, with the board before."""
        pub = {
            "game": "bridge",
            "board": self.board,
            "dealer": self.dealer,
            "vulnerable": _VULNERABLE[(self.board - 1 + (self.board - 1) // 4) % 4],
            "phase": "auction",
            "calls": {},
            "plays": {},
            "tricks": self.tricks,
            "turn": self.turn,
            "actor": self.actor,
            "before": self._before,
        }
        message = self._message("view", pub)
        message.audience = "seat"
        told = []
        for seat, hand in enumerate(self.hands):
            nothing_to_do = {"decision": None, "calls": None, "cards": None}
            due = self._decide() if seat == self.actor else {}
            message.own = {"seat": seat, "hand": hand, **nothing_to_do, **due}
            told.append(_encode(message))
        return told
