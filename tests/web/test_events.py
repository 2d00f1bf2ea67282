"""Events with real sockets and a real store: opened over HTTP, played by robots, and ranked."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx

from server.records.bridge import usebio
from server.records.bridge.evenings.grids import notes
from server.records.bridge.evenings.recount import recount
from tests.web.served import needs_redis, served

pytestmark = needs_redis

CONDITIONS = {"rounds": 3, "boards": 1, "board_s": 0, "break_s": 0, "pause_s": 0, "robot_ms": 0}
WISH = {"game": "bridge", "name": "Tuesday", "conditions": CONDITIONS, "id": 1}


async def asks(http: httpx.AsyncClient, event: str, t: str, status: int = 200, **fields: Any) -> Any:
    answer = await http.post(f"/v1/events/{event}", json={"t": t, **fields})
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_robots_play_an_event_of_three_rounds_which_is_ranked_also_after_a_restart(data: Path) -> None:
    with served(data) as server:
        async with server.http(await server.guest("Dora")) as http, AsyncExitStack() as stack:
            opened = await http.post("/v1/events", json=WISH)
            assert opened.status_code == 201, opened.text
            event = opened.json()["event"]
            assert (await http.post("/v1/events", json=WISH)).json()["event"] == event
            await asks(http, event, "open")
            names = [{"players": [{"name": f"{each}N"}, {"name": f"{each}S"}]} for each in range(500)]
            refused = [*names, {"robots": ["plain"]}]
            await asks(http, event, "enrol", 403, entries=refused)
            for _ in range(2):
                shown = await asks(http, event, "enrol", entries=[{"robots": ["plain", "plain"]}] * 6)
                assert len(shown["entrants"]) == 6
            drawn = await asks(http, event, "draw")
            assert [each["sides"] for each in drawn["rounds"][0]["tables"]] == [
                ["1", "2"],
                ["3", "4"],
                ["5", "6"],
            ]
            async with server.http() as anybody:
                (row,) = (await anybody.get("/v1/events")).json()["events"]
                assert (row["event"], row["name"], row["rounds"], row["entries"]) == (event, "Tuesday", 3, 6)
                assert (await anybody.get(f"/v1/events/{event}")).json()["rounds"] == []
            await asks(http, event, "start", expect=drawn["version"])
            await asks(http, event, "start", 409, expect=drawn["version"])
            table = drawn["event"] + "-1-1"
            help = await http.get(f"/v1/tables/{table}/meanings")
            assert help.status_code == 403 and "gives no help" in help.text
            watched: set[str] = set()
            for _ in range(300):
                shown = (await http.get(f"/v1/events/{event}")).json()
                for each in (table for round in shown["rounds"] for table in round["tables"]):
                    if each.get("id") and each["id"] not in watched:
                        opened = await stack.enter_async_context(
                            http.stream("GET", f"/v1/tables/{each['id']}/stream")
                        )
                        watched |= {each["id"]} if opened.status_code == 200 else set()
                if shown["stage"] == "correction":
                    break
                await asyncio.sleep(0.1)
            assert shown["stage"] == "correction", shown
            assert [each["stage"] for each in shown["rounds"]] == ["scored"] * 3
            ranking = (await http.get(f"/v1/events/{event}/ranking")).json()
            results = (await http.get(f"/v1/events/{event}/results")).json()
            files = {
                format: await http.get(f"/v1/events/{event}/results", params={"format": format})
                for format in ("usebio", "pbn", "csv", "text", "html")
            }
            board_set = (await http.get(f"/v1/sets/{event}-1")).json()
            printed = await http.get(f"/v1/sets/{event}-1", params={"format": "text"})
            newer, other, none = [
                await http.get(f"/v1/events/{event}/results", params={"format": format, "version": version})
                for format, version in (("usebio", "1.3"), ("usebio", "2"), ("csv", "1.3"))
            ]
            unknown = await http.get(f"/v1/events/{event}/results", params={"format": "acbl"})
            assert unknown.status_code == 400 and "usebio, pbn, csv" in unknown.text
    assert board_set["event"] == event and "before the rulings of the directors" in printed.text
    assert files["usebio"].headers["content-type"].startswith("application/xml")
    (evening,) = usebio.evenings(files["usebio"].content)
    assert {each.number: round(100 * each.percent) for each in evening.entrants} == {
        row["entry"]: row["percent"] for row in ranking["rows"]
    }
    assert sorted(evening.hands) == [1, 2, 3] and notes(evening, recount(evening)) == ()
    assert "Board 3: South deals" in files["text"].text and "Board 3" in files["html"].text
    assert usebio.evenings(newer.content) == (evening,)
    assert '<USEBIO Version="1.3">' in newer.text and f"<EVENT_ID>{event}</EVENT_ID>" in newer.text
    elements = {each.tag for each in ElementTree.fromstring(newer.content).iter()}
    known = {each.tag for each in ElementTree.fromstring(files["usebio"].content).iter()}
    assert elements - known == {"EVENT_ID", "BOARD_SCORING_METHOD"}, "1.3 renames one and needs one more"
    assert other.status_code == 400 and "expected 1.2 or 1.3 of usebio" in other.text
    assert none.status_code == 400 and "no version" in none.text
    assert "ScoreTable" in files["pbn"].text and files["csv"].text.count("\n") > 9
    assert [len(each["lines"]) for each in results["boards"]] == [3, 3, 3]
    assert sorted(row["entry"] for row in ranking["rows"]) == list("123456")
    assert sum(row["total"] for row in ranking["rows"]) == 3 * 3 * 400
    with served(data) as again:
        async with again.http() as http:
            assert (await http.get(f"/v1/events/{event}/ranking")).json() == ranking


async def test_robots_play_a_mitchell_with_boards_that_move_which_is_ranked_as_its_tables_say(
    data: Path,
) -> None:
    conditions = {**CONDITIONS, "moving": True, "winners": 1, "correction_s": 0}
    with served(data) as server:
        async with server.http(await server.guest("Dora")) as http, server.http() as anybody:
            wish = {**WISH, "conditions": {**conditions, "movement": "swiss"}}
            refused = await http.post("/v1/events", json=wish)
            assert refused.status_code == 422 and "expected the movement mitchell or howell" in refused.text
            opened = await http.post("/v1/events", json={**WISH, "conditions": conditions})
            event = opened.json()["event"]
            await asks(http, event, "open")
            await asks(http, event, "enrol", entries=[{"robots": ["plain", "plain"]}] * 6)
            for word in ("draw", "start"):
                await asks(http, event, word)
            early = []
            for _ in range(600):
                shown = (await anybody.get(f"/v1/events/{event}")).json()
                told = (await anybody.get(f"/v1/events/{event}/results")).json()["boards"]
                if len(shown["rounds"]) < 3 or shown["rounds"][2]["stage"] in ("drawn", "published"):
                    early += told
                if shown["stage"] in ("correction", "final"):
                    break
                await asyncio.sleep(0.1)
            assert shown["stage"] in ("correction", "final"), shown
            ranking = (await anybody.get(f"/v1/events/{event}/ranking")).json()
            results = (await anybody.get(f"/v1/events/{event}/results")).json()
            file = await anybody.get(f"/v1/events/{event}/results", params={"format": "usebio"})
    assert early == [] and shown["watchers"] is False
    assert [(each["round"], each["board"]) for each in results["boards"]] == [(0, 1), (0, 2), (0, 3)]
    points: dict[str, int] = dict.fromkeys("123456", 0)
    for board in results["boards"]:
        assert sorted(line["round"] for line in board["lines"]) == [1, 2, 3]
        scores = [line["versions"][-1]["result"]["result"]["score_ns"] for line in board["lines"]]
        for line, score in zip(board["lines"], scores, strict=True):
            own = sum((score > other) - (score < other) + 1 for other in scores) - 1
            points[line["sides"][0]] += own
            points[line["sides"][1]] += 4 - own
    assert {row["entry"]: row["total"] for row in ranking["rows"]} == {
        entry: 100 * each for entry, each in points.items()
    }
    (evening,) = usebio.evenings(file.content)
    assert sorted(evening.hands) == [1, 2, 3] and notes(evening, recount(evening)) == ()
    assert {each.number: round(100 * each.percent) for each in evening.entrants} == {
        row["entry"]: row["percent"] for row in ranking["rows"]
    }
