"""A log without its players: no entry names one of them, and together with the list it is the log again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Policy
from server.errors import StoreError
from server.games.registry import GAMES
from server.table.events import (
    Acted,
    Agreed,
    Base,
    Counter,
    Entry,
    Hosted,
    Ruled,
    Sat,
    Saw,
    Shown,
    decode,
    encode,
    house_id,
    ruler_id,
)
from server.table.identities import Identity, Placeholders, identified, split, together
from server.table.log_fold import restore
from server.table.player import RobotOwner
from server.table.seats import Chair, Occupant
from tests.golden_logs import files

LOGS = {name: files.read(files.LOGS / f"{name}.json") for name in files.names()}
WITHOUT_PLAYERS = {
    "Chair.robot", "Chair.substitute", "Chair.relief", "Stood.robot", "Away.robot", "Back.robot",
    "Relieved.robot", "Hosted.robot", "Sat.robot", "Closed.reason",
}  # fmt: skip
"""The fields with texts that name no player: robots and reasons."""
WITH_PLAYERS = {
    "Base.seats", "Base.counters", "Base.directors", "Base.commentators", "Base.invited", "Base.shown",
    "Base.host", "Base.onlookers", "Base.unwelcome", "Acted.player", "Ruled.player", "Sat.player",
    "Sat.name", "Hosted.seats", "Hosted.directors", "Hosted.commentators", "Hosted.invited", "Hosted.place",
    "Hosted.host", "Hosted.onlookers", "Hosted.unwelcome", "Shown.player", "Agreed.by", "Agreed.player",
    "Saw.player", "Chair.player", "Chair.name", "Chair.owner", "Chair.owner_name", "Occupant.player",
    "Occupant.name", "Occupant.robot_owner", "Sat.robot_owner", "Base.robot_owners", "RobotOwner.name",
    "RobotOwner.player",
}  # fmt: skip
"""The fields that name players."""


def _golden() -> Iterator[Any]:
    for name, logged in LOGS.items():
        for table in logged["tables"]:
            game = files.meta_of(logged["keys"], table)["game"]
            for deal, log in files.deals_of(logged["keys"], table).items():
                yield pytest.param(game, deal, tuple(log), id=f"{name} {table} {deal}")


def _named(entry: Entry) -> set[str]:
    """Return every text of an entry's fields with players, found without the code under test."""
    found: set[str] = set()

    def walk(value: object) -> None:
        if isinstance(value, str):
            found.add(value.removeprefix(ruler_id("")))
        elif isinstance(value, dict):
            for key, each in value.items():
                walk(key)
                walk(each)
        elif isinstance(value, tuple | list):
            for each in value:
                walk(each)
        elif isinstance(value, Chair | Occupant | RobotOwner):
            fields(value)

    def fields(struct: Struct) -> None:
        for field in struct.__struct_fields__:
            if f"{type(struct).__name__}.{field}" in WITH_PLAYERS:
                walk(getattr(struct, field))

    fields(entry)
    return {text for text in found if text and not text.startswith("house:")}


@pytest.mark.parametrize(("game", "deal", "log"), tuple(_golden()))
def test_a_golden_log_without_its_players_names_none_and_together_it_folds_as_before(
    game: str, deal: int, log: tuple[bytes, ...]
) -> None:
    placeholders = Placeholders()
    record = split(log, placeholders)
    identities = placeholders.identities
    named = set().union(*(_named(decode(entry)) for entry in log))
    assert {text for each in identities for text in (each.id, each.name) if text} == named
    left = set().union(*(_named(decode(entry)) for entry in record))
    assert left == {f"@{place}" for place in range(len(identities))}
    for text in named:
        assert not any(text.encode() in entry for entry in record), text
    again = together(record, identities)
    assert [decode(entry) for entry in again] == [decode(entry) for entry in log]
    restored = [restore("t", GAMES[game], deal, map(decode, each)) for each in (log, again)]
    assert encode_table(restored[0]) == encode_table(restored[1])


def encode_table(table: Any) -> Any:
    """Return a table as plain data, without its game."""
    return msgspec.to_builtins(replace(table, game=None), enc_hook=str, str_keys=True)


def test_a_split_log_still_folds_with_a_pseudonym_in_place_of_a_player() -> None:
    log = (encode(_base(seats=(Chair("p1", "Ada"), Chair("p2", "Bob")), host="p1")),)
    placeholders = Placeholders()
    record = split(log, placeholders)
    pseudonym = (Identity("gone-1", "a former player"), placeholders.identities[1])
    (base,) = map(decode, together(record, pseudonym))
    assert isinstance(base, Base)
    assert base.host == "gone-1"
    assert base.seats == (Chair("gone-1", "a former player"), Chair("p2", "Bob"))


def test_the_owner_of_a_robot_is_replaced_if_the_owner_is_a_player() -> None:
    placeholders = Placeholders()
    teams = encode(_sat("bot", "Heron", RobotOwner("Ada", "p1")))
    operators = encode(_sat("other", "Deep", RobotOwner("Dora")))
    record = split((teams, operators), placeholders)
    assert placeholders.identities == (
        Identity("bot", "Heron"),
        Identity("p1", "Ada"),
        Identity("other", "Deep"),
    )
    assert [each.robot_owner for each in map(decode, record) if isinstance(each, Sat)] == [
        RobotOwner("@1", "@1"),
        RobotOwner("Dora"),
    ]
    assert together(record, placeholders.identities) == (teams, operators)


