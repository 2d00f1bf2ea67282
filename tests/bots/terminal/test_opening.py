"""Tests of the typed options of a new table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bots.errors import GaveUp, Refused
from bots.guest import guest
from bots.terminal.opening import (
    TableRequest,
    open_table,
    policy_words,
    read_options,
    read_policy,
    read_seats,
    rules_of,
    seats_wished,
)
from bots.wire.http import Http
from protocol.v1.requests import Bank, Delay, NoClock, PerBoard, PerMove, Policy
from tests.bots.scripted import ScriptedServer
from tests.web.served import Served, needs_redis, served

FOUR, FIVE = ("N", "E", "S", "W"), ("0", "1", "2", "3", "4")


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
def test_an_incomplete_option_of_hanabi_is_refused_with_an_example(words: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_options([words], "hanabi")


@pytest.mark.parametrize("words", ["scoring", "=rubber", "scoring=", "{scoring}", "[1]"])
def test_an_invalid_option_is_refused_with_an_example(words: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_options([words])


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("hold=2min", Policy(hold_ms=120_000)),
        ("hold=none tempo=2s", Policy(hold_ms=None, tempo_ms=2_000)),
        ("delay=3min", Policy(delay=Delay(ms=180_000))),
        ("delay=2boards", Policy(delay=Delay(boards=2))),
        ("delay=2deals", Policy(delay=Delay(boards=2))),
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
        ("access=never", "expected access=open, private or invited, got 'never'"),
        ("hold=soon", "expected a time such as hold=90s or 2min, or none, got hold=soon"),
        ("warn=none", "expected a time such as warn=90s or 2min, got warn=none"),
        ("clock=abc", r"expected clock=8min \(for a deal\), 30s/move, 2min\+20s .* or none, got clock=abc"),
        ("clock=abc/move", "30s/move.*, got clock=abc/move"),
        ("clock=2min+x", r"2min\+20s.*, got clock=2min\+x"),
        ("delay=late", "expected delay=3min, 2deals or none, got delay=late"),
        ("watchers=perhaps", "expected watchers=yes or no, got watchers=perhaps"),
        ("expiry=abc", "expected expiry=forced, robot or none, got expiry=abc"),
    ],
)
def test_an_invalid_policy_is_refused_before_a_request_is_sent(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_policy([words])


@pytest.mark.parametrize(
    ("words", "number", "example"),
    [
        ("clock=8", "8", "clock=8min (for a deal), 30s/move,"),
        ("clock=1.5", "1.5", "clock=8min"),
        ("clock=30/move", "30", "clock=8min (for a deal), 30s/move,"),
        ("clock=2min+20", "20", "clock=8min"),
        ("clock=2+20s", "2", "clock=8min"),
        ('{"clock": 8}', "8", "clock=8min"),
        ("delay=3", "3", "delay=3min, 2deals or none"),
        ('{"delay": 3}', "3", "delay=3min, 2deals or none"),
        ("hold=120", "120", "hold=90s or 2min"),
        ('{"hold": 5}', "5", "hold=90s or 2min"),
        ("pause=5", "5", "pause=90s or 2min"),
    ],
)
def test_a_time_without_its_unit_is_refused_with_the_units(words: str, number: str, example: str) -> None:
    """A clock of 8 was once a clock of 8 milliseconds."""
    told = re.escape(f"expected a unit behind {number} (ms, s, min or h), as in {example}")
    with pytest.raises(ValueError, match=told):
        read_policy([words])


def test_an_option_that_is_a_time_needs_its_unit() -> None:
    with pytest.raises(ValueError, match=r"expected a unit behind 10 .*, as in stop=10s, got stop=10$"):
        read_options(["stop=10"])


def test_the_full_name_of_a_field_has_its_unit_and_nothing_needs_none() -> None:
    assert read_policy(["hold_ms=5000 pause=0"]) == Policy(hold_ms=5_000, pause_ms=0)
    assert read_options(["stop_ms=10000"]) == {"stop_ms": 10_000}
    assert read_options(["stop=0"]) == {"stop_ms": 0}


@pytest.mark.parametrize(
    "policy",
    [Policy(), Policy(hold_ms=None, delay=Delay(boards=2)), Policy(delay=Delay(ms=90_000), tempo_ms=1_500)],
)
def test_a_policy_is_printed_as_it_may_be_typed(policy: Policy) -> None:
    words = " ".join(policy_words(policy)).partition(" clock=")[0]
    assert read_policy([words]) == policy


def test_a_bank_is_printed_as_it_may_be_typed() -> None:
    policy = Policy(clock=Bank(90_000, 5_000))
    assert policy_words(policy)[1].endswith(" clock=90s+5s")
    assert read_policy(policy_words(policy)) == policy


def test_robots_are_named_by_seats() -> None:
    assert read_seats(["all=plain", "4=random"]) == {**dict.fromkeys(range(4), "plain"), 4: "random"}


@pytest.mark.parametrize(
    ("words", "seats", "meant"),
    [
        ("NS=plain", FOUR, {0: "plain", 2: "plain"}),
        ("02=plain", FOUR, {0: "plain", 2: "plain"}),
        ("all=plain", FIVE, dict.fromkeys(range(5), "plain")),
        ("024=plain", FIVE, {0: "plain", 2: "plain", 4: "plain"}),
    ],
)
def test_seats_are_named_by_letters_or_by_numbers(words: str, seats: tuple[str, ...], meant: object) -> None:
    assert read_seats([words], seats) == meant


@pytest.mark.parametrize(
    ("words", "seats", "expected"),
    [
        ("Q=plain", FOUR, r"expected seats \(N, E, S or W, several as NS, or all\), got 'Q'"),
        ("seats=01=plain", FOUR, r"expected seats \(N, E, S or W, several as NS, or all\), got 'seats'"),
        ("NS=plain", FIVE, r"expected seats \(0, 1, 2, 3 or 4, several as 02, or all\), got 'NS'"),
        ("09=plain", FIVE, r"expected seats \(.*\), got '09'"),
        ("01", FIVE, "expected an option such as 0=plain, got '01'"),
    ],
)
def test_an_unknown_seat_is_refused_with_the_names_of_the_seats(
    words: str, seats: tuple[str, ...], expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        read_seats([words], seats)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("screens=maybe", "expected screens=yes or no, got screens=maybe"),
        ("boards=many", "expected boards=NUMBER, or none, got boards=many"),
        ("stop=long", "expected a time such as stop=90s or 2min, got stop=long"),
    ],
)
def test_an_option_of_the_wrong_kind_says_what_is_expected(words: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        read_options([words])


def test_unknown_options_are_sent_to_the_server_which_may_know_them() -> None:
    assert read_options(["scoring=swiss pairs=yes boards=none"]) == {
        "scoring": "swiss",
        "pairs": True,
        "boards": None,
    }


def test_at_spades_all_means_every_seat_and_two_players_sit_north_and_south() -> None:
    wished = read_options(["preset=solo players=3 ten_for_200=no"], "spades")
    assert wished == {"preset": "solo", "players": 3, "ten_for_200": False}
    assert read_seats(["all=random"], seats_wished("spades", wished)) == dict.fromkeys(range(3), "random")
    assert read_seats(["NS=random"], ("N", "S")) == {0: "random", 1: "random"}
    with pytest.raises(ValueError, match=r"expected seats \(N or S, several as NS, or all\), got 'E'"):
        read_seats(["E=random"], ("N", "S"))
    assert seats_wished("bridge", {"players": 3}) == FOUR
    assert seats_wished("hanabi", {"players": 4}) == ("0", "1", "2", "3")


@needs_redis
async def test_a_table_is_opened_with_the_typed_options(house: Served) -> None:
    host = await guest(house.address, "Ann")
    http = Http(house.address, host.token)
    policy = Policy(access="private", hold_ms=None)
    opened = await open_table(http, TableRequest({"first_board": 7}, policy, {0: "plain"}, title="Ann's"))
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
        opened = await open_table(http, TableRequest(boards=file, count=1))
        assert opened.other is not None
        told = (await http.ask("GET", f"/v1/tables/{opened.other}")).json()
        assert told["view"]["pub"]["match"]["room"] == "closed"


@needs_redis
async def test_the_servers_refusal_is_printed_in_its_words(house: Served) -> None:
    http = Http(house.address, (await guest(house.address, "Ann")).token)
    with pytest.raises(Refused, match=r"one of .*scoring.*, got the unknown field `scorin`"):
        await open_table(http, TableRequest({"scorin": "rubber"}))
    with pytest.raises(Refused, match=r"one of chicago, duplicate, rubber, total, got 'swiss' .*scoring"):
        await open_table(http, TableRequest({"scoring": "swiss"}))
    with pytest.raises(Refused, match=r"one of the games bridge, hanabi, .*, got 'whist'"):
        await open_table(http, TableRequest(game="whist"))
    with pytest.raises(Refused, match=r"one of the robots acol, .*, plain, .*, got 'genius'"):
        await open_table(http, TableRequest(seats={0: "genius"}))
    with pytest.raises(Refused, match="only if the scoring is rubber or chicago"):
        await open_table(http, TableRequest({"waiting": 1}))
    with pytest.raises(Refused, match="expected a header"):
        await open_table(Http(house.address), TableRequest())


async def test_an_address_without_a_kibitz_server_is_reported(server: ScriptedServer) -> None:
    with pytest.raises(GaveUp, match="expected a server of Kibitz"):
        await rules_of(Http(server.url), "t1")
