"""The bridge decisions of the sampler, a robot that imagines hidden hands and bids by a system's rules."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from bots.bridge.bidding.bidder import Bidder, Explanation
from bots.bridge.bidding.card import convention_card
from bots.bridge.bidding.hand_facts import facts_of
from bots.bridge.bidding.promises import fits
from bots.bridge.bidding.rules import Force, Rule
from bots.bridge.bidding.system import SAYC, SYSTEMS, System
from bots.bridge.bidding.writer import written
from bots.bridge.robot.explanations import asked, unalerted
from bots.bridge.robot.memory import Memory
from bots.bridge.sampler import carding, effort
from bots.bridge.sampler.bidding import LAYOUTS, NODES, CallQuestion, best_call, candidates
from bots.bridge.sampler.claims import claim, vote
from bots.bridge.sampler.competing import best_competing, competing_candidates
from bots.bridge.sampler.play import choose_card
from bots.bridge.sampler.questions import scoring_of
from bots.bridge.sampler.search import Reading
from bots.bridge.sampler.slams import best_slam, slam_candidates
from bots.bridge.sampler.turn import Turn
from bots.levels import STANDARD
from bots.thinking import Think
from protocol.rules.bridge.auction import caller, legal_calls
from protocol.v1.bridge import (
    Action,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Explain,
    LayCard,
    MakeCall,
    Meaning,
    PlayCard,
    Remark,
    Seat,
)

MOST_CHARACTERS = 400
"""The greatest number of characters that the protocol allows in the explanation of a call."""
MOST_ON_CARD = 2000
"""The greatest number of characters that the protocol allows on a convention card."""

JUDGED = Meaning(basis="judgement")
"""The meaning of a call that has an agreed meaning, but that a search chose for a hand without a fitting
rule.