def test_a_player_that_changes_its_name_has_an_identity_for_each_name() -> None:
    placeholders = Placeholders()
    log = (encode(Saw(at_ms=1, player="p1")), encode(_sat("p1", "Ada")), encode(_sat("p1", "Adele")))
    record = split(log, placeholders)
    assert placeholders.identities == (Identity("p1", "Ada"), Identity("p1", "Adele"))
    assert together(record, placeholders.identities) == log


def test_a_note_of_a_player_gets_the_placeholder_of_the_log() -> None:
    placeholders = Placeholders()
    split([encode(_sat("p1", "Ada"))], placeholders)
    assert placeholders.id("p1") == "@0"
    assert placeholders.id("p2") == "@1"
    assert identified("@1", placeholders.identities) == "p2"


@pytest.mark.parametrize("mark", ["@1", "@", "@x", "@-1", "rules:@7"])
def test_a_placeholder_without_an_identity_is_an_error(mark: str) -> None:
    with pytest.raises(StoreError, match="expected a placeholder below @1"):
        identified(mark, [Identity("p1")])


def _base(**fields: Any) -> Base:
    return Base(**{"at_ms": 1, "state": msgspec.Raw(b"\xc0"), "seats": (), "policy": Policy(), **fields})


def _sat(player: str, name: str, robot_owner: RobotOwner | None = None) -> Sat:
    return Sat(at_ms=1, seat=0, player=player, name=name, robot_owner=robot_owner)


IDS = st.sampled_from(["p1", "p2", "p3", "@0", "@17", house_id(2), "Ü"])
NAMES = st.sampled_from(["", "Ada", "Bob", "@0", "@x", "house:1", "rules:p1", "p1"])
SOME_IDS = st.lists(IDS, max_size=3).map(tuple)
CHAIRS = st.lists(
    st.builds(
        Chair, player=st.none() | IDS, name=NAMES, owner=st.none() | IDS, owner_name=NAMES, robot=st.none()
    ),
    max_size=4,
).map(tuple)
COUNTERS = st.dictionaries(
    IDS | IDS.map(ruler_id), st.builds(Counter, n=st.integers(0, 9), action=st.binary(max_size=3)), max_size=4
)
OWNERS = st.none() | st.builds(RobotOwner, NAMES, IDS | st.just(""))
OCCUPANTS = st.builds(Occupant, player=IDS, name=NAMES, robot_owner=OWNERS)
LISTS = ("directors", "commentators", "invited", "onlookers", "unwelcome")
BASES = st.builds(
    _base,
    seats=CHAIRS,
    counters=COUNTERS,
    host=IDS | st.just(""),
    robot_owners=st.dictionaries(IDS, st.builds(RobotOwner, NAMES, IDS | st.just("")), max_size=2),
    shown=st.lists(st.tuples(st.integers(0, 3), IDS), max_size=2).map(tuple),
    **dict.fromkeys(LISTS, SOME_IDS),
)
LATER = st.one_of(
    st.builds(Acted, at_ms=st.just(2), action=st.just({"t": "call"}), player=st.none() | IDS),
    st.builds(Ruled, at_ms=st.just(2), ruling=st.just({"t": "void"}), player=st.none() | IDS),
    st.builds(_sat, IDS, NAMES, OWNERS),
    st.builds(Saw, at_ms=st.just(2), player=IDS),
    st.builds(Shown, at_ms=st.just(2), seat=st.just(1), player=IDS),
    st.builds(Agreed, at_ms=st.just(2), by=IDS, player=IDS, office=st.just("director")),
    st.builds(
        Hosted,
        at_ms=st.just(2),
        seats=st.none() | CHAIRS,
        host=st.none() | IDS,
        place=st.none() | st.dictionaries(
            st.integers(0, 3), st.none() | OCCUPANTS, max_size=3
        ),
        **dict.fromkeys(LISTS, st.none() | SOME_IDS),
    ),
)  # fmt: skip


@given(BASES, st.lists(LATER, max_size=8))
def test_together_with_its_identities_any_log_is_the_same_bytes(base: Base, later: list[Entry]) -> None:
    log = tuple(map(encode, (base, *later)))
    placeholders = Placeholders()
    record = split(log, placeholders)
    assert together(record, placeholders.identities) == log


def test_every_field_of_an_entry_with_a_text_is_known_to_name_players_or_not() -> None:
    """A new field must be added to the code that splits a log, or to the fields without players."""
    kinds = (*get_args(Entry), Chair, Occupant, RobotOwner)
    texts = {
        f"{kind.__name__}.{field}"
        for kind in kinds
        for field, hint in get_type_hints(kind).items()
        if "str" in str(hint) or "Chair" in str(hint) or "Occupant" in str(hint) or "RobotOwner" in str(hint)
    }
    assert texts == WITH_PLAYERS | WITHOUT_PLAYERS
