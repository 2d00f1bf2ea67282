"""Offences with penalties in the Laws, tried through the hub: refused, and invisible to other players.

`tests/games/bridge/refusals` shows that the rules allow none of them. The tests here show the refusals of the
server, and that a refusal reveals nothing: no card is seen, no turn passes, no number is used.
"""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.requests import Act, Chat, ChatTo, Match, Policy, Sit, Stand, Watch
from protocol.v1.updates import Done, Refused
from tests.hub.boards import BOARDS, SEATS, board
from tests.rooms import QUIET, House, play_on
from tests.virtual import passes, until, virtual

PASS = {"t": "call", "call": "P"}
ONE_NOTRUMP = ("1NT", "P", "P", "P")
"""South declares, West is to lead."""


async def tried(letter: str, action: dict[str, Any], *before: str) -> tuple[str, str]:
    """Return the refusal of an action after these calls and cards."""
    async with board(*before) as at:
        return await at.refused(letter, action)


def call(text: str) -> dict[str, str]:
    return {"t": "call", "call": text}


def card(text: str) -> dict[str, str]:
    return {"t": "play", "card": text}


# Laws 6, 7, 13 to 15 and 24: the server deals cards and boards


@pytest.mark.parametrize("tag", ["deal", "cut", "paired", "heard", "proven", "tricks", "roll_back"])
def test_a_player_cannot_send_a_misdeal_or_a_wrong_board(tag: str) -> None:
    @virtual
    async def run() -> None:
        code, message = await tried("S", {"t": tag, "board": 3, "hands": [[], [], [], []], "tricks": 13})
        assert code == "invalid_message" and "$.action" in message

    run()


@virtual
async def test_no_card_is_seen_early_and_no_person_sees_two_hands() -> None:
    async with board() as at:
        for as_ in ("all", "director", "commentator", 0, 1, 3):
            answer = await at.players["S"].ask(Watch(table=at.table, as_=as_, id=5))  # type: ignore[arg-type]
            assert isinstance(answer, Refused) and answer.code == "forbidden"
        second = at.house.person("Eve")
        for as_ in ("all", 1):
            answer = await second.ask(Watch(table=at.table, as_=as_, id=5))  # type: ignore[arg-type]
            assert isinstance(answer, Refused) and answer.code == "forbidden"
        assert (await second.watch(at.table)).own is None


# Laws 17 to 19 and 27 to 39: calls


@pytest.mark.parametrize(
    ("by", "made", "before", "code", "says"),
    [
        ("W", "1H", ("1C", "P"), "not_your_turn", "another seat is to act"),
        ("S", "1H", ("1C", "P"), "not_your_turn", "another seat is to act"),
        ("N", "P", ("P", "P", "P", "P"), "not_your_turn", "another seat is to act"),
        ("W", "P", ONE_NOTRUMP, "illegal_action", "the auction is over (Law 22)"),
        ("W", "1C", ("1D",), "illegal_action", "1C is not sufficient over 1D (Law 18)"),
        ("N", "X", ("1D", "P"), "illegal_action", "Law 19A"),
        ("W", "XX", ("1D",), "illegal_action", "Law 19B"),
        ("S", "8C", (), "invalid_message", "$.action.call"),
        ("S", "8NT", (), "invalid_message", "$.action.call"),
    ],
    ids=[
        "call out of turn",
        "call out of turn by partner",
        "call after the end, passed out",
        "call after the end",
        "insufficient bid",
        "inadmissible double",
        "inadmissible redouble",
        "bid of more than seven",
        "bid of eight notrumps",
    ],
)
def test_an_illegal_call_is_refused_with_its_reason(
    by: str, made: str, before: tuple[str, ...], code: str, says: str
) -> None:
    @virtual
    async def run() -> None:
        refusal = await tried(by, call(made), *before)
        assert refusal[0] == code and says in refusal[1]

    run()


# Laws 44 to 67: leads and plays


