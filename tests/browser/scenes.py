"""The scenes of `make screenshots`: how each screen is reached."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx
from msgspec import convert

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from protocol.v1 import bridge
from protocol.v1.hanabi import Vote
from protocol.v1.replay import Seek
from protocol.v1.requests import Policy
from tests.browser.company import Company
from tests.browser.evenings import begin, evening, score
from tests.browser.site import ROOT, Guest, Site

ROBOTS = {"0": "plain", "1": "plain", "2": "plain", "3": "plain"}


@dataclass
class Stage:
    """A server with its players, on which a scene is set up."""

    site: Site
    company: Company


Address = tuple[str, Guest | None]
"""The part of the page's address behind the host, and the player in front of the page."""


@dataclass(frozen=True)
class Scene:
    """A screen: `set_up` returns its address, `step` does what must be done in front of the page."""

    name: str
    set_up: Callable[[Stage], Address]
    step: Step | None = None
    once: bool = False
    """True for a screen that is shown only once: it is set up anew for each look at it."""


def lobby(stage: Stage) -> Address:
    host = stage.site.guest("Charlotte")
    stage.site.open(host, "bridge", name="Friday pairs", seats={"0": "plain", "1": "plain"})
    stage.site.open(host, "spades", name="Whiz to 300", options={"preset": "whiz"}, seats=ROBOTS)
    stage.site.open(
        host, "hanabi", name="Rainbow for four", options={"players": 4, "variant": "Rainbow (5 Suits)"}
    )
    stage.site.open(host, "bridge", name="A long evening of rubber bridge", options={"scoring": "rubber"})
    play(stage)
    return "#/", stage.site.guest("Ann")


def lobby_waiting(stage: Stage) -> Address:
    """A player waits for others, with one other player."""
    stage.company.queue(stage.site.guest("Walter"), "bridge")
    return "#/", stage.site.guest("Ann")


def invited_guest(stage: Stage) -> Address:
    """A guest without a name opens the link of a private table."""
    ann = stage.site.guest("Ann")
    table = stage.site.open(
        ann, "bridge", name="After supper", options={"scoring": "rubber"}, policy={"access": "private"}
    )
    stage.company.sit(ann, table, 0)
    return f"#/table/{table}?seat=2", None


def robots_but_south(stage: Stage, **request: Any) -> Address:
    ann = stage.site.guest("Ann")
    seats = {"0": "plain", "1": "plain", "3": "plain"}
    table = stage.site.open(
        ann, "bridge", seats=seats, policy={"robot_ms": 150, "pause_ms": 600_000}, **request
    )
    return f"#/table/{table}?seat=2", ann


def with_a_strong_partner(stage: Stage) -> Address:
    """South is to call, and the partner is a robot with many agreements."""
    ann = stage.site.guest("Ann")
    seats = {"0": "sampler", "1": "plain", "3": "plain"}
    table = stage.site.open(ann, "bridge", options={"first_board": 3}, seats=seats)
    return f"#/table/{table}?seat=2", ann


def four_people(stage: Stage, **request: Any) -> tuple[str, list[Guest]]:
    """Seat four people at a bridge table, and return the table and the people, North first."""
    people = [stage.site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    policy = {"pause_ms": 600_000, **({"clock": request.pop("clock")} if "clock" in request else {})}
    table = stage.site.open(people[0], "bridge", policy=policy, **request)
    for seat, guest in enumerate(people):
        stage.company.sit(guest, table, seat)
    return table, people


def bid(stage: Stage, table: str, people: list[Guest], dealer: int, *calls: str) -> None:
    """Make calls, the dealer first."""
    for place, call in enumerate(calls):
        player = people[(dealer + place) % 4]
        stage.company.act(player, table, bridge.MakeCall(bridge.Call(call)))


def auction(stage: Stage) -> Address:
    table, people = four_people(stage)
    bid(stage, table, people, 0, "1C", "P")
    return f"#/table/{table}", people[2]


def play(stage: Stage, tricks: int = 3, seat: int = 2) -> Address:
    """South declares three notrump; the first legal cards are played."""
    table, people = four_people(stage)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "P", "P", "P")
    play_cards(stage, table, people, tricks * 4 + 1)
    return f"#/table/{table}", people[seat]


