"""How a table is wished for in words, and what the server makes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bots.errors import GaveUp, Refused
from bots.guest import guest
from bots.terminal.opening import (
    Wish,
    open_table,
    policy_words,
    read_options,
    read_policy,
    read_seats,
    rules_of,
    seats_of,
)
from bots.wire.http import Http
from protocol.v1.requests import Bank, Delay, NoClock, PerBoard, PerMove, Policy
from tests.bots.scripted import ScriptedServer
from tests.web.served import Served, needs_redis, served


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("kibitz")) as running:
        yield running


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["scoring=rubber", "waiting=1"], {"scoring": "rubber", "waiting": 1}),
        (["scoring=rubber, waiting=1 screens=yes"], {"scoring": "rubber", "waiting": 1, "screens": True}),
        (['{"scoring": "rubber", "boards": null}'], {"scoring": "rubber", "boards": None}),
        (["stop=1.5s undo=none"], {"stop_ms": 1500, "undo": "none"}),
        ([], {}),
    ],
)
def test_options_are_words_or_json(words: list[str], meant: dict[str, object]) -> None:
    assert read_options(words) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("variant='Rainbow (5 Suits)' players=4", {"variant": "Rainbow (5 Suits)", "players": 4}),
        ('players=4, variant="Cow & Pig (5 Suits)"', {"players": 4, "variant": "Cow & Pig (5 Suits)"}),
        ("variant=Up or Down (6 Suits) seed=7", {"variant": "Up or Down (6 Suits)", "seed": "7"}),
        ("deck_plays=yes seed=p3v0s1", {"deck_plays": True, "seed": "p3v0s1"}),
    ],
)
def test_the_name_of_a_variant_has_blanks_and_a_seed_is_text(words: str, meant: dict[str, object]) -> None:
    assert read_options([words], "hanabi") == meant


@pytest.mark.parametrize("words", ["variant='No Variant", "players=3 yes", "variant"])
def test_half_a_wish_for_hanabi_is_said(words: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_options([words], "hanabi")


@pytest.mark.parametrize("words", ["scoring", "=rubber", "scoring=", "{scoring}", "[1]"])
def test_what_is_no_wish_is_said(words: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_options([words])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("hold=2min", Policy(hold_ms=120_000)),
        ("hold=none tempo=2s", Policy(hold_ms=None, tempo_ms=2_000)),
        ("delay=3min", Policy(delay=Delay(ms=180_000))),
        ("delay=2boards", Policy(delay=Delay(boards=2))),
        ("access=invited substitute=plain", Policy(access="invited", substitute="plain")),
        ("watchers=no", Policy(watchers=False)),
        ("clock=none", Policy(clock=NoClock())),
        ("clock=8min", Policy(clock=PerBoard(480_000))),
        ("clock=20s/move", Policy(clock=PerMove(20_000))),
        ("clock=2min+20s", Policy(clock=Bank(120_000, 20_000))),
        ('{"clock": {"kind": "board", "board_ms": 1000}}', Policy(clock=PerBoard(1_000))),
    ],
)  # fmt: skip
def test_a_policy_is_read_with_its_times(words: str, meant: Policy) -> None:
    assert read_policy([words]) == meant


def test_a_change_of_policy_leaves_the_rest_as_it_is() -> None:
    late = Policy(delay=Delay(boards=1), hold_ms=5_000)
    assert read_policy(["access=private"], late) == Policy(
        access="private", delay=Delay(boards=1), hold_ms=5_000
    )
    assert read_policy(["delay=none"], late).delay is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("acess=private", "expected one of .*access.*, got 'acess'"),
        ("access=never", "expected access=open or private or invited, got 'never'"),
        ("hold=soon", "hold_ms"),
    ],
)
def test_a_policy_that_is_none_is_refused_before_anybody_is_asked(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_policy([words])


@pytest.mark.parametrize(
    "policy",
    [Policy(), Policy(hold_ms=None, delay=Delay(boards=2)), Policy(delay=Delay(ms=90_000), tempo_ms=1_500)],
)
def test_a_policy_is_said_as_it_may_be_typed(policy: Policy) -> None:
    words = " ".join(policy_words(policy)).partition(" clock=")[0]
    assert read_policy([words]) == policy


def test_a_bank_is_said_as_it_may_be_typed() -> None:
    policy = Policy(clock=Bank(90_000, 5_000))
    assert policy_words(policy)[1].endswith(" clock=90s+5s")
    assert read_policy(policy_words(policy)) == policy


def test_robots_are_named_by_seats() -> None:
    assert read_seats(["all=plain", "4=random"]) == {**dict.fromkeys(range(4), "plain"), 4: "random"}
    with pytest.raises(ValueError, match="expected a seat as N, E, S, W"):
        read_seats(["Q=plain"])


def test_at_spades_all_are_as_many_as_play_and_two_sit_north_and_south() -> None:
    wished = read_options(["preset=solo players=3 ten_for_200=no"], "spades")
    assert wished == {"preset": "solo", "players": 3, "ten_for_200": False}
    assert read_seats(["all=random"], seats_of("spades", wished)) == dict.fromkeys(range(3), "random")
    assert read_seats(["NS=random"], 2) == {0: "random", 1: "random"}
    with pytest.raises(ValueError, match="expected a seat as N or S"):
        read_seats(["E=random"], 2)
    assert seats_of("bridge", {"players": 3}) == 4


@needs_redis
async def test_a_table_is_opened_as_it_was_wished(house: Served) -> None:
    host = await guest(house.address, "Ann")
    http = Http(house.address, host.token)
    policy = Policy(access="private", hold_ms=None)
    opened = await open_table(http, Wish({"first_board": 7}, policy, {0: "plain"}, title="Ann's"))
    told = (await http.ask("GET", f"/v1/tables/{opened.table}")).json()
    assert (told["name"], told["people"]["host"]) == ("Ann's", host.id)
    assert (told["people"]["seats"][0]["robot"], told["view"]["pub"]["board"]) == ("plain", 7)
    assert (await rules_of(http, opened.table)).policy == policy


@needs_redis
async def test_a_match_is_two_tables_on_the_boards_of_a_file(house: Served) -> None:
    http = Http(house.address, (await guest(house.address, "Ann")).token)
    spades, hearts, diamonds, clubs = (
        "AKQJT98765432...",
        ".AKQJT98765432..",
        "..AKQJT98765432.",
        "...AKQJT98765432",
    )
    boards = f'[Event "Caf\u00e9"]\n[Board "1"]\n[Deal "N:{spades} {hearts} {diamonds} {clubs}"]\n'
    for file in (boards.encode(), boards.encode("latin-1")):
        opened = await open_table(http, Wish(boards=file, count=1))
        assert opened.other is not None
        told = (await http.ask("GET", f"/v1/tables/{opened.other}")).json()
        assert told["view"]["pub"]["match"]["room"] == "closed"


@needs_redis
async def test_what_the_server_does_not_like_is_said_in_its_words(house: Served) -> None:
    http = Http(house.address, (await guest(house.address, "Ann")).token)
    with pytest.raises(Refused, match="unknown field `scorin`"):
        await open_table(http, Wish({"scorin": "rubber"}))
    with pytest.raises(Refused, match="rubber and Chicago only"):
        await open_table(http, Wish({"waiting": 1}))
    with pytest.raises(Refused, match="expected a header"):
        await open_table(Http(house.address), Wish())


async def test_who_is_no_server_of_this_kind_is_said(server: ScriptedServer) -> None:
    with pytest.raises(GaveUp, match="expected a server of Kibitz"):
        await rules_of(Http(server.url), "t1")
