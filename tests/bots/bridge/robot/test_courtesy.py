"""Tests of undo requests: robots grant a slip only if its player has learned nothing."""

from __future__ import annotations

from msgspec.structs import replace

from bots.bridge.robot.courtesy import Courtesy, nothing_learned
from bots.plain_bot import PlainBot
from protocol.v1.bridge import Call, Grant, MakeCall, Options, PlayCard, Seat, Undo, UndoAsked
from protocol.v1.cards import Card
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, view_of

N, E, S, W = Seat
SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
"""North has the spades, East the hearts, South the diamonds and West the clubs."""


class Table:
    """A board with a robot in every seat. Each robot answers undo requests."""

    def __init__(self, auction: str = "", played: str = "", options: Options | None = None) -> None:
        dealt = board(*SUITS)
        self.state = BRIDGE.apply(BridgeState(options=options or Options()), None, dealt.deal)
        self.robots = {seat: PlainBot() for seat in Seat}
        self.calls(auction)
        self.plays(played)

    def calls(self, auction: str) -> None:
        for word in auction.split():
            self._moves(MakeCall(Call(word)))

    def plays(self, played: str) -> None:
        for word in played.split():
            self._moves(PlayCard(Card(word)))

    def _moves(self, action: MakeCall | PlayCard) -> None:
        self.state = BRIDGE.apply(self.state, BRIDGE.to_act(self.state)[0], action)
        self.look()

    def look(self) -> dict[Seat, tuple[Grant, ...]]:
        """Return the present answers of every robot, without applying them."""
        return {seat: robot.answer(view_of(self.state, seat)) for seat, robot in self.robots.items()}

    def granted(self, asker: Seat) -> bool:
        """Return True if the robots grant a seat's undo request. Their answers are applied."""
        self.state = BRIDGE.apply(self.state, asker, Undo("a slip"))
        while answers := [(seat, answer) for seat, given in self.look().items() for answer in given]:
            seat, answer = answers[0]
            self.state = BRIDGE.apply(self.state, seat, answer)
            if not answer.accept:
                return False
        assert not self.state.undos
        return True


def test_a_call_may_be_taken_back_until_the_players_partner_has_called() -> None:
    table = Table("1S")
    assert table.granted(N) and table.state.calls == ()
    assert Table("1S P").granted(N)
    assert not Table("1S P P").granted(N)


def test_the_last_bid_before_three_passes_may_not_be_taken_back() -> None:
    assert not Table("1S P P P").granted(N)


def test_the_final_pass_may_be_taken_back_before_the_opening_lead() -> None:
    assert Table("1S P P P").granted(W)


def test_the_same_call_may_be_taken_back_once() -> None:
    table = Table("1S P")
    assert table.granted(N)
    table.calls("2S P")
    assert not table.granted(N)


def test_another_call_of_the_same_player_may_be_taken_back_too() -> None:
    table = Table("1S P")
    assert table.granted(N)
    table.calls("2S P P 3H 3S")
    assert table.granted(N)
    assert len(table.state.calls) == 4


def test_each_side_has_its_own_count_of_granted_requests() -> None:
    table = Table("1S")
    assert table.granted(N)
    table.calls("2S 3H")
    assert table.granted(E)


LEAD_AND_DUMMY = "H2 D2"
"""North plays four spades: East leads, and North follows from dummy."""


def test_a_card_may_be_taken_back_until_the_next_card_is_played() -> None:
    table = Table("4S P P P", LEAD_AND_DUMMY)
    assert table.granted(N)
    assert [play.card for play in table.state.plays] == ["H2"]
    assert not Table("4S P P P", LEAD_AND_DUMMY + " C2").granted(N)


def test_an_opening_lead_may_not_be_taken_back_because_it_exposes_dummy() -> None:
    assert not Table("4S P P P", "H2").granted(E)


def test_the_last_card_of_a_trick_may_be_taken_back_before_the_next_lead() -> None:
    played = LEAD_AND_DUMMY + " C2 S2"
    for look_back in ("all", "law"):
        options = Options(look_back=look_back)
        table = Table("4S P P P", played, options)
        assert table.granted(N) and len(table.state.plays) == 3
        assert not Table("4S P P P", played + " S3", options).granted(W)


def test_a_seat_may_take_back_one_card_in_a_board() -> None:
    table = Table("4S P P P", LEAD_AND_DUMMY)
    assert table.granted(N)
    table.plays("D3")
    assert not table.granted(N)
    table.plays("C2")
    assert table.granted(W)
    table.plays("C3 S2 S3")
    assert not table.granted(N)


def test_a_call_that_was_taken_back_does_not_count_as_a_card() -> None:
    table = Table("4S")
    assert table.granted(N)
    table.calls("4S P P P")
    table.plays(LEAD_AND_DUMMY)
    assert table.granted(N)


def test_the_next_board_starts_without_granted_requests() -> None:
    courtesy = Courtesy()
    asked = BRIDGE.apply(Table("1S").state, N, Undo())
    answers = []
    for number, undone in ((1, False), (1, True), (1, False), (2, False)):
        view = view_of(
            BRIDGE.apply(BRIDGE.apply(asked, E, Grant(N, True)), W, Grant(N, True)) if undone else asked, E
        )
        answers += courtesy.grants("t", replace(view.pub, board=number), view.own)
    assert answers == [Grant(N, True), Grant(N, False), Grant(N, True)]


def test_an_answer_changes_if_a_card_is_played_in_the_meantime() -> None:
    table = Table("4S P P P", LEAD_AND_DUMMY)
    table.state = BRIDGE.apply(table.state, N, Undo())
    assert table.look()[W] == (Grant(N, True),)
    table.state = BRIDGE.apply(table.state, W, PlayCard(Card("C2")))
    assert table.look()[E] == (Grant(N, False),)


def test_only_opponents_answer_an_undo_request_and_dummy_does_not() -> None:
    table = Table("4S P P P", LEAD_AND_DUMMY + " C2")
    table.state = BRIDGE.apply(table.state, W, Undo())
    assert {seat for seat, given in table.look().items() if given} == {N}


def test_cards_are_counted_also_if_earlier_tricks_are_hidden() -> None:
    table = Table("4S P P P", LEAD_AND_DUMMY + " C2 S2 S3", Options(look_back="law", review=False))
    pub = BRIDGE.pub(table.state)
    assert set(pub.plays) == {4} and not pub.calls
    assert nothing_learned(pub, UndoAsked("", 4, 4))
    assert not nothing_learned(pub, UndoAsked("", 4, 3))