@pytest.mark.parametrize(
    ("by", "played", "before", "code", "says"),
    [
        ("E", "SK", ONE_NOTRUMP, "not_your_turn", "another seat is to act"),
        ("S", "ST", ONE_NOTRUMP, "not_your_turn", "another seat is to act"),
        ("W", "S7", (*ONE_NOTRUMP, "S8", "S2", "SK", "S4"), "not_your_turn", "another seat is to act"),
        ("E", "SK", (*ONE_NOTRUMP, "S8"), "not_your_turn", "another seat is to act"),
        ("W", "S7", (*ONE_NOTRUMP, "S8"), "not_your_turn", "another seat is to act"),
        ("E", "HQ", (*ONE_NOTRUMP, "S8", "S2"), "illegal_action", "Law 44C"),
        ("W", "SA", ONE_NOTRUMP, "illegal_action", "you do not hold SA"),
        ("S", "S4", (*ONE_NOTRUMP, "S8"), "illegal_action", "dummy does not hold S4"),
        ("S", "S5", (*ONE_NOTRUMP, "S8", "S2", "S9"), "illegal_action", "you do not hold S5"),
        ("S", "SK", ("1NT", "P", "P"), "not_your_turn", "another seat is to act"),
        ("W", "ZZ", ONE_NOTRUMP, "invalid_message", "$.action.card"),
    ],
    ids=[
        "opening lead by the wrong defender",
        "opening lead by declarer",
        "lead out of turn",
        "play out of turn",
        "two cards",
        "revoke",
        "card not held",
        "from the wrong hand: declarer's at dummy's turn",
        "from the wrong hand: dummy's at declarer's turn",
        "card during the auction",
        "card of another pack",
    ],
)
def test_an_illegal_lead_or_play_is_refused_with_its_reason(
    by: str, played: str, before: tuple[str, ...], code: str, says: str
) -> None:
    @virtual
    async def run() -> None:
        refusal = await tried(by, card(played), *before)
        assert refusal[0] == code and says in refusal[1]

    run()


@pytest.mark.parametrize("cards", [["S8", "S7"], "S8 S7", {"0": "S8", "1": "S7"}], ids=str)
def test_an_action_with_two_cards_is_invalid(cards: object) -> None:
    @virtual
    async def run() -> None:
        code, message = await tried("W", {"t": "play", "card": cards}, *ONE_NOTRUMP)
        assert code == "invalid_message" and "$.action.card" in message

    run()


@virtual
async def test_of_two_cards_sent_at_once_the_second_answers_a_decision_that_has_passed() -> None:
    async with board(*ONE_NOTRUMP) as at:
        west = at.players["W"]
        decision = (west.tables[at.table].own or {})["decision"]
        for n, led in enumerate(("S8", "S7"), 2):
            west.tell(Act(table=at.table, n=n, action=card(led), decision=decision))
        await until(lambda: west.of(Refused))
        assert west.refusal() == "stale_decision"
        assert [str(play.card) for play in at.house.room(at.table).table.state.plays] == ["S8"]


@virtual
async def test_a_card_chosen_before_its_turn_is_not_played_when_its_turn_comes() -> None:
    async with board(*ONE_NOTRUMP, "S8") as at:
        for decision in ("0.6", "0.7", "1.0"):
            code, _ = await at.refused("E", card("SK"), decision=decision)
            assert code == "stale_decision"
        await at.goes("S2")
        await passes(3_000)
        assert at.turn == "E"


# Laws 48 to 52: no penalty cards


@virtual
async def test_a_card_refused_uses_up_no_number_and_binds_its_player_to_nothing() -> None:
    async with board(*ONE_NOTRUMP, "S8", "S2") as at:
        for illegal in ("HQ", "SA", "CK"):
            await at.refused("E", card(illegal))
        await at.goes("S9")
        assert at.house.room(at.table).table.counters["p-East"].n == 2


@virtual
async def test_a_refusal_is_the_same_whichever_hand_holds_the_card() -> None:
    async with board(*ONE_NOTRUMP) as at:
        said = {(await at.refused("W", card(other)))[1].replace(other, "…") for other in ("SA", "SK", "ST")}
        assert said == {"you do not hold …"}


# Laws 42 and 43: dummy


@pytest.mark.parametrize(
    ("action", "code", "says"),
    [
        (card("SQ"), "not_your_turn", "another seat is to act"),
        (PASS, "not_your_turn", "another seat is to act"),
        ({"t": "claim", "tricks": 13}, "illegal_action", "Law 43"),
        ({"t": "claim", "tricks": 0}, "illegal_action", "Law 43"),
        ({"t": "ask", "call": 1}, "illegal_action", "Law 20F"),
        ({"t": "undo"}, "illegal_action", "Law 43"),
    ],
    ids=["playing", "calling", "claiming", "conceding", "asking", "taking back"],
)
def test_dummy_neither_plays_nor_suggests(action: dict[str, Any], code: str, says: str) -> None:
    @virtual
    async def run() -> None:
        refusal = await tried("N", action, *ONE_NOTRUMP, "S8")
        assert refusal[0] == code and says in refusal[1]

    run()


