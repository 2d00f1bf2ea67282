"""The scenes of `make screenshots`: how each screen is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from protocol.v1 import bridge
from protocol.v1.replay import Seek
from tests.browser.company import Company
from tests.browser.site import Guest, Site

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
    step: Callable[[Any], object] | None = None


def lobby(stage: Stage) -> Address:
    host = stage.site.guest("Charlotte")
    stage.site.open(host, "bridge", name="Friday pairs", seats={"0": "plain", "1": "plain"})
    stage.site.open(host, "spades", name="Whiz to 300", options={"preset": "whiz"}, seats=ROBOTS)
    stage.site.open(
        host, "hanabi", name="Rainbow for four", options={"players": 4, "variant": "Rainbow (5 Suits)"}
    )
    stage.site.open(host, "bridge", name="A long evening of rubber bridge", options={"scoring": "rubber"})
    return "#/", stage.site.guest("Ann")


def robots_but_south(stage: Stage, **request: Any) -> Address:
    ann = stage.site.guest("Ann")
    seats = {"0": "plain", "1": "plain", "3": "plain"}
    table = stage.site.open(
        ann, "bridge", seats=seats, policy={"robot_ms": 150, "pause_ms": 600_000}, **request
    )
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


def press(name: str) -> Callable[[Any], object]:
    """Return the step that presses a button by its name."""
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click()


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


SCENES = [
    Scene("lobby", lobby),
    Scene("lobby-newcomer", lambda stage: (lobby(stage)[0], None)),
    Scene("settings", lambda stage: ("#/", stage.site.guest("Ann")), press("Settings")),
    Scene("bridge-first-call", robots_but_south),
    Scene("bridge-auction", auction),
    Scene("bridge-declarer", play),
    Scene("bridge-defender", lambda stage: play(stage, seat=1)),
    Scene("bridge-watched", lambda stage: (play(stage)[0], stage.site.guest("Wanda"))),
    Scene("bridge-claim", play, press("Claim")),
    Scene("bridge-over", finished),
    Scene("bridge-replay", replayed),
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
    Scene("table-unknown", lambda stage: ("#/table/nowhere", stage.site.guest("Ann"))),
]