def play_cards(stage: Stage, table: str, people: list[Guest], number: int) -> None:
    """Play the first legal card of the player in turn, again and again."""
    for _ in range(number):
        actor = next(guest for guest in people if waits(stage, guest, table))
        view = stage.company.table(actor, table).view
        stage.company.act(actor, table, view.own.legal_actions()[0])


def waits(stage: Stage, guest: Guest, table: str) -> bool:
    """Return True if a player has a decision to make, once the table has come to the public version."""
    public = stage.site.view(table)["pub"]["plays"]
    seen = stage.company.table(guest, table)
    stage.company.wait(lambda: len(seen.view.pub.plays) >= len(public))
    return seen.decision is not None


def finished(stage: Stage) -> Address:
    """A board that has been played to its end."""
    table, people = four_people(stage)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "P", "P", "P")
    play_cards(stage, table, people, 52)
    return f"#/table/{table}", people[2]


def replayed(stage: Stage) -> Address:
    at, guest = finished(stage)
    return f"#/replay/{at.removeprefix('#/table/')}.1?turn=20", guest


def beside_robots(stage: Stage, game: str, players: int, **request: Any) -> tuple[str, Guest]:
    """Open a table of some game, with Ann in the first seat and robots in all others."""
    ann = stage.site.guest("Ann")
    seats = {str(seat): "plain" for seat in range(1, players)}
    policy = {"robot_ms": 50, "pause_ms": 600_000}
    table = stage.site.open(ann, game, seats=seats, policy=policy, **request)
    stage.company.sit(ann, table, 0)
    return table, ann


def act_on(stage: Stage, table: str, guest: Guest, turns: int, choice: int = 0) -> None:
    """Let a player make one of the legal actions in each of some turns, and wait for the next turn."""
    for _ in range(turns):
        stage.company.wait_for_turn(guest, table)
        legal = stage.company.table(guest, table).view.own.legal_actions()
        stage.company.act(guest, table, legal[choice % len(legal)])
    stage.company.wait_for_turn(guest, table)


def spades(stage: Stage, turns: int, players: int = 4, **options: Any) -> Address:
    """A table of Spades after some turns of Ann."""
    rules = {"preset": "classic", "players": players, **options}
    table, ann = beside_robots(stage, "spades", players, options=rules)
    if options.get("blind_nil_behind") != 0:
        act_on(stage, table, ann, turns, choice=3)
    return f"#/table/{table}", ann


def hanabi(stage: Stage, turns: int, players: int = 4, variant: str = "No Variant") -> Address:
    """A table of Hanabi after some turns of Ann, in which Ann discards or gives a clue."""
    options = {"players": players, "variant": variant}
    table, ann = beside_robots(stage, "hanabi", players, options=options)
    act_on(stage, table, ann, turns, choice=-1)
    return f"#/table/{table}", ann


def grid(stage: Stage) -> Address:
    tables = [play(stage)[0], auction(stage)[0], spades(stage, 4)[0], hanabi(stage, 3)[0]]
    return "#/tables/" + ",".join(at.removeprefix("#/table/") for at in tables), stage.site.guest("Wanda")


Step = Callable[[Any], object]


def in_turn(*steps: Step) -> Step:
    """Return the step that makes several steps, one after the other."""
    return lambda page: [step(page) for step in steps]


def press(name: str, place: int = 0) -> Step:
    """Return the step that presses a button by its English name: the first of this name, or another."""
    return lambda page: button(page, name).nth(place).click()


def button(page: Any, name: str) -> Any:
    language = page.evaluate("document.documentElement.lang")
    named = {name} if language == "en" else texts(language)[name]
    return page.get_by_role("button", name=re.compile(f"^({'|'.join(map(re.escape, named))})$"))