The explanation is the same for every such hand: opponents learn what the partnership has agreed, not what the
robot holds.
"""


class BridgeSampler:
    """The decisions of the sampler, a robot that imagines the hidden hands, at one table of bridge.

    The robot bids by the rules of `system`, sends an explanation with each call that needs one, answers
    questions about its calls and shows the system's convention card, all from the same rules. The robot
    interprets partner's calls by its own system, whether partner is a robot or a person. The robot interprets
    the opponents' calls by the known system that matches their explanations, else by its own system.
    `signals` are the robot's agreements on leads and defensive signals.
    """

    def __init__(
        self, system: System = SAYC, seed: int = 0, signals: carding.Carding = carding.STANDARD
    ) -> None:
        self.system = system
        self.signals = signals
        self._seed = seed
        self._bidder = Bidder(system)
        self._memory = Memory()
        self._mine: dict[int, tuple[Call, Explanation]] = {}
        self._judged: set[int] = set()
        self._read: tuple[tuple[int, Sequence[Call], Mapping[int, Remark]], Reading] | None = None
        self._laid_on: int | None = None
        self._claimed_on: int | None = None

    def see(self, pub: BridgePub) -> None:
        """Remember the calls and cards that this view shows, for the later decisions of the board."""
        self._memory.see(pub)

    async def choose(
        self, pub: BridgePub, own: BridgeOwn | None, think: Think, level: str = STANDARD
    ) -> MakeCall | PlayCard | LayCard | Claim:
        """Return the call or card that the robot chooses.

        The robot can first show its convention card instead of a call, or claim all remaining tricks, if they
        are certain, instead of playing a card. The robot claims at most once in a board: players that refused
        one claim would refuse the next one, too.

        Raises ValueError if the view is not the view of a seat, or does not show the seat's hand.
        """
        self.see(pub)
        if own is None or own.seat is None or own.hand is None:
            raise ValueError(
                "expected the view of a seat that has to call or play, got a view without that seat's hand"
            )
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
        """Return the call that the bidding rules choose, or the best call of a search if they choose none."""
        assert own.hand is not None
        before = self._memory.auction
        if len(before) < 4:
            self._mine.clear()
            self._judged.clear()
        bidder = self.bidder(pub, own)
        choice = bidder.call(own.hand, pub.dealer, pub.vulnerable, before)
        call, explanation = choice.call, choice.explanation
        if not explanation.ruled:
            call = await self._searched(pub, own, call, think, level)
            explanation = bidder.explanation(pub.dealer, pub.vulnerable, (*before, call))
            if explanation.ruled:
                self._judged.add(len(before))
        else:
            found = self._estimated(pub, own, explanation.rule)
            if found is not call:
                call, explanation = found, bidder.explanation(pub.dealer, pub.vulnerable, (*before, found))
                if not fits(explanation.rule.promise, facts_of(own.hand)):
                    self._judged.add(len(before))
        self._mine[len(before)] = call, explanation
        meaning = JUDGED if len(before) in self._judged else explanation.meaning
        if call is Call.PASS and not explanation.alert:
            return MakeCall(call)  # opponents may ask what a pass denies
        return MakeCall(call, explanation.alert, cut(written(meaning)), meaning)

    def _estimated(self, pub: BridgePub, own: BridgeOwn, rule: Rule) -> Call:
        """Return the call of a rule, or the call that replaces it by an estimate of the tricks."""
        assert own.seat is not None and own.hand is not None and own.calls is not None
        before = self._memory.auction
        if rule.force is not Force.NONE or not any(call.is_bid for call in before):
            return rule.call
        bidder = self.bidder(pub, own)
        told = bidder.constraints(pub.dealer, pub.vulnerable, before)
        turn = Turn(facts_of(own.hand), told, pub.dealer, pub.vulnerable, before, *scoring_of(pub))
        rules = bidder.rules(pub.dealer, pub.vulnerable, before)
        slams = slam_candidates(turn, own.calls, rules, rule)
        if slams and (found := best_slam(turn, slams)) is not rule.call:
            return found

        def meaning(call: Call) -> Rule:
            return bidder.explanation(pub.dealer, pub.vulnerable, (*before, call)).rule

        compared = competing_candidates(turn, own.calls, rule, meaning)
        return best_competing(turn, compared) if compared else rule.call

    async def _searched(self, pub: BridgePub, own: BridgeOwn, first: Call, think: Think, level: str) -> Call:
        """Search for the best call on imagined deals; return it, or `first` if the search has no result."""
        assert own.seat is not None and own.hand is not None and own.calls is not None
        before = self._memory.auction
        told = self.bidder(pub, own).constraints(pub.dealer, pub.vulnerable, before)
        compared = candidates(own.hand, told[own.seat.partner], own.calls, first)
        if len(compared) < 2:
            return first
        question = self._question(pub, own, compared, LAYOUTS[level], NODES[level])
        place = await think(partial(best_call, question))
        return first if place is None else compared[place]

    def _question(
        self, pub: BridgePub, own: BridgeOwn, compared: tuple[Call, ...], number: int, nodes: int
    ) -> CallQuestion:
        """Return the data for a search for the best of the calls `compared`."""
        assert own.hand is not None
        before = self._memory.auction
        north_south, east_west = self.readings(pub, own)
        return CallQuestion(
            (north_south.system, east_west.system),
            pub.dealer,
            pub.vulnerable,
            before,
            own.hand,
            compared,
            f"{self._seed} {pub.board} {len(before)}",
            number,
            nodes,
            *scoring_of(pub),
        )

    def bidder(self, pub: BridgePub, own: BridgeOwn) -> Bidder:
        """Return the bidding at this table, in which the opponents bid by their own system."""
        north_south, east_west = self.readings(pub, own)
        return Bidder(SYSTEMS[north_south.system], SYSTEMS[east_west.system])

    def readings(self, pub: BridgePub, own: BridgeOwn) -> tuple[Reading, Reading]:
        """Return the bidding systems by which the robot interprets the calls of North-South and of East-West.

        Partner is assumed to bid by the robot's own system.
        """
        assert own.seat is not None
        ours, theirs = Reading(self.system.name, True), self._theirs(pub, own)
        return (ours, theirs) if own.seat % 2 == 0 else (theirs, ours)

    def _theirs(self, pub: BridgePub, own: BridgeOwn) -> Reading:
        """Return the bidding system by which this robot interprets the calls of its opponents."""
        assert own.seat is not None
        others = {
            4 * (key // 4) + remark.seat: remark
            for key, remark in (own.remarks or {}).items()
            if remark.seat % 2 != own.seat % 2
        }
        calls = self._memory.auction
        told = pub.board, calls, others
        if self._read is None or self._read[0] != told:
            self._read = told, reading_of(pub, calls, others, self.system)
        return self._read[1]

    def remembered(self, pub: BridgePub) -> BridgePub:
        """Return the public half of the view with all remembered calls and cards of the board."""
        return replace(pub, calls=self._memory.calls, plays=self._memory.plays)

    def asked(self, pub: BridgePub, own: BridgeOwn | None, think: Think) -> Awaitable[Action]:
        """Return the vote on a claim, from the view and the remembered cards; `think` runs the search."""
        return vote(pub, own, () if own is None else own.legal_actions(), self._memory.plays, think)

    def answer(self, pub: BridgePub, own: BridgeOwn | None) -> tuple[Explain | LayCard, ...]:
        """Return answers to the opponents' questions, and the convention card if this seat has to show it.

        When it is the robot's turn to call, `choose` shows the convention card, so that the card comes before
        the call.
        """
        calls = self._memory.auction
        mine = {
            place: told for place, (call, told) in self._mine.items() if calls[place : place + 1] == (call,)
        }
        laid = self._card_to_lay(pub, own) if own is not None and own.calls is None else ()
        bidder = self._bidder if own is None or own.seat is None else self.bidder(pub, own)
        return (*laid, *explanations(bidder, pub, own, calls, mine, self._judged))

    def meanings(self, pub: BridgePub) -> dict[str, Meaning]:
        """Return the meaning of each legal call by the robot's bidding system."""
        calls = tuple(pub.calls.values())
        return {
            call.value: self._bidder.explanation(pub.dealer, pub.vulnerable, (*calls, call)).meaning
            for call in legal_calls(calls)
        }

    def _card_to_lay(self, pub: BridgePub, own: BridgeOwn | None) -> tuple[LayCard, ...]:
        """Return the convention card if this seat must show it now, never if partner has already shown one.

        During a board a player does not see if partner has shown a convention card. Before the first call of
        the first board, only North and East show a convention card, each for the side. Between boards a
        player sees if the side has shown a convention card, and any robot shows one if not.
        """
        if own is None or own.seat is None or "system" not in own.may or own.seat.side in own.systems:
            return ()
        first = own.seat in (Seat.NORTH, Seat.EAST)
        if pub.phase == "over" or (first and (pub.phase == "deal" or not pub.results)):
            return (LayCard(self.system.title[:60], text=card_text(self.system, self.signals)),)
        return ()


