"""A rule of bidding: a call, what it promises, what it forces partner to do, and its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from bots.bridge.bidding.hand_facts import LETTERS
from bots.bridge.bidding.promises import Promise, in_words, parse
from protocol.v1.bridge import BIDS, Call


class Force(IntEnum):
    """The demand of a call on partner: nothing, one more call, or calls until game is reached."""

    NONE = 0
    ROUND = 1
    GAME = 2


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of bidding: a call and its promise.

    In a list of bidding rules, the first rule that fits a hand decides the call.

    `label` is the name of the agreement, such as `Stayman`. `then` names the table of partner's answers,
    which applies if the opponents do not interfere. `agrees` is the suit that the call agrees as trumps.
    `alert` is True for calls that the laws want alerted. `natural` tells whether the bid names a suit that
    the bidder holds, or notrumps as a place to play. `ruled` is False for a call that no agreement of the
    partnership covers.
    """

    call: Call
    promise: Promise = ()
    label: str = ""
    force: Force = Force.NONE
    then: str = ""
    alert: bool = False
    agrees: int | None = None
    natural: bool = True
    ruled: bool = True

    def words(self) -> str:
        """Return the explanation of this rule's call for opponents."""
        said = ", ".join(part for part in (self.label, in_words(self.promise)) if part)
        if not self.ruled:
            return "no agreement covers this call"
        force = {Force.ROUND: "forcing", Force.GAME: "forcing to game"}.get(self.force, "")
        return "; ".join(part for part in (said, force) if part) or "nothing beyond the earlier calls"


LEVEL = {call: call.level if call.is_bid else 0 for call in Call}
STRAIN = {call: BIDS.index(call) % 5 if call.is_bid else -1 for call in Call}
ORDER = {call: index for index, call in enumerate(BIDS)}


def bid(level: int, strain: int) -> Call:
    """Return the bid with this level and strain; strains are numbered from 0 (clubs) to 4 (notrumps)."""
    return BIDS[5 * (level - 1) + strain]


def rule(
    call: str,
    promise: str = "",
    label: str = "",
    *,
    force: Force = Force.NONE,
    then: str = "",
    artificial: bool = False,
    alerted: bool = False,
    agrees: str = "",
) -> Rule:
    """Return a bidding rule from the texts of a table; `artificial` is True for a call that names no suit.

    Artificial calls are alerted; `alerted` is True for a natural call that opponents would not expect.
    """
    return Rule(
        Call(call),
        parse(promise),
        label,
        force,
        then,
        alert=artificial or alerted,
        agrees=LETTERS.index(agrees) if agrees else None,
        natural=not artificial,
    )


Table = tuple[Rule, ...]


def legal(rules: Iterable[Rule], standing: Call | None) -> Iterator[Rule]:
    """Yield the rules for bids above the highest bid so far, and all rules for pass, double and redouble."""
    least = -1 if standing is None else ORDER[standing]
    for candidate in rules:
        if ORDER.get(candidate.call, 99) > least:
            yield candidate
