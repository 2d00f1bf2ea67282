"""The sampler's decisions at bridge: calls by the rules of a system, explained from the same rules."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from bots.bridge.bidding.bidder import Bidder, Explanation
from bots.bridge.bidding.card import convention_card
from bots.bridge.bidding.system import SAYC, SYSTEMS, System
from bots.bridge.robot.memory import Memory
from bots.bridge.sampler import carding, effort
from bots.bridge.sampler.bidding import LAYOUTS, NODES, CallQuestion, best_call, candidates
from bots.bridge.sampler.claims import claim, vote
from bots.bridge.sampler.play import choose_card
from bots.bridge.sampler.questions import scoring_of
from bots.bridge.sampler.search import Reading
from bots.levels import STANDARD
from bots.thinking import Think
from protocol.v1.bridge import (
    SEATS,
    Action,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Explain,
    LayCard,
    MakeCall,
    PlayCard,
    Remark,
    Seat,
)

MOST_CHARACTERS = 200
"""The greatest length of an explanation, which the protocol sets."""
MOST_ON_CARD = 2000
"""The greatest length of a convention card, which the protocol sets."""

JUDGED = "My judgement; this hand is not within what my rules say of the call"
"""The explanation of a call that a search has found and that does not describe the hand."""

Bidders = tuple[Bidder, Bidder, Bidder, Bidder]
"""The readers of the calls of each seat, North's first."""