@cache
def texts(language: str) -> dict[str, set[str]]:
    """Return the texts of the page in a language, by the English texts; an English one may have several."""
    known: dict[str, set[str]] = {}
    for english in (ROOT / "bots/browser/src/i18n/en").glob("*.ts"):
        other = english.parents[1] / language / english.name
        plain, foreign = (
            re.findall(r'^ +(\w+): "([^"]*)",$', path.read_text(), re.MULTILINE) for path in (english, other)
        )
        for index, (key, text) in enumerate(plain):
            nth = sum(each == key for each, _ in plain[:index])
            same = [each for name, each in foreign if name == key]
            if len(same) > nth:
                known.setdefault(text, set()).add(same[nth])
    return known


def select(*kinds: str) -> Step:
    """Return the step that presses the first element of each selector."""
    return lambda page: [page.locator(kind).first.click() for kind in kinds]


def open_tab(number: int) -> Step:
    """Return the step that opens the people (0) or the chat (1) of a table on a phone."""

    def step(page: Any) -> None:
        tab = page.locator(".people-tabs button").nth(number)
        if tab.is_visible():
            tab.click()

    return step


def unfold(page: Any) -> None:
    """Open every part of a window, and make the page so high that all of the window is seen."""
    window = page.locator("dialog:not(:has(.waiting))")  # a part of the page may still be on its way
    window.evaluate("one => one.querySelectorAll('details').forEach((each) => each.open = true)")
    height = window.evaluate("one => one.scrollHeight")
    page.set_viewport_size({"width": page.viewport_size["width"], "height": height + 100})


CLUB = """
[Event "Club"]
[Board "7"]
[Dealer "N"]
[Vulnerable "EW"]
[North "Nora"]
[East "Emil"]
[South "Susan"]
[West "Walter"]
[Deal "N:AKQJ.T98.765.432 T987.AKQ.J98.765 6543.J765.AKQ.T9 2.432.T432.AKQJ8"]
[Auction "N"]
1S Pass 2S Pass
Pass Pass
[Play "E"]
HA H5 H2 H8
HK H6 H3 H9
*
"""
"""A record of a board that ends in the middle of its play."""


def led(stage: Stage, at: int) -> Address:
    """Show a board of a file at a table, with Ann as its leader."""
    ann = stage.site.guest("Ann")
    table = stage.site.open(ann, "replay", name="club.pbn", boards=CLUB)
    stage.company.sit(ann, table, 0)
    stage.company.wait(lambda: stage.company.table(ann, table).view.pub.files_boards)
    stage.company.do(ann, lambda client: client.act(table, Seek(board=0, at=at)))
    return f"#/table/{table}", ann


def robots_to_the_end(stage: Stage, game: str, seats: int, turn: int, **options: object) -> Address:
    """Let robots play a game to its end, and show a position of it."""
    policy = {"robot_ms": 0, "pause_ms": 0}
    everywhere = {str(seat): "plain" for seat in range(seats)}
    ann = stage.site.guest("Ann")
    table = stage.site.open(ann, game, options=options, seats=everywhere, policy=policy)
    with httpx.stream("GET", f"{stage.site.address}/v1/tables/{table}/stream", timeout=60) as lines:
        assert any('"closing"' in line for line in lines.iter_lines())
    return f"#/replay/{table}.1?turn={turn}", ann


LONG_NAMES = (
    "Maximiliane von Hohenzollern-Sigmaringen",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "Ann",
)


def with_free_seats(stage: Stage) -> Address:
    host = stage.site.guest("Charlotte")
    table = stage.site.open(host, "bridge", name="Friday pairs", seats={"1": "plain"})
    stage.company.sit(host, table, 0)
    return f"#/table/{table}", stage.site.guest("Ann")


def with_long_names(stage: Stage) -> Address:
    people = [stage.site.guest(name) for name in LONG_NAMES]
    policy = {"clock": {"kind": "move", "move_ms": 3_600_000}, "pause_ms": 600_000}
    table = stage.site.open(people[0], "bridge", name="Donnerstagsbridgerundengemeinschaft", policy=policy)
    for seat, guest in enumerate(people):
        stage.company.sit(guest, table, seat)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "X", "XX", "P", "P", "P")
    play_cards(stage, table, people, 2)
    return f"#/table/{table}", people[2]