def card_text(system: System, signals: carding.Carding) -> str:
    """Return the text of the convention card: the agreements on calls, leads and signals."""
    calls, cards = convention_card(system), f"\n\n{signals.words}"
    return calls[: MOST_ON_CARD - len(cards)] + cards


def explanations(
    bidder: Bidder,
    pub: BridgePub,
    own: BridgeOwn | None,
    calls: Sequence[Call],
    mine: Mapping[int, Explanation],
    judged: Collection[int] = (),
) -> tuple[Explain, ...]:
    """Return explanations of the calls of this robot's side for the opponents that have asked about them.

    Where partners explain, partner's calls that need an alert are explained without a question, too. `mine`
    are the explanations of the calls that this robot itself has made, by the index of the call, and `judged`
    the indexes of its calls that a search and not a rule has chosen. If a call was made by another robot or a
    player, this robot explains what the same call means in its own system.
    """
    if own is None or own.seat is None or "explain" not in own.may:
        return ()
    answers: list[Explain] = []

    def explained(place: int) -> Explanation:
        told = mine.get(place)
        return told or bidder.explanation(pub.dealer, pub.vulnerable, calls[: place + 1])

    alerts = unalerted(own, pub.dealer, calls, lambda place: explained(place).alert)
    for place in (*asked(own, calls), *alerts):
        told = explained(place)
        meaning = JUDGED if place in judged else told.meaning
        if place not in mine:
            meaning = replace(told.meaning, made=False)
        answers.append(Explain(place, cut(written(meaning)), told.alert, meaning))
    return tuple(answers)


def reading_of(
    pub: BridgePub, calls: Sequence[Call], remarks: Mapping[int, Remark], usual: System
) -> Reading:
    """Return the bidding system that matches most explanations of calls, or a usual one if none matches more.

    The system counts as agreed if it matches all of the given explanations. The key of an explanation in
    `remarks` is 4 times the index of the call, plus the number of a seat. `usual` is the robot's own system.
    Opponents that explain nothing are read by it, but not by a strong club, which few players bid: they are
    read by Standard American.
    """
    told = {key // 4: remark.text for key, remark in remarks.items() if remark.text and key // 4 < len(calls)}
    usually = SAYC if usual.strong_club else usual
    if not told:
        return Reading(usually.name, False)

    def agreed(system: System) -> int:
        return sum(text in _explained(system, usual, pub, calls[: place + 1]) for place, text in told.items())

    best, most = usually, agreed(usually)
    for system in (usual, *SYSTEMS.values()):
        if most == len(told):
            break
        if (found := agreed(system)) > most:
            best, most = system, found
    return Reading(best.name, most == len(told))


def _explained(system: System, others: System, pub: BridgePub, calls: Sequence[Call]) -> Iterator[str]:
    """Yield the explanations of the last call by a system, if the other side bids by it or by `others`."""
    north_south = caller(pub.dealer, tuple(calls[:-1])) % 2 == 0
    tables = [Bidder(system)]
    if others is not system:
        tables.append(Bidder(system, others) if north_south else Bidder(others, system))
    for table in tables:
        yield cut(table.explanation(pub.dealer, pub.vulnerable, calls).words)


def cut(words: str) -> str:
    """Return an explanation, shortened to the length that the protocol accepts."""
    return words if len(words) <= MOST_CHARACTERS else words[: MOST_CHARACTERS - 1] + "…"