class BridgeSampler:
    """The decisions of the sampler at one table of bridge.

    The robot bids by the rules of `system`, sends an explanation with each call that needs one, answers
    questions about its calls and lays the system's convention card, all from the same rules. It reads
    partner's calls by the same system, whether partner is a robot or a person. It reads the opponents' calls
    by the known system from which their explanations come, or by its own system. `signals` are its agreements
    on leads and signals.
    """

    def __init__(
        self, system: System = SAYC, seed: int = 0, signals: carding.Carding = carding.STANDARD
    ) -> None:
        self.system = system
        self.signals = signals
        self._seed = seed
        self._bidder = Bidder(system)
        self._memory = Memory()
        self._mine: dict[int, Call] = {}
        self._judged: set[int] = set()
        self._laid_on: int | None = None
        self._claimed_on: int | None = None

    def see(self, pub: BridgePub) -> None:
        """Remember the calls and cards of this view."""
        self._memory.see(pub)

    async def choose(
        self, pub: BridgePub, own: BridgeOwn | None, think: Think, level: str = STANDARD
    ) -> MakeCall | PlayCard | LayCard | Claim:
        """Return the call or card that the robot chooses.

        Before the first call the answer may be the convention card, and before a card a claim of all
        remaining tricks, if they are certain. The robot claims once in a board: the players who refused a
        claim would refuse it again.

        Raises ValueError if the view is not that of a seat with a visible hand.
        """
        self.see(pub)
        if own is None or own.seat is None or own.hand is None:
            raise ValueError("expected the view of a seat that has to call or play, got one without a hand")
        if own.calls is not None:
            laid = () if self._laid_on == pub.board else self._card_to_lay(pub, own)
            if laid:
                self._laid_on = pub.board
                return laid[0]
            return await self._call(pub, own, think, level)
        shown = self.remembered(pub)
        claimed = claim(shown, own) if self._claimed_on != pub.board else None
        if claimed is not None:
            self._claimed_on = pub.board
            return claimed
        limits = effort.LEVELS[level]
        readings = self.readings(pub, own)
        return PlayCard(await choose_card(shown, own, readings, limits, self._seed, think, self.signals))

    async def _call(self, pub: BridgePub, own: BridgeOwn, think: Think, level: str) -> MakeCall:
        """Return the call of the rules. If no rule covers the auction, search for the best call."""
        assert own.hand is not None
        before = self._memory.auction
        choice = self._bidder.call(own.hand, pub.dealer, pub.vulnerable, before)
        call, explanation = choice.call, choice.explanation
        if not explanation.ruled:
            call = await self._searched(pub, own, call, think, level)
            explanation = self._bidder.explanation(pub.dealer, pub.vulnerable, (*before, call))
        if len(before) < 4:
            self._mine.clear()
            self._judged.clear()
        self._mine[len(before)] = call
        words = explanation.words
        if not self._bidder.describes(own.hand, pub.dealer, pub.vulnerable, (*before, call)):
            self._judged.add(len(before))
            words = JUDGED
        if call is Call.PASS and not explanation.alert:
            return MakeCall(call)  # opponents may ask what a pass denies
        return MakeCall(call, alert=explanation.alert, explanation=cut(words))

    async def _searched(self, pub: BridgePub, own: BridgeOwn, first: Call, think: Think, level: str) -> Call:
        """Return the best call over imagined hands, or `first` if the search has no result."""
        assert own.seat is not None and own.hand is not None and own.calls is not None
        before, bidders = self._memory.auction, self.bidders(pub, own)
        told = self._bidder.constraints(pub.dealer, pub.vulnerable, before)
        compared = candidates(own.hand, told[own.seat.partner], own.calls, first)
        if len(compared) < 2:
            return first
        north, east, south, west = (each.system.name for each in bidders)
        question = CallQuestion(
            (north, east, south, west),
            pub.dealer,
            pub.vulnerable,
            before,
            own.hand,
            compared,
            f"{self._seed} {pub.board} {len(before)}",
            LAYOUTS[level],
            NODES[level],
            *scoring_of(pub),
        )
        place = await think(partial(best_call, question))
        return first if place is None else compared[place]

    def bidders(self, pub: BridgePub, own: BridgeOwn) -> Bidders:
        """Return the readers of the calls of all seats."""
        assert own.seat is not None
        theirs = Bidder(SYSTEMS[self._theirs(pub, own).system])
        north, east, south, west = (self._bidder if seat % 2 == own.seat % 2 else theirs for seat in SEATS)
        return north, east, south, west

    def readings(self, pub: BridgePub, own: BridgeOwn) -> tuple[Reading, Reading]:
        """Return how the calls of North-South and of East-West are read. Partner keeps to the system."""
        assert own.seat is not None
        ours, theirs = Reading(self.system.name, True), self._theirs(pub, own)
        return (ours, theirs) if own.seat % 2 == 0 else (theirs, ours)

    def _theirs(self, pub: BridgePub, own: BridgeOwn) -> Reading:
        """Return how the calls of the opponents are read."""
        assert own.seat is not None
        others = {
            4 * (key // 4) + remark.seat: remark
            for key, remark in (own.remarks or {}).items()
            if remark.seat % 2 != own.seat % 2
        }
        return reading_of(pub, self._memory.auction, others, self.system)

    def remembered(self, pub: BridgePub) -> BridgePub:
        """Return the public half of the view with all remembered calls and cards of the board."""
        return replace(pub, calls=self._memory.calls, plays=self._memory.plays)

    def asked(self, pub: BridgePub, own: BridgeOwn | None, think: Think) -> Awaitable[Action]:
        """Return the vote on a claim, from the view and all remembered cards; `think` runs its search."""
        return vote(pub, own, () if own is None else own.legal_actions(), self._memory.plays, think)

    def answer(self, pub: BridgePub, own: BridgeOwn | None) -> tuple[Explain | LayCard, ...]:
        """Return answers to the opponents' questions, and the convention card if this seat has to lay it.

        At its turn to call, the robot lays the card by `choose`, so that the card comes before the call.
        """
        calls = self._memory.auction
        mine = [place for place, call in self._mine.items() if calls[place : place + 1] == (call,)]
        laid = self._card_to_lay(pub, own) if own is not None and own.calls is None else ()
        return (*laid, *explanations(self._bidder, pub, own, calls, mine, self._judged))

    def _card_to_lay(self, pub: BridgePub, own: BridgeOwn | None) -> tuple[LayCard, ...]:
        """Return the convention card if this seat has to lay it now: never over a card that partner has laid.

        During a board a player does not see if the own side has laid a card. So only North and East lay it
        before the first call of the first board. Between boards a player sees it, and any seat lays a card if
        its side has none.
        """
        if own is None or own.seat is None or "system" not in own.may or own.seat.side in own.systems:
            return ()
        first = own.seat in (Seat.NORTH, Seat.EAST)
        if pub.phase == "over" or (first and (pub.phase == "deal" or not pub.results)):
            return (LayCard(self.system.title[:60], text=card_text(self.system, self.signals)),)
        return ()


def card_text(system: System, signals: carding.Carding) -> str:
    """Return the convention card with the calls, the leads and the signals."""
    calls, cards = convention_card(system), f"\n\n{signals.words}"
    return calls[: MOST_ON_CARD - len(cards)] + cards


def explanations(
    bidder: Bidder,
    pub: BridgePub,
    own: BridgeOwn | None,
    calls: Sequence[Call],
    mine: Collection[int],
    judged: Collection[int] = (),
) -> tuple[Explain, ...]:
    """Return explanations of this side's calls for the players who have asked about them.

    `mine` are the indexes of the calls that this robot itself has made, `judged` of those with a hand outside
    what the rules say of the call. If another robot or a player has made a call, this robot explains what its
    own system means by the same call.
    """
    if own is None or own.seat is None or "explain" not in own.may:
        return ()
    answers: list[Explain] = []
    for question in (own.questions or {}).values():
        place = question.call
        if question.answered or question.seat % 2 == own.seat % 2 or place >= len(calls):
            continue
        told = bidder.explanation(pub.dealer, pub.vulnerable, calls[: place + 1])
        if place not in mine:
            words = f"I did not make this call; mine would mean: {told.words}"
        else:
            words = JUDGED if place in judged else told.words
        answers.append(Explain(place, cut(words), alert=told.alert))
    return tuple(answers)


def reading_of(
    pub: BridgePub, calls: Sequence[Call], remarks: Mapping[int, Remark], usual: System
) -> Reading:
    """Return the known system with the words of most of these explanations; `usual` if none has more.

    The system is agreed if it has the words of all explanations. The key of an explanation is 4 times the
    index of the call, plus a seat.
    """
    told = {key // 4: remark.text for key, remark in remarks.items() if remark.text and key // 4 < len(calls)}

    def agreed(system: System) -> int:
        return sum(
            text == cut(_explained(system, pub, calls[: place + 1]).words) for place, text in told.items()
        )

    found = agreed(usual)
    if found == len(told):
        return Reading(usual.name, bool(told))
    best = max((usual, *SYSTEMS.values()), key=agreed)
    return Reading(best.name, agreed(best) == len(told))


def _explained(system: System, pub: BridgePub, calls: Sequence[Call]) -> Explanation:
    return Bidder(system).explanation(pub.dealer, pub.vulnerable, calls)


def cut(words: str) -> str:
    """Return an explanation, shortened to the length that the protocol accepts."""
    return words if len(words) <= MOST_CHARACTERS else words[: MOST_CHARACTERS - 1] + "…"
