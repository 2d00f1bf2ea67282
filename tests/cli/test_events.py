"""An event is opened, entered from a CSV file, directed and ranked by commands."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

from bots.guest import guest
from bots.terminal.evening import play_event
from server.cli.event_words import USUAL
from tests.bots.terminal.pipes import Pipe
from tests.cli.commands import Serving, kibitz

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
CONDITIONS = ("rounds=1", "boards=1", "board_s=0", "check_in=false", "correction_s=60")


def test_a_script_runs_an_event_of_robots_and_of_people(serving: Serving, tmp_path: Path) -> None:
    dora, ann = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Ann"))
    by = ("--token", dora.token)

    def said(*words: str, by: tuple[str, ...] = by) -> str:
        done = kibitz("event", *words, *by)
        assert done.returncode == 0, done.stderr
        return done.stdout

    event = said("open", serving.url, "Tuesday", *CONDITIONS).strip()
    assert f"{event}  bridge  open  Tuesday" in said("list", serving.url, by=())
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
    assert "Tuesday: bridge, running, version" in shown
    assert "table 1: 1 Ann – plain v 2 plain – plain" in shown
    assert "clock stopped" in said("ask", serving.url, event, "hold").splitlines()[0]
    assert "clock stopped" not in said("ask", serving.url, event, "hold", "on=no")
    assert f"1 Ann: {ann.id}" in shown and "(0 boards done, 1 to finish)" in shown
    said("ask", serving.url, event, "adjust", "round=1", "table=1", "board=1", "awards=60%,40%", "law=12C2")
    said("ask", serving.url, event, "adjust", "round=1", "table=2", "board=1", "awards=average,average")
    alone = kibitz("event", "ask", serving.url, event, "draw")
    assert alone.stderr.startswith("kibitz: the server needs your token: give it by --token")
    scored = kibitz("event", "open", serving.url, "Wrong", "scoring=vp", *by)
    assert "got vp for scoring" in scored.stderr and "illegal_action" not in scored.stderr
    assert "expected a name for the event" in kibitz("event", "open", serving.url, "", *by).stderr
    wrong = kibitz("event", "ask", serving.url, event, "extend", "seconds=soon", *by)
    assert wrong.returncode == 1 and "a time such as 90s, 5min or 2h" in wrong.stderr
    lines = said("ranking", serving.url, event).splitlines()
    assert lines[0].split() == ["rank", "total", "percent", "entry"] and lines[-1] == "provisional"
    assert lines[1].split()[0] == "1" and "60.00 %" in lines[1]
    rows = said("ranking", serving.url, event, "--csv", "-").splitlines()
    assert rows[0] == "list,place,entry,name,total,percent,deals,carried,scores,most" and len(rows) == 5
    assert "Board 1: North deals" in said("results", serving.url, event, "--format", "text")
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
    said("ask", serving.url, event, "announce", "text=12", "entrant=1")
    said("ask", serving.url, event, "change", "name=7")
    called = kibitz("event", "ask", serving.url, event, "call", "text=Why?", "--token", ann.token)
    assert "call 1 of 1 Ann – plain" in called.stdout, called.stderr
    told = said("show", serving.url, event)
    assert told.startswith("7: bridge") and "to 1 Ann – plain: 12" in told and ": Why?" in told
    zoe = asyncio.run(guest(serving.url, "Zoe"))
    said("ask", serving.url, event, "substitute", "entrant=1", "out=ann", f"player={zoe.id}:Zoe")
    assert f"1 Zoe: {zoe.id}" in said("show", serving.url, event)
    (board,) = map(json.loads, said("results", serving.url, event).splitlines())
    assert board["board"] == 1 and board["lines"][0]["versions"][0]["law"] == "12C2"


def test_a_guest_offers_to_play_as_a_substitute_and_takes_the_offer_back(serving: Serving) -> None:
    dora, yan = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Yan"))
    event = kibitz("event", "open", serving.url, "Tuesday", "--token", dora.token).stdout.strip()

    def asked(*words: str) -> str:
        done = kibitz("event", "ask", serving.url, event, *words, "--token", yan.token)
        return done.stdout + done.stderr

    assert "you offer to play as a substitute" in asked("offer")
    shown = kibitz("event", "show", serving.url, event, "--token", dora.token).stdout
    assert f"offers to play as a substitute: Yan ({yan.id})" in shown
    assert "you have not entered this event" in asked("take", "player=Yan", "out=Ann")
    assert "offer to play" not in asked("offer", "on=no")


def test_a_name_of_a_file_becomes_a_player_by_a_code(serving: Serving, tmp_path: Path) -> None:
    dora, ann = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Guest"))
    event = kibitz("event", "open", serving.url, "Tuesday", "--token", dora.token).stdout.strip()
    entries = tmp_path / "entries.csv"
    entries.write_text("id,name,id,name\n,Ann,robot:plain,\n")
    words: tuple[str, ...] = ("event", "enrol", serving.url, event, str(entries), "--token", dora.token)
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


def test_the_evening_of_the_readme_goes_from_the_first_line_to_the_ranking(
    serving: Serving, tmp_path: Path
) -> None:
    section = README.partition("### Run an evening\n")[2].partition("\n### ")[0]
    commands = [line.partition("  #")[0].split() for line in section.splitlines() if line.startswith("    ")]
    lines = [f"p{number},Player {number},robot:plain,\n" for number in range(18)]
    (tmp_path / "entries.csv").write_text("".join(lines))
    known = {"http://127.0.0.1:8000": serving.url, "entries.csv": str(tmp_path / "entries.csv")}
    said: dict[str, str] = {}
    token: tuple[str, ...] = ()
    for line in commands:
        if line[0] == "export":
            token = ("--token", known["YOUR_TOKEN"])
            assert line[1:] == ["KIBITZ_TOKEN=YOUR_TOKEN"]
            continue
        if line[2] in ("play", "carry", "sessions"):
            continue  # Other tests play the rounds, and carry points over into another event.
        assert line[0] == ".venv/bin/kibitz"
        words = line[1 : line.index(">")] if ">" in line else line[1:]
        done = kibitz(*(known.get(each, each) for each in words), *token)
        assert done.returncode == 0, f"{line}: {done.stderr}"
        said[line[2]] = done.stdout
        if line[2] == "open":
            known["EVENT"], told = done.stdout.split("\n", 1)
            known["YOUR_TOKEN"] = told.split()[1]
    assert "Round 1: drawn" in kibitz("event", "show", serving.url, known["EVENT"], *token).stdout
    assert "provisional" in said["ranking"] and '<USEBIO Version="1.3">' in said["results"]


def test_the_conditions_and_requests_are_listed_with_what_they_take() -> None:
    listed = kibitz("event", "conditions", "--game", "spades").stdout
    assert "  movement" in listed and "swiss" in listed and "usually mitchell" in listed
    assert "options.preset" in listed and "scoring" in listed
    asked = " ".join(kibitz("event", "ask", "--help").stdout.split())
    assert "are change, open, enrol" in asked.partition("Those of directors")[2]
    cancelling = kibitz("event", "requests", "finish").stdout
    assert "cancel" in cancelling and "yes or no" in cancelling
    assert "{" not in kibitz("event", "open", "--help").stdout.partition("Options")[2]
    unknown = kibitz("event", "requests", "finnish")
    assert unknown.returncode == 1 and "did you mean finish?" in unknown.stderr


def test_the_page_and_the_command_open_an_event_with_the_same_conditions() -> None:
    offers = (ROOT / "bots/browser/src/events/offers.ts").read_text()
    (first,) = re.findall(r"FIRST: Conditions = \{ \.\.\.USUAL, (.*?) \};", offers)
    assert dict(re.findall(r"(\w+): (\d+)", first)) == {key: str(value) for key, value in USUAL.items()}


PLAYED = ("rounds=2", "boards=1", "board_s=0", "check_in=false", "robot_ms=0", "pause_s=0", "break_s=0")


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_robot_and_a_person_play_each_round_of_an_event_at_the_seats_that_the_server_names(
    serving: Serving, tmp_path: Path
) -> None:
    dora, ann, bob = (asyncio.run(guest(serving.url, name)) for name in ("Dora", "Ann", "Bob"))
    by = ("--token", dora.token)
    event = kibitz("event", "open", serving.url, "Tuesday", *PLAYED, *by).stdout.strip()
    entries = tmp_path / "entries.csv"
    robots = "robot:plain,,robot:plain,"
    entries.write_text(
        f"id,name,id,name\n{ann.id},Ann,robot:plain,\n{robots}\n{robots}\n{bob.id},Bob,robot:plain,\n"
    )
    stranger = kibitz("event", "play", serving.url, event, *by)
    assert stranger.returncode == 1 and "you have not entered the event Tuesday" in stranger.stderr
    assert kibitz("event", "enrol", serving.url, event, str(entries), *by).returncode == 0
    said: list[str] = []
    words = ("event", "play", serving.url, event, "--robot", "plain", "--token", ann.token)
    robot = in_thread(lambda: said.extend(kibitz(*words).stdout.splitlines()))
    person = Pipe()

    async def types() -> None:
        """Answer each decision with the first answer that `?` lists, until the event is over.

        The first answer waits for the announcement, which might come after the end of a fast event.
        """
        playing = asyncio.create_task(
            play_event(serving.url, event, bob.token, console=person.console, stdin=person.stdin)
        )
        answered = 0
        while not playing.done():
            await asyncio.sleep(0.02)
            asked = person.printed.count("(? lists answers):") > answered
            if asked and "Announcement: Coffee" in person.printed:
                answered += 1
                before = len(person.printed)
                person.types("?")
                while not (listed := person.printed[before:]).endswith("\n"):
                    await asyncio.sleep(0.02)
                person.types(listed.split()[0])
        await playing

    human = in_thread(lambda: asyncio.run(types()))
    for request in ("draw", "publish", "start", "announce text=Coffee"):
        assert kibitz("event", "ask", serving.url, event, *request.split(), *by).returncode == 0
    robot.join(60)
    human.join(60)
    told = [line for line in said if line.startswith("Tuesday")]
    assert [line.split(":")[0] for line in told if "you play at table" in line] == [
        "Tuesday, round 1 of 2",
        "Tuesday, round 2 of 2",
    ]
    assert told[-1] == "Tuesday: the event is over for you" and "Announcement: Coffee" in said
    assert "round 2 of 2: you play at table" in person.printed and "Your hand" in person.printed
    assert "Announcement: Coffee" in person.printed and "the event is over for you" in person.printed
    shown = kibitz("event", "results", serving.url, event, *by).stdout.splitlines()
    boards = [json.loads(line) for line in shown]
    assert [[len(line["versions"]) for line in board["lines"]] for board in boards] == [[1, 1], [1, 1]]
