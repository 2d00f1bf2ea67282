"""What earlier servers wrote to Redis is read by this one, and nothing of it is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.golden_logs import files, folding, product

Json = Any
NAMES = files.names()
LOGS = {name: files.read(files.LOGS / f"{name}.json") for name in NAMES}
needs_redis = pytest.mark.skipif(product.no_redis(), reason="expected a redis-server on this machine")

NOT_RECORDED: dict[str, str] = {
    "bridge rulings: paired": "applied to the state before the first entry, so the base of a match has it",
    "bridge rulings: joined": "applied to the state before the first entry, so its base has it",
    "base.paused": "a paused table begins no deal, and false is left out; the field is read for older logs",
    "act.effort": "only a house robot with worker processes has it; no fold reads it, and no view shows it",
}
"""Tags and fields that stand in no golden log, each with the reason."""


@pytest.fixture(scope="module")
def redis() -> Iterator[Any]:
    with product.redis_server() as running:
        yield running


def _facts(redis: Any, name: str) -> Json:
    """Return what this server makes of a golden log, which stands in an otherwise empty Redis."""
    logged = LOGS[name]
    found: dict[str, Json] = {}

    async def look() -> None:
        async with product.serving(redis, "reader", "reader") as server:
            found.update(await folding.facts(server, logged["keys"], logged["tables"], folding.ADDED))

    redis.ask("FLUSHALL")
    files.put_keys(redis, logged["keys"])
    product.run_at(logged["now_ms"], look)
    return json.loads(json.dumps(found))


@needs_redis
@pytest.mark.parametrize("name", NAMES)
def test_a_golden_log_folds_to_the_views_it_had_when_it_was_written(redis: Any, name: str) -> None:
    expected, found = files.read(files.VIEWS / f"{name}.json"), _facts(redis, name)
    assert found.keys() == expected.keys()
    for table, facts in expected.items():
        for what, known in _parts(facts).items():
            assert _parts(found[table]).get(what) == known, f"{name}, table {table}: {what}"


def _parts(facts: Json) -> dict[str, Json]:
    """Return the facts one by one, so that a failure names the one at fault."""
    folded = {f"folded {name}": value for name, value in facts["folded"].items()}
    owns = {f"own half of {name}": value for name, value in facts["folded"]["own"].items()}
    prefixes = {
        f"after entry {place} of deal {deal}": value
        for deal, digests in facts["prefixes"].items()
        for place, value in enumerate(digests, 1)
    }
    rest = {name: facts[name] for name in ("records", "continued")}
    return {**owns, **folded, **prefixes, **rest, "facts": sorted(facts)}


@needs_redis
@pytest.mark.parametrize("name", NAMES)
def test_a_server_that_reads_a_golden_log_changes_no_byte_but_its_owner(redis: Any, name: str) -> None:
    logged = LOGS[name]
    after: dict[str, Json] = {}

    async def look() -> None:
        async with product.serving(redis, "reader", "reader") as server:
            for table in logged["tables"]:
                await server.wake(table)
            sets = {f"set:{set_}" for set_ in re.findall(r"{set:(\w+)}", " ".join(logged["keys"]))}
            after.update(files.keys_of(redis, [*logged["tables"], *sorted(sets)]))

    redis.ask("FLUSHALL")
    files.put_keys(redis, logged["keys"])
    product.run_at(logged["now_ms"], look)
    after, written = _without_owners(after), _without_owners(logged["keys"])
    assert after.keys() == written.keys()
    for key, value in written.items():
        if "stream" in value:  # what is due at once may have been appended
            assert after[key]["stream"][: len(value["stream"])] == value["stream"]
        elif ":notes:" in key:
            assert after[key] == value
        else:
            assert {**after[key]["hash"], "owner": ""} == {**value["hash"], "owner": ""}


def _without_owners(keys: dict[str, Json]) -> dict[str, Json]:
    """Return the keys without the owner's name, with which the key of a newer log ends."""
    return {re.sub(r"(:log:\d+):(gold|reader)\d+$", r"\1", key): value for key, value in keys.items()}


