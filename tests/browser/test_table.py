"""What every table shows, whatever its game: waiting, refusals, the end of following, and free seats."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.site import Guest, Site

ROBOTS = {"0": "plain", "1": "plain", "3": "plain"}


class Wire:
    """The connection of a page, on which a test sends further messages of a server."""

    def __init__(self, page: Any) -> None:
        self._sockets: list[Any] = []
        page.route_web_socket("**/v1/ws", self._connect)
        page.reload()

    def _connect(self, socket: Any) -> None:
        socket.connect_to_server()
        self._sockets.append(socket)

    def tell(self, **message: Any) -> None:
        self._sockets[-1].send(json.dumps(message))


def south(site: Site, visit: Visit, **how: Any) -> tuple[str, Any, Wire]:
    """Return a bridge table with a player on South and robots, the page, and its connection."""
    ann = site.guest("Ann")
    table = site.open(ann, "bridge", seats=ROBOTS, policy={"pause_ms": 600_000})
    page = visit(f"#/table/{table}?seat=2", ann, **how)
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    wire = Wire(page)
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    return table, page, wire


def test_a_table_that_waits_says_why_until_it_goes_on(site: Site, visit: Visit) -> None:
    table, page, wire = south(site, visit)
    wire.tell(t="notice", kind="hold", table=table, message="the table is being moved")
    expect(page.get_by_role("alert")).to_have_text("The game waits: the table is being moved")
    wire.tell(t="notice", kind="go", table=table)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["at a desk", "on a phone"])
def test_a_refusal_stands_in_the_open_window_and_can_be_put_away_there(
    site: Site, visit: Visit, phone: bool
) -> None:
    table, page, wire = south(site, visit, phone=phone)
    page.get_by_role("button", name="Score", exact=True).click()
    window = page.get_by_role("dialog")
    expect(window).to_be_visible()
    wire.tell(t="refused", table=table, code="forbidden", message="this hand is hidden now")
    expect(window.get_by_role("alert")).to_contain_text("this hand is hidden now")
    window.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(page.get_by_text("this hand is hidden now")).to_have_count(0)
    wire.tell(t="refused", table=table, code="forbidden", message="this hand is hidden now")
    window.locator("header").get_by_role("button", name="Close").click()
    expect(page.locator(".game").get_by_role("alert")).to_contain_text("this hand is hidden now")


def test_a_german_page_says_refusals_in_german(site: Site, visit: Visit) -> None:
    table, page, wire = south(site, visit, language="de")
    wire.tell(t="refused", table=table, code="not_your_turn", message="it is East's turn")
    expect(page.get_by_role("alert")).to_contain_text("Du bist nicht an der Reihe.")
    wire.tell(t="refused", table=table, code="illegal_action", message="follow suit")
    expect(page.get_by_role("alert")).to_contain_text("Die Regeln erlauben das nicht: follow suit")


def test_a_player_who_opens_a_link_to_another_seat_sees_the_table_and_learns_where_the_player_sits(
    site: Site, visit: Visit
) -> None:
    ann, host = site.guest("Ann"), site.guest("Host")
    table = site.open(host, "bridge", seats=ROBOTS, policy={"pause_ms": 600_000})
    page = visit(f"#/table/{table}?seat=2", ann)
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    page.close()
    page = visit(f"#/table/{table}?seat=0", ann)
    expect(page.locator(".game").get_by_role("alert")).to_contain_text(
        "You already sit at this table: South."
    )
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    page.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert player_in_a_seat(site, table, ann)


@pytest.mark.parametrize(("game", "players"), [("bridge", 4), ("spades", 4), ("hanabi", 3)])
def test_a_watcher_takes_a_free_seat_at_the_table_of_each_game(
    site: Site, visit: Visit, game: str, players: int
) -> None:
    host = site.guest("Host")
    options = {"players": players} if game == "hanabi" else {}
    table = site.open(host, game, options=options)
    eve = site.guest("Eve")
    page = visit(f"#/table/{table}", eve)
    offers = page.locator(".game").get_by_role("button", name="Sit here")
    expect(offers).to_have_count(players)
    offers.nth(1).click()
    expect(offers).to_have_count(0)
    assert player_in_a_seat(site, table, eve)


def player_in_a_seat(site: Site, table: str, guest: Guest) -> bool:
    return guest.id in [row["player"] for row in site.shown(table)["people"]["seats"]]


def test_the_step_back_from_a_replay_leads_to_the_screen_before_it(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    policy = {"robot_ms": 0, "pause_ms": 600_000}
    table = site.open(
        ann, "hanabi", seats={"0": "plain", "1": "plain"}, options={"players": 2}, policy=policy
    )
    page = visit(f"#/table/{table}", ann)
    page.locator(".hanabi-result").wait_for(timeout=60_000)
    page.evaluate("id => location.hash = `#/replay/${id}`", table)
    page.locator(".replay").wait_for()
    page.go_back()
    page.locator(".table-page").wait_for()


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("bridge", {}, "Next board in"),
        ("spades", {}, "Next hand in"),
        ("hanabi", {"players": 2}, "Next game in"),
    ],
    ids=["bridge", "spades", "hanabi"],
)
@pytest.mark.parametrize("phone", [False, True], ids=["at a desk", "on a phone"])
def test_after_a_deal_the_table_says_how_soon_the_next_one_begins(
    site: Site, visit: Visit, game: str, options: dict[str, int], words: str, phone: bool
) -> None:
    host = site.guest("Host")
    seats = {str(seat): "plain" for seat in range(options.get("players", 4))}
    policy = {"robot_ms": 0, "pause_ms": 600_000}
    table = site.open(host, game, seats=seats, options=options, policy=policy)
    page = visit(f"#/table/{table}", host, phone=phone)
    soon = page.locator(".game [data-next-deal]")
    soon.wait_for(timeout=60_000)
    expect(soon).to_have_text(re.compile(rf"^{words} (9:\d\d|10:00)\.?$"))
    page.reload()
    expect(soon).to_be_visible()
    pause(site, table, host)
    expect(soon).to_have_count(0)


def pause(site: Site, table: str, host: Guest) -> None:
    with Company(site.address) as company:
        company.do(host, lambda client: client.host(table, pause=True))
