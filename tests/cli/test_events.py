"""An event is opened, entered from a CSV file, directed and ranked by commands."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from bots.guest import guest
from tests.cli.commands import Serving, kibitz

CONDITIONS = ("rounds=1", "boards=1", "board_s=0", "check_in=false", "correction_s=60")


def test_a_script_runs_an_event_of_robots_and_of_people(serving: Serving, tmp_path: Path) -> None:
    dora, ann = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Ann"))
    by = ("--token", dora.token)

    def said(*words: str, by: tuple[str, ...] = by) -> str:
        done = kibitz("event", *words, *by)
        assert done.returncode == 0, done.stderr
        return done.stdout

    event = said("open", serving.url, "Tuesday", *CONDITIONS).strip()
    assert f"{event}  bridge  Tuesday" in said("list", serving.url, by=())
    entries = tmp_path / "entries.csv"
    robots = "\n".join(["robot:plain,,robot:plain,"] * 3)
    entries.write_text(f"id,name,id,name\n{ann.id},Ann,robot:plain,\n{robots}\n")
    said("enrol", serving.url, event, str(entries))
    drawn = json.loads(said("ask", serving.url, event, "draw", "--json"))
    assert drawn["rounds"][0]["stage"] == "drawn"
    refused = kibitz("event", "ask", serving.url, event, "start", "expect=1", *by)
    assert refused.returncode == 1 and "another director has changed the event" in refused.stderr
    assert kibitz("event", "ask", serving.url, event, "start", "--token", ann.token).returncode == 1
    shown = said("ask", serving.url, event, "start", f"expect={drawn['version']}")
    assert "Tuesday: bridge, running, version" in shown and "table 1: Ann – plain v plain – plain" in shown
    said(
        "ask", serving.url, event, "adjust", "round=1", "table=1", "board=1", "awards=[6000,4000]", "law=12C2"
    )
    said("ask", serving.url, event, "adjust", "round=1", "table=2", "board=1", "awards=[5000,5000]")
    lines = said("ranking", serving.url, event).splitlines()
    assert lines[0].split()[0] == "1" and "60.00 %" in lines[0] and lines[-1] == "provisional"
    rows = said("ranking", serving.url, event, "--csv", "-").splitlines()
    assert rows[0] == "list,place,entry,name,total,percent,deals,carried" and len(rows) == 5
    assert '<USEBIO Version="1.2">' in said("results", serving.url, event, "--format", "usebio")
    newer = said("results", serving.url, event, "--format", "usebio", "--usebio", "1.3")
    assert '<USEBIO Version="1.3">' in newer and f"<EVENT_ID>{event}</EVENT_ID>" in newer
    other = kibitz("event", "results", serving.url, event, "--format", "usebio", "--usebio", "2", *by)
    assert other.returncode == 1 and "expected 1.2 or 1.3 of usebio, got 2" in other.stderr
    said("ask", serving.url, event, "carry", "entrant=1", "hundredths=-40", "reason=Late at the table")
    assert "(-0.40 carried over" in said("ranking", serving.url, event)
    final = said("open", serving.url, "Final", *CONDITIONS).strip()
    said("enrol", serving.url, final, str(entries))
    for _ in range(2):
        carried = said("carry", serving.url, event, final, "--share", "1/2").splitlines()
        assert carried[0].split()[0] == "0.40" and "Ann – plain" in carried[0]
        assert "plain – plain does not play" in carried[1] and "provisional" in carried[-1]
    points = json.loads(said("show", serving.url, final, "--json"))["carried"]
    assert [(each["entrant"], each["hundredths"], each["reason"]) for each in points] == [
        ("1", 40, "Tuesday, 1/2")
    ]
    over_both = said("sessions", serving.url, event, final).splitlines()
    assert any("Ann – plain" in line for line in over_both)
    (board,) = map(json.loads, said("results", serving.url, event).splitlines())
    assert board["board"] == 1 and board["lines"][0]["versions"][0]["law"] == "12C2"


def test_a_name_of_a_file_becomes_a_player_by_a_code(serving: Serving, tmp_path: Path) -> None:
    dora, ann = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Guest"))
    event = kibitz("event", "open", serving.url, "Tuesday", "--token", dora.token).stdout.strip()
    entries = tmp_path / "entries.csv"
    entries.write_text("id,name,id,name\n,Ann,robot:plain,\n")
    words = ("event", "enrol", serving.url, event, str(entries), "--token", dora.token)
    assert kibitz(*words).stdout == "1 entered\n"
    entries.write_text("name,name\nAnn,\nEve,Fay\n" + "".join(f"p{each}a,p{each}b\n" for each in range(40)))
    refused = kibitz(*words)
    assert refused.returncode == 1 and "entry 1 (Ann): expected 2 players, got 1" in refused.stderr
    more = "".join(f",p{each}a,,p{each}b\n" for each in range(40))
    entries.write_text(f",Ann,robot:plain,\n,Eve,,Fay\n{more}")
    assert kibitz(*words).stdout == "41 entered, 1 had entered already\n"
    assert kibitz(*words).stdout == "0 entered, 42 had entered already\n"
    shown = kibitz("event", "show", serving.url, event, "--token", dora.token).stdout
    line, *others = [line for line in shown.splitlines() if "claims this place" in line]
    assert len(others) == 82
    code = line.split()[-1]
    assert "Ann" in line and code not in kibitz("event", "show", serving.url, event).stdout
    words = ("event", "ask", serving.url, event, "claim")
    assert kibitz(*words, "code=WRONG-CODE0", "--token", ann.token).returncode == 1
    claimed = kibitz(*words, f"code={code}", "--json", "--token", ann.token)
    players = json.loads(claimed.stdout)["entrants"][0]["players"]
    assert [each.get("id", "") for each in players] == [ann.id, ""] and players[0]["name"] == "Ann"