def alerted(stage: Stage) -> Address:
    """An auction with an alert, an explanation and a question, before West, who asked."""
    table, people = four_people(stage)
    bid(stage, table, people, 0, "1S")
    call = bridge.Call.DOUBLE
    double = Bidder(SAYC).explanation(bridge.Seat.NORTH, bridge.Vulnerability.NONE, (bridge.Call("1S"), call))
    stage.company.act(people[1], table, bridge.MakeCall(call, True, double.words, double.meaning))
    bid(stage, table, people, 2, "2S", "3H", "3S", "P", "4S", "P", "P")
    return f"#/table/{table}", people[0]


def face_down(stage: Stage) -> Address:
    """As at a club: partner has explained a call, and East's lead lies face down; North may ask."""
    table, people = four_people(stage, options={"explains": "partner", "face_down_lead": True})
    bid(stage, table, people, 0, "1NT", "P", "2C", "P", "2S", "P", "4S", "P", "P", "P")
    stayman = bridge.Explain(2, "Asks for a major suit")
    stage.company.do(people[0], lambda client: client.act(table, stayman, None))
    play_cards(stage, table, people, 1)
    return f"#/table/{table}", people[0]


def asked(stage: Stage) -> Address:
    """A player with a question of an opponent and with an opponent's request to take back."""
    table, people = four_people(stage)
    bid(stage, table, people, 0, "1NT", "P", "2C", "2S")
    question, undo = bridge.Ask(0, "With a five-card major?"), bridge.Undo("I wanted to pass")
    stage.company.do(people[1], lambda client: client.act(table, question, None))
    stage.company.do(people[3], lambda client: client.act(table, undo, None))
    return f"#/table/{table}", people[0]


def claimed(stage: Stage, seat: int = 1) -> Address:
    table, people = four_people(stage)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "P", "P", "P")
    play_cards(stage, table, people, 4)
    line = "The clubs are high after the ace of spades, and the diamonds are good."
    claim = bridge.Claim(9, line)
    stage.company.do(people[2], lambda client: client.act(table, claim, None))
    return f"#/table/{table}", people[seat]


def cut(stage: Stage) -> Address:
    """A table that cuts for partners as soon as Ann sits down."""
    ann = stage.site.guest("Ann")
    table = stage.site.open(
        ann,
        "bridge",
        options={"scoring": "rubber", "partners": "cut"},
        seats={"0": "plain", "1": "plain", "3": "plain"},
        policy={"robot_ms": 60_000},
    )
    return f"#/table/{table}?seat=2", ann