@pytest.mark.parametrize("letter", SEATS)
@pytest.mark.parametrize("before", [(), (*ONE_NOTRUMP, "S8")], ids=["auction", "play"])
def test_partners_may_not_write_to_each_other_during_a_board(before: tuple[str, ...], letter: str) -> None:
    @virtual
    async def run() -> None:
        async with board(*before) as at:
            speaker, others = at.players[letter], [p for each, p in at.players.items() if each != letter]
            await passes(3_000)
            for other in others:
                other.forget()
            to: ChatTo = "partner"
            answer = await speaker.ask(Chat(table=at.table, text="lead a heart", to=to, id=9))
            await passes(3_000)
            assert isinstance(answer, Refused) and answer.code == "forbidden"
            assert not any(other.heard for other in others)

    run()


@virtual
async def test_dummy_sees_no_defenders_hand_as_any_audience() -> None:
    async with board(*ONE_NOTRUMP, "S8", policy=Policy(hands="live", clock=QUIET.clock)) as at:
        for as_ in (1, 3, "all"):
            answer = await at.players["N"].ask(Watch(table=at.table, as_=as_, id=5))  # type: ignore[arg-type]
            assert isinstance(answer, Refused) and answer.code == "forbidden"
        assert at.players["N"].tables[at.table].audience == "seat"


@virtual
async def test_a_dummy_that_stands_up_to_see_a_defenders_hand_sees_none_of_this_board() -> None:
    async with board(*ONE_NOTRUMP, "S8", policy=Policy(hands="live", clock=QUIET.clock)) as at:
        north = at.players["N"]
        assert isinstance(await north.ask(Stand(table=at.table, id=5)), Done)
        answer = await north.ask(Watch(table=at.table, as_=1, id=6))
        assert isinstance(answer, Refused) and answer.code == "forbidden"
        assert isinstance(await north.ask(Watch(table=at.table, as_=0, id=7)), Done)
        answer = await north.ask(Sit(table=at.table, seat=0, id=8))
        assert isinstance(answer, Refused) and answer.code == "forbidden"


# Law 22B: a board passed out


@virtual
async def test_a_passed_out_board_is_not_redealt_but_followed_by_the_next() -> None:
    async with board("P", "P", "P") as at:
        await at.goes("P")
        shown = at.players["S"].tables[at.table]
        assert shown.pub["phase"] == "over" and shown.pub["result"]["score_ns"] == 0
        await until(lambda: at.house.room(at.table).table.game.to_act(at.house.room(at.table).table.state))
        assert shown.pub["board"] == 2


# Laws 81, 82 and 87: boards played twice, or compared too early


async def match(house: House) -> tuple[str, str]:
    """Open a match of two boards and return its open and closed room."""
    request = Match(game="bridge", boards=BOARDS, policy=QUIET, id=3)
    opened = await house.person("Host").ask(request)
    assert isinstance(opened, Done) and opened.table is not None and opened.other is not None
    return opened.table, opened.other


@virtual
async def test_no_player_plays_a_board_twice_in_a_match() -> None:
    async with House() as house:
        here, there = await match(house)
        north, *_ = await house.four(here)
        await until(lambda: house.room(here).table.game.to_act(house.room(here).table.state))
        answer = await north.sit(there, 2)
        assert isinstance(answer, Refused) and answer.code == "forbidden"
        assert isinstance(await north.ask(Stand(table=here, id=8)), Done)
        answer = await north.sit(there, 2)
        assert isinstance(answer, Refused) and answer.code == "forbidden"


@virtual
async def test_a_board_is_not_compared_before_both_tables_have_finished_it() -> None:
    async with House() as house:
        here, there = await match(house)
        players = await house.four(here)
        others = [house.person(f"{name} 2") for name in ("North", "East", "South", "West")]
        for seat, other in enumerate(others):
            assert isinstance(await other.sit(there, seat), Done)
            await other.watch(there, "seat")
        await play_on(house, here, players, 4)
        await passes(500)
        assert players[0].tables[here].pub["match"]["boards"] == {}
        assert others[0].tables[there].pub["match"]["boards"] == {}
        assert not others[0].tables[there].pub["results"]
        await play_on(house, there, others, 4)
        await passes(500)
        for wire, table in ((players[0], here), (others[0], there)):
            assert list(wire.tables[table].pub["match"]["boards"]) == [1]
