"""A page in front of a later server: words that the page does not know leave everything else in order."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import Stage, auction, beside_robots, play
from tests.browser.site import Site

Frame = dict[str, Any]
Change = Callable[[Frame], object]
"""A change of a message of the server, made in place."""


def changed(page: Any, change: Change, *more: Frame) -> None:
    """Change each message on its way to the page, and let `more` messages follow the first view."""
    sent: list[bool] = []

    def meet(socket: Any) -> None:
        server = socket.connect_to_server()

        def on_message(text: str) -> None:
            frame = json.loads(text)
            change(frame)
            socket.send(json.dumps(frame))
            if frame["t"] == "view" and not sent:
                sent.append(True)
                for each in more:
                    socket.send(json.dumps({"table": frame["table"], **each}))

        server.on_message(on_message)

    page.route_web_socket("**/v1/ws", meet)


def on_pub(**fields: Any) -> Change:
    """Return the change of these fields of the public half."""

    def change(frame: Frame) -> None:
        if frame.get("pub") is not None:
            frame["pub"].update(
                {
                    name: value(frame["pub"]) if callable(value) else value
                    for name, value in fields.items()
                    if frame["t"] == "view" or name in frame["pub"]
                }
            )

    return change


def merged(name: str, **more: Any) -> Change:
    """Return the change that adds fields to an object of the public half."""

    def change(frame: Frame) -> None:
        half = frame.get("pub")
        if isinstance(half, dict) and isinstance(half.get(name), dict):
            half[name].update(more)

    return change


def later_own(frame: Frame) -> None:
    if isinstance(frame.get("own"), dict):
        frame["own"].update(may=[*frame["own"].get("may", ()), "juggle"], crystal_ball=[1, 2])


def later_people(frame: Frame) -> None:
    if frame["t"] == "people":
        frame.update(hands="sometimes", mood="fine")
        for row in frame["seats"]:
            row.update(robot="oracle", hat="red")


NOTHING: Change = lambda frame: None  # noqa: E731
CHAT = {"t": "chat", "lines": [{"name": "Zoë", "text": "hello", "at_ms": 1, "to": "moon", "role": "umpire"}]}
NOTICES = (
    {"t": "notice", "kind": "festival", "message": "Fireworks at nine"},
    {"t": "notice", "kind": "festival", "message": "Fireworks at nine", "table": None},
    {"t": "fireworks", "colours": 7},
    CHAT,
)
EVERYWHERE: dict[str, tuple[Change, tuple[Frame, ...]]] = {
    "phase": (on_pub(phase="intermission"), ()),
    "event": (on_pub(last={"t": "thunder", "seat": 0}), ()),
    "field": (on_pub(weather={"wind": 3}), ()),
    "own half": (later_own, ()),
    "people": (later_people, ()),
    "messages": (NOTHING, NOTICES),
}
GAMES = {"bridge": ".br-page", "spades": ".sp-table", "hanabi": ".hanabi"}


def opened(stage: Stage, game: str) -> tuple[str, Any]:
    if game == "bridge":
        return auction(stage)
    table, ann = beside_robots(stage, game, 4 if game == "spades" else 3, options=OPTIONS[game])
    return f"#/table/{table}", ann


OPTIONS: dict[str, dict[str, Any]] = {"spades": {}, "hanabi": {"players": 3}}


def stands(visit: Visit, at: str, guest: Any, game: str, change: Change, *more: Frame) -> Any:
    """Visit a table whose messages are changed, and expect the table and its people to be there."""
    page = visit("#/replay", guest)
    changed(page, change, *more)
    page.goto(page.url.split("#")[0] + at)
    page.reload()
    expect(page.locator(GAMES[game]).first).to_be_visible()
    expect(page.locator(".people-facts").first).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.locator(GAMES[game]).first).to_be_visible()
    return page


@pytest.mark.parametrize("word", EVERYWHERE)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_in_spite_of_an_unknown(site: Site, visit: Visit, game: str, word: str) -> None:
    with Company(site.address) as company:
        at, guest = opened(Stage(site, company), game)
        change, more = EVERYWHERE[word]
        page = stands(visit, at, guest, game, change, *more)
        if word == "messages":
            expect(page.get_by_role("list", name="Chat")).to_contain_text("hello")


RULES: dict[str, tuple[str, Change]] = {
    "unknown rules of Spades": (
        "spades",
        merged(
            "rules",
            bidding="blindfold",
            jokers="four",
            lead_spades="never",
            first_trick="odd",
            double_nil="triple",
            set_penalty="all",
            failed_nil_tricks="stolen",
            bag_rollover="burn",
            first_leader="oldest",
            bag_penalty_to="bank",
            moon_shot=3,
        ),
    ),
    "unknown options of Hanabi": ("hanabi", merged("options", night_mode=True, variant="Moonlight")),
    "unknown flags of a variant": ("hanabi", merged("variant", moonlit=True)),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_table_stands_in_spite_of(site: Site, visit: Visit, rule: str) -> None:
    game, change = RULES[rule]
    with Company(site.address) as company:
        at, guest = opened(Stage(site, company), game)
        page = stands(visit, at, guest, game, change)
        page.get_by_role("button", name="Rules", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()


def test_an_unknown_call_for_the_result_of_a_board_leaves_the_score_sheet(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        at, guest = play(Stage(site, company))
        page = stands(visit, at, guest, "bridge", on_pub(phase="intermission", scoring="patton"))
        page.get_by_role("button", name="Score", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()


def test_the_table_of_an_unknown_game_says_so_and_keeps_its_people(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        at, guest = opened(Stage(site, company), "spades")
        page = visit("#/replay", guest)
        changed(page, on_pub(game="gin_rummy"))
        page.goto(page.url.split("#")[0] + at)
        page.reload()
        expect(page.get_by_text("gin_rummy").first).to_be_visible()
        expect(page.locator(".people-facts").first).to_be_visible()
        page.get_by_role("button", name="Manage table", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Invite").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.goto(page.url.split("#")[0] + at.replace("table", "tables"))
        expect(page.locator("[data-table]").first).to_be_visible()


def test_the_past_deal_of_an_unknown_game_says_so(site: Site, visit: Visit) -> None:
    page = visit("#/replay", site.guest("Ann"))
    position = {"turn": 0, "turns": 3, "seat": None, "pub": {"game": "gin_rummy"}, "own": None, "players": []}
    page.route("**/v1/games/**", lambda route: route.fulfill(json=position))
    page.goto(page.url.split("#")[0] + "#/replay/later.1")
    expect(page.get_by_text("gin_rummy").first).to_be_visible()


def test_the_lobby_lists_the_tables_of_an_unknown_game(site: Site, visit: Visit) -> None:
    table = site.open(site.guest("Host"), "spades", name="Later", seats={"1": "plain"})
    page = visit("#/replay", site.guest("Ann"))

    def later(frame: Frame) -> None:
        for row in frame.get("rows", ()):
            if row["table"] == table:
                row.update(
                    game="gin_rummy",
                    clock={"kind": "sundial", "hours": 3},
                    access="secret",
                    hands="sometimes",
                    options={"melds": 3},
                    phase="intermission",
                    state="dozing",
                )

    changed(page, later)

    def over_http(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        later(body)
        route.fulfill(response=answer, json=body)

    page.route("**/v1/lobby**", over_http)
    page.route("**/v1/tables?**", over_http)
    page.goto(page.url.split("#")[0] + "#/")
    page.reload()
    expect(page.get_by_text("Later").first).to_be_visible()
    expect(page.get_by_role("region", name="Gin rummy")).to_contain_text("Later")


def test_the_hosts_window_stands_in_spite_of_an_unknown_policy(site: Site, visit: Visit) -> None:
    host = site.guest("Host")
    table = site.open(host, "bridge", seats={"1": "plain"})
    page = visit("#/replay", host)

    def later(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        body["policy"].update(
            clock={"kind": "sundial", "hours": 3},
            access="secret",
            hands="sometimes",
            expiry="coin",
            sits="tall",
            candles=4,
        )
        route.fulfill(response=answer, json=body)

    page.route(f"**/v1/tables/{table}", later)
    page.goto(page.url.split("#")[0] + f"#/table/{table}")
    page.reload()
    page.get_by_role("button", name="Manage table", exact=True).click()
    window = page.get_by_role("dialog")
    expect(window.get_by_role("button", name="Save the rules")).to_be_visible()
    page.wait_for_timeout(200)
    expect(window.get_by_role("button", name="Save the rules")).to_be_visible()