def _entries() -> Iterator[tuple[str, str, str, bytes]]:
    """Yield name, game, place and bytes of every entry of every golden log."""
    for name, logged in LOGS.items():
        for table in logged["tables"]:
            game = files.meta_of(logged["keys"], table)["game"]
            for deal, log in files.deals_of(logged["keys"], table).items():
                for index, entry in enumerate(log, 1):
                    yield name, game, f"deal {deal}, entry {index}", entry


@pytest.mark.parametrize("game", product.games())
def test_every_entry_of_a_golden_log_is_written_again_as_it_was(game: str) -> None:
    """A field of a packed state that has moved or vanished would be lost without an error."""
    for name, of, place, entry in _entries():
        if of == game:
            again = product.written_again(of, entry)
            assert _unpacked(again) == _unpacked(entry), f"{name}, {place}"
            assert again == entry, f"{name}, {place}: other bytes for the same content"


def _unpacked(packed: bytes) -> Json:
    entry = msgspec.msgpack.decode(packed)
    if isinstance(entry.get("state"), bytes):
        entry["state"] = msgspec.msgpack.decode(entry["state"])
    return entry


@pytest.mark.parametrize("name", NAMES)
def test_the_packed_fields_of_a_golden_hash_are_written_again_as_they_were(name: str) -> None:
    for table in LOGS[name]["tables"]:
        fields = files.meta_of(LOGS[name]["keys"], table)
        for field in product.PACKED_FIELDS:
            if field in fields:
                packed = files.bytes_of(fields[field])
                again = product.field_written_again(fields["game"], field, packed)
                assert again == packed, f"{name}, table {table}: {field}"


def _recorded() -> dict[str, set[str]]:
    """Return the tags that stand in golden logs, as `product.tags` has them, and fields under `fields`."""
    recorded: dict[str, set[str]] = {kind: set() for kind in (*product.tags(), "fields")}
    for _, game, _, packed in _entries():
        entry = msgspec.msgpack.decode(packed)
        recorded["entries"].add(entry["t"])
        recorded["fields"] |= {f"{entry['t']}.{field}" for field in entry}
        if entry["t"] == "act":
            recorded[f"{game} actions"].add(entry["action"]["t"])
        elif entry["t"] == "rule":
            recorded[f"{game} rulings"].add(entry["ruling"]["t"])
    return recorded


def test_every_kind_of_entry_action_and_ruling_stands_in_a_golden_log() -> None:
    recorded = _recorded()
    missing = {f"{kind}: {tag}" for kind, tags in product.tags().items() for tag in tags - recorded[kind]}
    assert missing == {each for each in NOT_RECORDED if ": " in each}


def test_every_field_of_an_entry_stands_in_a_golden_log() -> None:
    missing = product.entry_fields() - _recorded()["fields"]
    assert missing == {each for each in NOT_RECORDED if ": " not in each}


def test_every_game_has_golden_logs() -> None:
    assert {of for _, of, _, _ in _entries()} == set(product.games())


def test_a_changed_byte_of_a_golden_log_is_noticed() -> None:
    name, game, _, entry = next(each for each in _entries() if each[0] == "bridge-third-board")
    table = LOGS[name]["tables"][0]
    log = files.deals_of(LOGS[name]["keys"], table)[2]
    before = [product.digest(product.folded(each)) for each in product.prefixes(table, game, 2, log)]
    assert entry != log[0], "expected the third board to begin with what the first two have left"
    other = [log[0].replace(b"score_ns", b"score_nz"), *log[1:]]
    with pytest.raises(Exception, match="score_ns"):
        [product.digest(product.folded(each)) for each in product.prefixes(table, game, 2, other)]
    assert len(set(before)) == len(before)


def test_the_recorder_leaves_recorded_files_alone(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.golden_logs.__main__ import main

    with pytest.raises(SystemExit) as ended:
        main([NAMES[0]])
    assert ended.value.code == 2
    assert "recorded already" in capsys.readouterr().err
