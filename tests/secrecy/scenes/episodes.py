"""What players do beside calls and cards: alerts, questions, taking back, claims, rulings, talk."""

from __future__ import annotations

from collections.abc import Callable

from protocol.v1.bridge import (
    SEATS,
    ArtificialScore,
    Ask,
    AwardTricks,
    Call,
    Claim,
    Explain,
    Grant,
    LayCard,
    MakeCall,
    NoQuestions,
    PlayGoesOn,
    PlayOn,
    RollBack,
    Seat,
    Undo,
    Vote,
)
from protocol.v1.requests import ChatTo
from server.errors import IllegalAction
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import LogAction
from tests.secrecy.scenes import hearing
from tests.secrecy.scenes.script import BOTH, Both, Script
from tests.secrecy.scenes.worlds import Probe, Say, Try, after

SEARCH_STEPS = 200
MAX_TAKEN_BACK = 3


class Episodes(Script):
    """The means of an author. Each draws what is done; what cannot be done now is left out.

    `end_may_come`: the board may be over before the scene is.
    """

    end_may_come = False
    taken_back = 0
    _waited = (-1, -1)

    def called(self, seat: Seat, call: Call) -> Both:
        """A call with or without alert and explanation, other ones where the observer hears none."""
        plain = MakeCall(call)
        hearers = hearing.of_remark(self.options, seat, late=False)
        if seat in self.robots or self.rng.randrange(3):
            return plain, plain
        one, other = (
            MakeCall(call, self.rng.choice((True, False)), text) for text in self.texts(hearers, at_end=True)
        )
        if not self.may_differ(hearers):
            return one, one
        self.sealed = True
        return self.rng.choice(((one, other), (plain, other), (one, plain)))

    def explain(self) -> None:
        """An explanation that comes late, of one's own call, with screens of either partner's."""
        state, seat = self.state, self.rng.choice(SEATS)
        if not state.calls or state.deal is None or seat in self.robots:
            return
        hearers = hearing.of_remark(self.options, seat, late=True)
        call = self.rng.randrange(len(state.calls))
        texts = self.texts(hearers, at_end=True)
        self._beside(seat, hearers, (Explain(call, texts[0]), Explain(call, texts[1])))

    def ask(self) -> None:
        """A question about a call of the opponents."""
        state, seat = self.state, self.rng.choice(SEATS)
        if not state.calls or state.deal is None or seat in self.robots:
            return
        call = self.rng.randrange(len(state.calls))
        hearers = hearing.of_question(self.options, seat, SEATS[(state.deal.dealer + call) % 4])
        texts = self.texts(hearers, at_end=True)
        self._beside(seat, hearers, (Ask(call, texts[0]), Ask(call, texts[1])))

    def _beside(self, seat: Seat, hearers: hearing.Hearers, does: Both) -> bool:
        """Something that only some may notice, in one world or both."""
        there = self.which(hearers)
        does = (does[0] if there[0] else None, does[1] if there[1] else None)
        if not self.legal(seat, does):
            return False
        self.sealed = self.sealed or does[0] != does[1]
        self.unheard(seat, does)
        return True

    def take_back(self) -> None:
        """A wish to take back: done by law at once, or left waiting, refused, or granted by leave.

        Most of all it is the observer's partner who wishes, of which the observer must learn nothing.
        """
        partner = self.rng.choice(SEATS) if self.observer.seat is None else self.observer.seat.partner
        seat = self.rng.choice((*SEATS, partner, partner))
        if seat in self.robots or self.taken_back > MAX_TAKEN_BACK:
            return
        if self.options.undo == "law25":
            if self.legal(seat, (Undo(), Undo())):
                self.taken_back += 1
                self.move(seat, (Undo(), Undo()))
            return
        hearers = hearing.of_undo(self.state, seat)
        one, other = self.texts(hearers, at_end=True)
        if self._beside(seat, hearers, (Undo(one), Undo(other))):
            self._attempt(Grant(seat, self.rng.choice((True, False))))
            self._answer_wish(seat, hearers)
            self._attempt(Grant(seat, self.rng.choice((True, False))))

    def _answer_wish(self, asker: Seat, hearers: hearing.Hearers) -> None:
        """Some of those asked answer; what all of them grant is taken back in both worlds or in none."""
        grantors = [seat for seat in sorted(hearers - {asker}) if seat not in self.robots]
        for seat in self.rng.sample(grantors, self.rng.randrange(len(grantors) + 1)):
            grant = Grant(asker, self.rng.randrange(4) > 0)
            there = self.which(hearers)
            one, other = (
                grant if wanted and any(each.seat is asker for each in state.undos) else None
                for wanted, state in zip(there, self.states, strict=True)
            )
            if (one or other) and self.legal(seat, (one, other)):
                before = self.state.rewinds
                self.unheard(seat, (one, other))
                self.taken_back += self.state.rewinds - before
                self.sealed = self.sealed or one != other

    def claim(self) -> None:
        """A claim, the votes on it and what follows; a claim that proves itself is not waited for."""
        state = self.state
        claimers = [seat for seat in self.people() if self.legal(seat, (Claim(0), Claim(0)))]
        if not claimers or (self.robots and (self.policy.tempo_ms or self.end_may_come)):
            return  # robots vote in their own time, whatever else the script has in mind
        seat = self.rng.choice(claimers)
        left = 13 - sum(state.tricks)
        tricks = self.rng.choice((0, 1, 1, left, self.rng.randrange(left + 1)))
        claim = Claim(tricks, self.word(heard=True))
        if not self._proves(seat, claim):
            self.move(seat, (claim, claim))
            self._vote()
        elif self.end_may_come and not self.sealed:
            self.move(seat, (claim, claim))
            search = BRIDGE.prove(self.state)
            assert search is not None
            self.move(None, (search(patience()),) * 2, late=True)

    def _proves(self, seat: Seat, claim: Claim) -> bool:
        search = BRIDGE.prove(BRIDGE.apply(self.state, seat, claim))
        return search is not None and search(patience()) is not None

    def _vote(self) -> None:
        """Votes, people's first, as long as both worlds end up alike; the last robot alone may refuse."""
        asked = sorted(BRIDGE.to_act(self.state), key=lambda seat: (seat in self.robots, self.rng.random()))
        robots = sum(seat in self.robots for seat in asked)
        for seat in map(Seat, asked):
            if self.state.phase != "claim" or not self.rng.randrange(8):
                return
            answers = [Vote(True), Vote(False)]
            if seat not in self.robots or robots == 1:
                self.rng.shuffle(answers)
            elif robots > 1:
                answers = answers[:1]
            if not any(self._decide(seat, answer) for answer in answers):
                return
            if self.state.phase == "disputed":
                self._resolve()

    def _decide(self, seat: Seat, answer: Vote | PlayOn) -> bool:
        """An answer that only its seat may notice, unless it is the last one; whether it can be given."""
        both = BOTH if seat in self.robots else self.which(frozenset({seat}), all_hands=False)
        for there in (both, BOTH):
            does = (answer if there[0] else None, answer if there[1] else None)
            if self.legal(seat, does) and not self._ends_what_is_sealed(seat, does):
                self.answer(seat, does)
                return True
        return False

    def answer(self, seat: Seat, does: Both) -> None:
        """The first to answer waits until he may, for all of them."""
        self.sealed = self.sealed or does[0] != does[1]
        before = BRIDGE.progress(self.state)
        if seat in self.robots:
            self.move(seat, does, late=True)
        else:
            self._attempt(Vote(True))
            waited, self._waited = self._waited, before
            self.unheard(seat, does, wait_ms=0 if waited == before else self.floor_ms)

    def _ends_what_is_sealed(self, seat: Seat, does: Both) -> bool:
        ends = [
            BRIDGE.apply(state, seat, action).phase == "over"
            for state, action in zip(self.states, does, strict=True)
            if action is not None
        ]
        return any(ends) and (self.sealed or not self.end_may_come)

    def _resolve(self) -> None:
        """After a refusal: all agree to play on, or the director rules, or nothing happens."""
        if self.offices and self.rng.randrange(2):
            self.rule()
            return
        for seat in sorted(SEATS, key=lambda seat: (seat in self.robots, self.rng.random())):
            if not self.rng.randrange(8) or not self._decide(seat, PlayOn()):
                return

    def lay_card(self) -> None:
        """A convention card, whose name and text may be others where the observer can never open it."""
        seat = self.rng.choice(SEATS)
        if seat in self.robots:
            return
        opens = bool(self.observer.sees)
        text = self.word(False, card=seat % 2)
        texts = (text, text if opens or not self.private else self.word(False, card=seat % 2))
        one, other = (LayCard(name=text, text=f"{text} a strong club") for text in texts)
        if self.legal(seat, (one, other)):
            self.unheard(seat, (one, other))
            self.steps.append(Probe("open_card", seat % 2, self.rng.randrange(64)))

    def rule(self) -> None:
        """The director rules; of what ends the board only where it may end."""
        if not self.offices:
            return
        state, reason = self.state, self.word(heard=True)
        calls, cards = len(state.calls), len(state.plays)
        rulings = [PlayGoesOn(reason)] * 3
        if self.taken_back <= MAX_TAKEN_BACK:
            rulings.append(RollBack(calls, self.rng.randrange(cards + 1), reason))
            rulings.append(RollBack(self.rng.randrange(calls + 1), 0, reason))
        if not self.sealed and self.end_may_come:
            rulings += [AwardTricks(7, reason=reason), ArtificialScore("plus", "minus", reason=reason)] * 2
        ruling = self.rng.choice(rulings)
        if self.legal(None, (ruling, ruling)) and state.phase != "over":
            self.taken_back += isinstance(ruling, RollBack)
            self.move(None, (ruling, ruling))

    def talk(self) -> None:
        """Somebody says something to somebody."""
        who = self.rng.choice((*SEATS, "watcher", "director", "commentator", "commentator"))
        to: ChatTo = self.rng.choice(("table", "opponents", "kibitzers", "director"))
        if who in self.robots or (who in ("director", "commentator") and not self.offices):
            return
        if isinstance(who, Seat):
            self._seat_talks(who, to)
        elif who != "director" or to == "kibitzers":
            self._watcher_talks(who)
        else:
            self.steps.append(Say(who, "table", (self.word(heard=True),) * 2))

    def _seat_talks(self, seat: Seat, to: ChatTo) -> None:
        hearers = hearing.of_talk(seat, to)
        if to == "director" and not self.offices:
            return
        heard = hearing.hears(self.observer, hearers, all_hands=to in ("table", "opponents"))
        heard = heard or to == "table"
        one = self.word(heard)
        if heard or not self.private:
            self.steps.append(Say(seat, to, (one, one)))
            return
        silences = ((one, self.word(False)), (None, one), (one, None))
        # everybody is told that the director is called for, so that only the words may differ
        self.steps.append(Say(seat, to, silences[0] if to == "director" else self.rng.choice(silences)))

    def _watcher_talks(self, who: str) -> None:
        """What watchers say reaches no seat, and other watchers when the board is over.

        A commentator is heard by who sees every hand, the public by whoever watches as the public.
        """
        heard = bool(self.observer.role) if who == "commentator" else self.observer.seat is None
        one = self.word(heard, at_end=self.observer.seat is None)
        texts = (one, one) if heard or not self.private else (None, one)
        if who == "watcher":
            self.steps.append(Say("watcher", "table", texts))
        elif who == "commentator":
            self.steps.append(Say("commentator", "table", texts))
        else:
            self.steps.append(Say("director", "kibitzers", texts))

    def try_in_vain(self) -> None:
        """The observer does at his seat what the laws do not allow him now, in either world."""
        seat, state = self.observer.seat, self.state
        if seat is None or state.deal is None:
            return
        call = self.rng.randrange(max(1, len(state.calls)))
        attempts: tuple[LogAction, ...] = (
            *(Grant(other, self.rng.choice((True, False))) for other in SEATS),
            Explain(call, "it is mine"),
            Ask(call, "what is it?"),
            Vote(self.rng.choice((True, False))),
            PlayOn(),
            NoQuestions(),
            Undo(),
            Claim(13 if self.state.phase != "play" else 1 + 13 - sum(state.tricks)),
            LayCard("two hearts", "both", "0" * 64),
            LayCard("two hearts", "weak"),
        )
        self._attempt(self.rng.choice(attempts))

    def _attempt(self, action: LogAction) -> None:
        """The observer tries what he may not do, whatever the others know."""
        seat = self.observer.seat
        if seat is not None and all(self._refused(world, seat, action) for world in (0, 1)):
            self.steps.append(Try(action, self.rng.choice(("msgpack", "json", "http"))))

    def _refused(self, world: int, seat: Seat, action: LogAction) -> bool:
        try:
            after(self.states[world], seat, action)
        except IllegalAction:
            return True
        return False


def patience() -> Callable[[], bool]:
    """A search may look at the clock so often, so that it ends alike every time."""
    left = iter(range(SEARCH_STEPS))
    return lambda: next(left, None) is None
