"""The actions at every table and the rarer ones of bridge: each by keyboard, and by touch on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1.requests import NoClock, Policy
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import Stage, bid, four_people
from tests.browser.site import Site
from tests.browser.test_bridge import BOARD, Player

WAYS = pytest.mark.parametrize("keys", [True, False], ids=["by keyboard", "by touch"])
PLAIN = dict.fromkeys(range(4), "plain")
AT_ONCE = Policy(clock=NoClock(), robot_ms=0, pause_ms=0)
PDF = b"%PDF-1.4\n%%EOF\n"
STOP_MS = 60_000


def player(visit: Visit, at: str, guest: Any, *, keys: bool) -> Player:
    return Player(visit(at, guest, phone=not keys), keys=keys)


def open_tab(player: Player, name: str) -> None:
    """Open a tab of the side of the table on a phone; at a desk the whole side is there."""
    if not player.keys:
        player.press(player.page.locator(".people-tabs").get_by_role("button", name=re.compile(f"^{name}")))


def choose(player: Player, field: Any, label: str) -> None:
    """Choose an entry of a list: typed, or with the list that a phone shows."""
    if player.keys:
        field.focus()
        player.page.keyboard.type(label)
    else:
        field.select_option(label=label)


@WAYS
def test_a_player_sits_down_writes_invites_and_stands_up(site: Site, visit: Visit, keys: bool) -> None:
    table = site.open(site.guest("Host"), "bridge", seats={"1": "plain", "3": "plain"})
    nora = site.guest("Nora")
    north = player(visit, f"#/table/{table}", nora, keys=keys)
    open_tab(north, "People")
    north.press(north.page.locator(".people-seats [data-seat='0'] button"))
    expect(north.page.locator("[data-seat='0'][data-mine]")).to_have_count(1)
    north.button("Invite")
    link = north.page.get_by_label("Link to this table")
    expect(link).to_have_value(re.compile(f"#/table/{table}$"))
    north.press(north.page.get_by_role("dialog").get_by_role("button", name="Close"))
    open_tab(north, "Chat")
    north.type("chat", "Hello!")
    north.button("Send")
    expect(north.page.get_by_role("list", name="Chat")).to_contain_text("Hello!")
    open_tab(north, "People")
    north.press(north.page.locator("[data-seat='0'][data-mine]").get_by_role("button"))
    expect(north.page.locator("[data-mine]")).to_have_count(0)
    assert site.shown(table)["people"]["seats"][0]["player"] is None


@WAYS
def test_a_watcher_asks_for_a_hand_and_its_player_shows_it(site: Site, visit: Visit, keys: bool) -> None:
    table = site.open(
        site.guest("Host"), "bridge", seats={"1": "plain", "3": "plain"}, policy={"robot_ms": 60_000}
    )
    visit(f"#/table/{table}?seat=0", site.guest("Nora"))
    south = player(visit, f"#/table/{table}?seat=2", site.guest("Sven"), keys=keys)
    expect(south.page.locator("[data-seat='2'][data-mine]")).to_have_count(1)
    watcher = player(visit, f"#/table/{table}", site.guest("Wanda"), keys=keys)
    open_tab(watcher, "People")
    watcher.press(watcher.page.locator("summary", has_text="Ask to see a hand"))
    watcher.press(watcher.page.get_by_role("button", name=re.compile("Ask Sven")))
    south.press(south.page.locator(".people-notice").get_by_role("button", name="Allow"))
    expect(watcher.page.locator(".people-looks")).to_contain_text(re.compile("the hand of Sven"))


@WAYS
def test_the_host_pauses_gives_time_and_seats_names_officials_and_ends_the_table(
    site: Site, visit: Visit, keys: bool
) -> None:
    hanna, nora = site.guest("Hanna"), site.guest("Nora")
    clock = {"clock": {"kind": "move", "move_ms": 600_000}}
    table = site.open(hanna, "bridge", seats={"1": "plain", "3": "plain"}, policy=clock)
    north = player(visit, f"#/table/{table}?seat=0", nora, keys=keys)
    host = player(visit, f"#/table/{table}?seat=2", hanna, keys=keys)
    expect(host.page.locator("[data-seat='2'][data-mine]")).to_have_count(1)
    open_tab(host, "People")
    host.button("Host")
    window = host.page.get_by_role("dialog")

    def people() -> Any:
        return site.shown(table, guest=hanna)["people"]

    before = site.shown(table, guest=hanna)["view"]["deadline_ms"]
    host.press(window.get_by_role("button", name=re.compile("5 min")))
    expect(window.get_by_role("button", name="Pause")).to_be_enabled()
    host.page.wait_for_timeout(200)
    assert site.shown(table, guest=hanna)["view"]["deadline_ms"] == before + 300_000

    host.press(window.get_by_role("button", name="Pause"))
    expect(north.page.get_by_text("The table is paused.")).to_be_visible()
    host.press(window.get_by_role("button", name="Continue"))
    expect(north.page.get_by_text("The table is paused.")).to_have_count(0)

    choose(host, window.locator(".people-tool").nth(3).get_by_role("combobox").first, "no robot")
    expect(north.page.locator(".people-seats [data-seat='3']")).to_contain_text("free")

    host.press(window.locator("summary", has_text="Officials"))
    field = window.get_by_label("Name or id of a player").last
    dirk = site.guest("Dirk")
    field.focus()
    host.page.keyboard.type(dirk.id)
    host.press(window.get_by_role("button", name="Make director"))
    asked = north.page.locator(".people-notice").filter(has_text="director")
    north.press(asked.get_by_role("button", name="Agree", exact=True))
    expect(asked).to_have_count(0)
    host.press(window.get_by_role("button", name="Make director"))
    expect(window.get_by_role("button", name=re.compile("Remove .* from the list"))).to_be_visible()
    assert people()["directors"] == [dirk.id]

    host.press(window.locator(".people-tool").nth(0).get_by_role("button", name="Free the seat"))
    expect(north.page.locator("[data-mine]")).to_have_count(0)

    host.press(window.get_by_role("button", name="End this table"))
    host.press(window.get_by_role("button", name="End the table"))
    expect(north.page.get_by_text("This table is closed.").first).to_be_visible()


@WAYS
def test_a_convention_card_is_a_file_that_the_opponents_open(site: Site, visit: Visit, keys: bool) -> None:
    people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    table = site.open(people[0], "bridge", boards=BOARD, policy={"pause_ms": 600_000})
    north, _, south, west = [
        player(visit, f"#/table/{table}?seat={seat}", guest, keys=keys) for seat, guest in enumerate(people)
    ]
    north.button("Convention cards")
    north.type("system", "Strong club")
    with north.page.expect_file_chooser() as chooser:
        north.press(north.page.locator("input[name='file']"))
    chooser.value.set_files({"name": "card.pdf", "mimeType": "application/pdf", "buffer": PDF})
    north.button("Submit")
    north.sees("The card is submitted.")
    north.press(north.page.get_by_role("dialog").get_by_role("button", name="Close"))
    south.call("P")
    west.button("Convention cards")
    west.button("Open the card of North-South")
    with west.page.expect_download() as saved:
        west.press(west.page.get_by_role("link", name="Save the file"))
    assert saved.value.path().read_bytes() == PDF


def test_after_a_jump_bid_the_next_player_sees_the_time_to_wait(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        table, people = four_people(Stage(site, company), boards=BOARD, options={"stop_ms": STOP_MS})
        page = visit(f"#/table/{table}", people[3], phone=True)
        expect(page.locator(".br-stop")).to_have_count(0)
        bid(Stage(site, company), table, people, 2, "2S")
        expect(page.locator(".br-stop")).to_contain_text(re.compile(r"Stop\s+(1:00|0:5\d)"))
        expect(page.locator(".br-prompt.mine")).to_be_visible()


def test_a_match_shows_both_results_of_each_board_and_the_imps(site: Site, visit: Visit) -> None:
    with Company(site.address) as company:
        host = site.guest("Hanna")
        rooms = company.do(
            host,
            lambda client: client.match("bridge", count=2, seats=PLAIN, other_seats=PLAIN, policy=AT_ONCE),
        )
        page = visit(f"#/match/{','.join(rooms)}", host)
        score = page.get_by_role("region", name="Score of the match")
        expect(score.locator("tbody tr")).to_have_count(2, timeout=60_000)
        match = site.view(rooms[0])["pub"]["match"]
        for row, (number, board) in enumerate(sorted(match["boards"].items())):
            cells = score.locator("tbody tr").nth(row).locator("th, td").all_inner_texts()
            assert cells[0] == number
            assert [int(cell.replace("+", "")) for cell in cells[1:]] == [
                board["here"],
                board["there"],
                board["imps"],
            ]