def directed(stage: Stage) -> Address:
    people = [stage.site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    dora = stage.site.guest("Dora")
    table = stage.site.open(people[0], "bridge", policy={"pause_ms": 600_000})
    stage.company.do(people[0], lambda client: client.host(table, directors=(dora.id,)))
    for seat, guest in enumerate(people):
        stage.company.sit(guest, table, seat)
    bid(stage, table, people, 0, "P", "P", "1NT", "P", "3NT", "P", "P", "P")
    play_cards(stage, table, people, 6)
    return f"#/table/{table}", dora


def rule(page: Any) -> None:
    """Look at a table as its director, with the form for an assigned score."""
    open_tab(0)(page)
    page.locator("select:has(option[value='director'])").select_option("director")
    open_tab(0)(page)
    button(page, "Assign a score").click()


def hosted(stage: Stage) -> Address:
    table, people = four_people(stage, name="Friday pairs")
    for guest, text in ((people[1], "Good evening!"), (people[3], "Hello all, and good cards.")):
        stage.company.do(guest, lambda client, text=text: client.chat(table, text))
    return f"#/table/{table}", people[0]


def after_a_board(stage: Stage, **options: Any) -> Address:
    """A table of robots after a board.

    The pause after the board is long: robots that play on at full speed take the processor from the page.
    """
    ann = stage.site.guest("Ann")
    table = stage.site.open(
        ann, "bridge", options=options, seats=ROBOTS, policy={"robot_ms": 0, "pause_ms": 600_000}
    )
    watch_until(stage, table, '"result":{')
    return f"#/table/{table}", ann


def watch_until(stage: Stage, table: str, text: str) -> None:
    """Read the stream of a table until a line has some text."""
    with httpx.stream("GET", f"{stage.site.address}/v1/tables/{table}/stream", timeout=60) as lines:
        assert any(text in line for line in lines.iter_lines())


def match(stage: Stage) -> Address:
    hanna = stage.site.guest("Hanna")
    at_once = {"clock": {"kind": "none"}, "robot_ms": 0, "pause_ms": 0}
    rooms = stage.company.do(
        hanna,
        lambda client: client.match(
            "bridge",
            count=2,
            name="Hanna's team match",
            seats={int(seat): robot for seat, robot in ROBOTS.items()},
            other_seats={int(seat): robot for seat, robot in ROBOTS.items()},
            policy=convert(at_once, Policy),
        ),
    )
    return f"#/match/{','.join(rooms)}", hanna


SOME_ERRORS = {"0": "random", "1": "plain", "2": "plain", "3": "plain"}
"""Robots that play the same boards to different results."""


def set_over(stage: Stage, tables: int = 3, boards: int = 3, scoring: str = "mp") -> Address:
    """The results of robots that have played the same boards at several tables."""
    host = stage.site.guest("Hanna")
    at_once = {"robot_ms": 0, "pause_ms": 0}
    board_set, opened = stage.site.open_set(
        host, tables, boards, name="Tuesday at the club", seats=SOME_ERRORS, policy=at_once
    )
    # Robots play while a person watches.
    watched = [
        threading.Thread(target=watch_until, args=(stage, each, '"closing"'), daemon=True) for each in opened
    ]
    for each in watched:
        each.start()
    stage.site.compared(board_set, host, boards)
    for each in watched:
        each.join()
    return f"#/set/{board_set}?scoring={scoring}", host


def set_of_people(stage: Stage) -> Address:
    """The results of people with long names who have passed a board out at two tables, before the host."""
    host = stage.site.guest("Hanna")
    board_set, tables = stage.site.open_set(host, 2, name="Donnerstagsbridgerundengemeinschaft")
    for table in tables:
        people = [stage.site.guest(name) for name in LONG_NAMES]
        for seat, guest in enumerate(people):
            stage.company.sit(guest, table, seat)
        bid(stage, table, people, 0, "P", "P", "P", "P")
    stage.site.compared(board_set, host, 1)
    return f"#/set/{board_set}", host


def set_begun(stage: Stage) -> tuple[str, tuple[str, ...], Guest]:
    """Open tables of a set of which none has played a board; return the set, its tables and the host."""
    host = stage.site.guest("Hanna")
    board_set, tables = stage.site.open_set(host, 4, name="Tuesday at the club", seats={"1": "plain"})
    return board_set, tables, host


def set_waits(stage: Stage) -> Address:
    board_set, _, host = set_begun(stage)
    return f"#/set/{board_set}", host


def set_watched(stage: Stage) -> Address:
    _, tables, _ = set_begun(stage)
    return f"#/table/{tables[0]}", stage.site.guest("Wanda")


def hand_over(stage: Stage) -> Address:
    """A hand of Spades that is over."""
    table, ann = beside_robots(stage, "spades", 4, options={"preset": "classic"})
    while stage.company.table(ann, table).view.pub.result is None:
        stage.company.wait(
            lambda: (
                stage.company.table(ann, table).decision is not None
                or stage.company.table(ann, table).view.pub.result is not None
            )
        )
        if stage.company.table(ann, table).decision is not None:
            legal = stage.company.table(ann, table).view.own.legal_actions()
            stage.company.act(ann, table, legal[-1])
    return f"#/table/{table}", ann


def fireworks_over(stage: Stage, player: Guest | None = None) -> Address:
    """A game of Hanabi that a player, or else Ann, and the partner have ended by their votes."""
    ann, bob = player or stage.site.guest("Ann"), stage.site.guest("Bob")
    table = stage.site.open(ann, "hanabi", options={"players": 2}, policy={"pause_ms": 600_000})
    for seat, guest in enumerate((ann, bob)):
        stage.company.sit(guest, table, seat)
    for guest in (ann, bob, ann):
        legal = stage.company.table(guest, table).view.own
        stage.company.wait_for_turn(guest, table)
        legal = stage.company.table(guest, table).view.own
        stage.company.act(guest, table, legal.legal_actions()[-1])
    for guest in (ann, bob):
        stage.company.do(guest, lambda client: client.act(table, Vote(True), None))
    return f"#/table/{table}", ann


def past_games(stage: Stage) -> Address:
    """The finished games of a player: a board of bridge and a game of Hanabi."""
    _, susan = finished(stage)
    fireworks_over(stage, susan)
    stage.site.past_games(susan, 2)
    return "#/games", susan


def invited_only(stage: Stage) -> Address:
    table = stage.site.open(stage.site.guest("Charlotte"), "bridge", policy={"access": "invited"})
    return f"#/table/{table}", stage.site.guest("Ann")


def clue(page: Any) -> None:
    """Choose a card of another player and a clue for it."""
    page.locator(".hanabi-hand[data-seat='1'] .hanabi-card").first.click()
    page.locator(".hanabi-clue").last.click()


def form(game: int) -> Step:
    """Return the step that opens the form for a table of a game, with all its parts."""
    return in_turn(
        lambda page: page.locator(".lobby-game-choice button").nth(game).click(),
        lambda page: page.get_by_role("button", name=re.compile("^Open a table")).click(),
        unfold,
    )


def open_details(page: Any) -> None:
    """Open every part of the screen that is folded away."""
    page.locator("main").evaluate(
        "one => one.querySelectorAll('details').forEach((each) => each.open = true)"
    )


def event_to_enter(stage: Stage) -> Address:
    """An event whose entries are open; a player looks for a partner."""
    event, _ = evening(stage.site)
    stage.site.asks_event(stage.site.guest("Greta"), event, "enter")
    return f"#/event/{event}", stage.site.guest("Ann")


def event_list(stage: Stage) -> Address:
    """Two events: one whose entries are open, and one that is played."""
    event_to_enter(stage)
    evening(stage.site, rounds_played=1)
    return "#/events", stage.site.guest("Ann")


def event_boards(stage: Stage) -> Address:
    """The travellers of the first round, which a director has scored."""
    event, dora = evening(stage.site, rounds_played=1)
    return f"#/event/{event}/boards", dora


def late_player(stage: Stage) -> tuple[str, Guest, Guest]:
    """Seat a late player with a robot in the second round; return the event, the player and the director."""
    event, dora = evening(stage.site, rounds_played=1)
    ann = stage.site.guest("Ann")
    player = {"id": ann.id, "name": ann.name}
    stage.site.asks_event(dora, event, "enrol", players=[player], robots=["plain"])
    stage.site.asks_event(dora, event, "enrol", name="Late – Latest", robots=["plain", "plain"])
    begin(stage.site, event, dora)
    stage.site.asks_event(dora, event, "carry", entrant="1", hundredths=-40, reason="Late at the table")
    half = {"hundredths": 250, "reason": "Monday, 1/2", "origin": "e-monday"}
    stage.site.asks_event(dora, event, "carry", entrant="2", **half)
    return event, ann, dora


def event_at_the_table(stage: Stage) -> Address:
    """A player at the own table, whose director has just announced something."""
    event, ann, dora = late_player(stage)
    stage.site.asks_event(dora, event, "announce", text="Coffee is ready beside the bar.")
    return f"#/event/{event}", ann


def event_between(stage: Stage, part: str = "") -> Address:
    """A player between the second and the third round, or a part of the event at that time."""
    event, ann, dora = late_player(stage)
    score(stage.site, event, dora, 2)
    for t in ("draw", "publish"):
        stage.site.asks_event(dora, event, t)
    return f"#/event/{event}{part}", ann


def event_over(stage: Stage) -> Address:
    """The final ranking of an event, before a player of it."""
    event, ann, dora = late_player(stage)
    score(stage.site, event, dora, 2)
    begin(stage.site, event, dora)
    score(stage.site, event, dora, 3)
    stage.site.asks_event(dora, event, "finish")
    return f"#/event/{event}", ann


def event_partnerless(stage: Stage) -> Address:
    """A player who has entered, and looks for a partner."""
    event, _ = evening(stage.site)
    ann = stage.site.guest("Ann")
    stage.site.asks_event(ann, event, "enter")
    return f"#/event/{event}", ann


def event_sits_out(stage: Stage) -> Address:
    """A player who sits out in the first round, because the pairs are seven and no robots fill."""
    event, dora = evening(stage.site)
    ann = stage.site.guest("Ann")
    player = {"id": ann.id, "name": ann.name}
    stage.site.asks_event(dora, event, "enrol", players=[player], robots=["plain"], present=True)
    begin(stage.site, event, dora)
    return f"#/event/{event}", ann


def event_drawn(stage: Stage) -> Address:
    """The director before the first round, whose draw only directors see."""
    event, dora = evening(stage.site)
    stage.site.asks_event(dora, event, "draw")
    return f"#/event/{event}/direct", dora


def event_looked_at(stage: Stage) -> Address:
    """The director at a table of the event."""
    event, _, dora = late_player(stage)
    return f"#/table/{event}-2-1", dora


def event_console(stage: Stage) -> Address:
    """The second round is played; a player has called, and there are announcements."""
    event, ann, dora = late_player(stage)
    stage.site.asks_event(ann, event, "call", text="Was this bid in time?")
    stage.site.asks_event(dora, event, "announce", text="Coffee is ready beside the bar.")
    return f"#/event/{event}/direct", dora


SCENES = [
    Scene("lobby", lobby),
    Scene("lobby-newcomer", lambda stage: (lobby(stage)[0], None)),
    Scene("lobby-waiting", lobby_waiting, select(".lobby-now")),
    Scene("name-invited", invited_guest),
    Scene("settings", lambda stage: ("#/", stage.site.guest("Ann")), press("Settings")),
    Scene("bridge-first-call", robots_but_south),
    Scene("bridge-meanings", with_a_strong_partner, press("Level 1")),
    Scene("bridge-auction", auction),
    Scene("bridge-declarer", play),
    Scene("bridge-defender", lambda stage: play(stage, seat=1)),
    Scene("bridge-watched", lambda stage: (play(stage)[0], stage.site.guest("Wanda"))),
    Scene("bridge-claim", play, press("Claim")),
    Scene("bridge-over", finished),
    Scene("bridge-replay", replayed),
    Scene("bridge-face-down", face_down),
    Scene("spades-bid", lambda stage: spades(stage, 0)),
    Scene("spades-blind", lambda stage: spades(stage, 0, blind_nil_behind=0)),
    Scene("spades-play", lambda stage: spades(stage, 5)),
    Scene("spades-two", lambda stage: spades(stage, 2, players=2, sides="solo")),
    Scene("spades-six", lambda stage: spades(stage, 4, players=6)),
    Scene("hanabi-first", lambda stage: hanabi(stage, 0)),
    Scene("hanabi-middle", lambda stage: hanabi(stage, 4)),
    Scene("hanabi-five", lambda stage: hanabi(stage, 3, players=5, variant="Rainbow & Omni (6 Suits)")),
    Scene("hanabi-two", lambda stage: hanabi(stage, 5, players=2)),
    Scene("grid", grid),
    Scene("bridge-led-auction", lambda stage: led(stage, 1)),
    Scene("bridge-led-play", lambda stage: led(stage, 8)),
    Scene(
        "spades-replay",
        lambda stage: robots_to_the_end(stage, "spades", 4, 20, rounds=1, floor=0, target=0),
    ),
    Scene("hanabi-replay", lambda stage: robots_to_the_end(stage, "hanabi", 3, 20, players=3, games=1)),
    Scene("replay-file", lambda stage: ("#/replay", stage.site.guest("Ann"))),
    Scene("name", lambda stage: (lobby(stage)[0], None), select(".lobby-now")),
    Scene("open-bridge", lambda stage: ("#/", stage.site.guest("Ann")), form(0)),
    Scene("open-spades", lambda stage: ("#/", stage.site.guest("Ann")), form(1)),
    Scene("open-hanabi", lambda stage: ("#/", stage.site.guest("Ann")), form(2)),
    Scene("bridge-free-seats", with_free_seats),
    Scene("bridge-long-names", with_long_names),
    Scene("bridge-alerted", alerted, select("button.br-cell[data-call='1']")),
    Scene("bridge-asked", asked),
    Scene("bridge-claimed", claimed),
    Scene("bridge-cut", cut, once=True),
    Scene("bridge-director", directed, rule),
    Scene("bridge-host", hosted, in_turn(open_tab(0), press("Manage table"), unfold)),
    Scene("bridge-invite", hosted, in_turn(open_tab(0), press("Invite"))),
    Scene("bridge-people", hosted, open_tab(0)),
    Scene("bridge-chat", hosted, open_tab(1)),
    Scene("bridge-cards", hosted, press("Convention cards")),
    Scene("bridge-undo", play, press("Undo")),
    Scene("bridge-score", finished, press("Score")),
    Scene("bridge-rubber", lambda stage: after_a_board(stage, scoring="rubber"), press("Score")),
    Scene("match", match),
    Scene("set", set_over),
    Scene("set-teams", lambda stage: set_over(stage, 2, 1, "bam")),
    Scene("set-people", set_of_people),
    Scene("set-waits", set_waits),
    Scene("set-watched", set_watched, open_tab(0)),
    Scene("event-list", event_list),
    Scene("event-enter", event_to_enter),
    Scene("event-boards", event_boards),
    Scene("event-table", event_at_the_table, once=True),
    Scene("event-console", event_console, open_details),
    Scene("event-partnerless", event_partnerless),
    Scene("event-drawn", event_drawn, open_details),
    Scene("event-sits-out", event_sits_out),
    Scene("event-between", event_between),
    Scene("event-sheet", lambda stage: event_between(stage, "/sheet")),
    Scene("event-rounds", lambda stage: event_between(stage, "/rounds")),
    Scene("event-over", event_over),
    Scene("event-looked-at", event_looked_at),
    Scene(
        "event-new",
        lambda stage: ("#/events", stage.site.guest("Dora")),
        in_turn(
            select(".events-head button"),
            lambda page: page.locator("dialog .option-group").nth(2).wait_for(),
            unfold,
        ),
    ),
    Scene(
        "spades-exchange",
        lambda stage: spades(stage, 0, blind_nil_behind=0),
        select("[data-bid=blind_nil]", "[data-act=sure]", ".sp-bottom .hand button.card"),
        once=True,
    ),
    Scene("spades-over", hand_over),
    Scene("spades-scores", hand_over, select("[data-open=scores]")),
    Scene("spades-rules", lambda stage: spades(stage, 1), select("[data-open=rules]")),
    Scene("hanabi-clue", lambda stage: hanabi(stage, 1, variant="6 Suits"), clue),
    Scene("hanabi-card", lambda stage: hanabi(stage, 1), select(".hanabi-mine .hanabi-card")),
    Scene("hanabi-over", fireworks_over),
    Scene(
        "hanabi-rules",
        lambda stage: hanabi(stage, 1, variant="Black & Muddy Rainbow (6 Suits)"),
        press("Rules"),
    ),
    Scene("table-invited", invited_only),
    Scene("player-games", past_games),
    Scene("player-devices", lambda stage: ("#/devices", stage.site.guest("Ann")), press("Show a code")),
    Scene("player-code", lambda stage: ("#/devices/0A1B2-C3D4E", stage.site.guest("Ann"))),
    Scene("lobby-chosen", lobby, select(".lobby-pick input")),
    Scene("replay-unknown", lambda stage: ("#/replay/nowhere.1", stage.site.guest("Ann"))),
    Scene("table-unknown", lambda stage: ("#/table/nowhere", stage.site.guest("Ann"))),
]
