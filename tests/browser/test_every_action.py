"""The actions at every table and the rarer ones of bridge: each by keyboard, and by touch on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1 import bridge
from protocol.v1.cards import Card
from protocol.v1.requests import NoClock, Policy
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import Stage, bid, four_people
from tests.browser.site import Site
from tests.browser.test_bridge import BOARD, SOUTH, WEST, Player

WAYS = pytest.mark.parametrize("keys", [True, False], ids=["by keyboard", "by touch"])
PLAIN = dict.fromkeys(range(4), "plain")
AT_ONCE = Policy(clock=NoClock(), robot_ms=0, pause_ms=0)
PDF = b"%PDF-1.4\n%%EOF\n"
STOP_MS = 60_000


def player(visit: Visit, at: str, guest: Any, *, keys: bool) -> Player:
    return Player(visit(at, guest, phone=not keys), keys=keys)


def open_tab(player: Player, name: str) -> None:
    """Open a tab of the side of the table on a phone; at a desk the whole side is there."""
    if player.keys:
        return
    tab = player.page.locator(".people-tabs").get_by_role("button", name=re.compile(f"^{name}"))
    if tab.get_attribute("aria-expanded") == "false":
        player.press(tab)


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
    north.press(north.page.locator("[data-seat='0'] button:visible").first)
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
    host.button("Manage table")
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
    choose(host, window.get_by_role("combobox", name="Player", exact=True).last, "Another player…")
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
def test_the_host_gives_a_seat_to_another_player_and_changes_the_rules(
    site: Site, visit: Visit, keys: bool
) -> None:
    hanna, nora = site.guest("Hanna"), site.guest("Nora")
    table = site.open(hanna, "bridge", seats={"1": "plain"})
    north = player(visit, f"#/table/{table}?seat=0", nora, keys=keys)
    host = player(visit, f"#/table/{table}?seat=2", hanna, keys=keys)
    expect(host.page.locator("[data-seat='2'][data-mine]")).to_have_count(1)
    expect(north.page.locator("[data-seat='0'][data-mine]")).to_have_count(1)
    open_tab(host, "People")
    host.button("Manage table")
    window = host.page.get_by_role("dialog")

    choose(host, window.get_by_label("Player of West"), "Nora")
    expect(north.page.locator("[data-seat='3'][data-mine]")).to_have_count(1)
    expect(north.page.locator(".br-side.bottom[data-seat='3'] .br-plate")).to_contain_text("you")
    assert [row["player"] for row in site.shown(table)["people"]["seats"]] == [None, None, hanna.id, nora.id]

    host.press(window.locator("summary", has_text="Who may come"))
    host.tick(window.get_by_role("radio", name="invited players").first)
    host.press(window.locator("summary", has_text="Robots and absent players"))
    choose(host, window.get_by_role("combobox", name="Time of a robot for a move"), "0.3 s")
    field = window.get_by_role("textbox", name="Seconds for which an absent player's seat is held")
    host.write(field, "90")
    host.press(window.get_by_role("button", name="Save the rules"))
    expect(window.get_by_text("Saved")).to_be_visible()
    policy = site.shown(table, guest=hanna)["policy"]
    assert (policy["access"], policy["robot_ms"], policy["hold_ms"]) == ("invited", 300, 90_000)


@WAYS
def test_a_director_is_called_pauses_reads_the_record_and_makes_every_ruling(
    site: Site, visit: Visit, keys: bool
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
        dora = site.guest("Dora")
        table = site.open(people[0], "bridge", boards=BOARD, policy={"pause_ms": 600_000})
        company.do(people[0], lambda client: client.host(table, directors=(dora.id,)))
        for seat, guest in enumerate(people):
            company.sit(guest, table, seat)
        company.act(people[SOUTH], table, bridge.MakeCall(bridge.Call("3NT"), True, "To play"))
        bid(stage, table, people, WEST, "P", "P", "P")
        company.act(people[WEST], table, bridge.PlayCard(Card("HT")))

        director = player(visit, f"#/table/{table}", dora, keys=keys)
        open_tab(director, "People")
        choose(director, director.page.get_by_role("combobox", name="You see"), "all hands, as director")
        panel = director.page.get_by_role("region", name="Director")
        expect(panel).to_contain_text("To play")
        assert director.page.locator(".br-felt [data-card]").count() >= 52, "expected all hands"
        director.button("Director")
        west = player(visit, f"#/table/{table}", people[WEST], keys=keys)
        window = director.page.get_by_role("dialog")
        director.press(window.get_by_role("button", name="Pause"))
        west.sees("The table is paused.")
        director.press(window.get_by_role("button", name="Continue"))
        expect(west.page.get_by_text("The table is paused.")).to_have_count(0)
        director.button("Close")
        open_tab(director, "People")
        director.press(panel.locator("summary", has_text="Time for each call and card"))
        expect(panel.locator(".br-times li")).to_have_count(5)

        def rule(reason: str) -> None:
            director.write(panel.locator("[name='reason']"), reason)
            director.press(panel.get_by_role("button", name="Make the ruling"))
            expect(director.page.locator(".heard[role='log']")).to_contain_text(reason)
            for each in (director, west):
                expect(each.page.locator(".news")).to_contain_text(reason)

        west.button("Call the director")
        west.type("happened", "A lead out of turn")
        west.press(west.page.get_by_role("dialog").locator("button[type='submit']"))
        expect(panel.get_by_role("alert")).to_have_text("Walter calls the director: A lead out of turn")
        director.button("Take back")
        director.write(panel.get_by_label("Cards that stay"), "0")
        rule("A lead out of turn")
        expect(west.page.locator(".br-played")).to_have_count(0)

        company.act(people[WEST], table, bridge.PlayCard(Card("HT")))
        company.do(people[WEST], lambda client: client.act(table, bridge.Claim(13), None))
        company.act(people[SOUTH], table, bridge.Vote(False))
        expect(west.page.locator(".br-notice")).to_contain_text("refused")
        director.button("Play goes on")
        rule("No claim was meant")
        expect(west.page.locator(".br-notice")).to_have_count(0)

        director.button("Award tricks")
        director.write(panel.get_by_label("Declarer's tricks"), "10")
        rule("By agreement")
        result = west.page.locator(".br-result")
        expect(result).to_contain_text("made with 1 over")

        director.button("Artificial score")
        choose(director, panel.get_by_role("combobox", name="North-South"), "average plus")
        choose(director, panel.get_by_role("combobox", name="East-West"), "average minus")
        rule("The board was fouled")
        expect(result).to_contain_text("adjusted by the director")
        expect(result).to_contain_text("North-South average plus, East-West average minus")

        director.button("Assign a score")
        director.write(panel.get_by_label("Weight in percent"), "60")
        director.button("Add an outcome")
        choose(director, panel.get_by_role("combobox", name="Contract").nth(1), "4 Hearts")
        rule("Misinformation")
        expect(result).to_contain_text("60%: 3NT by South, made exactly; 40%: 4♥ by South")
        west.button("Score")
        expect(west.page.get_by_role("dialog")).to_contain_text("Reason: Misinformation")


@pytest.mark.parametrize("phone", [False, True], ids=["at a desk", "on a phone"])
def test_a_player_sees_the_cards_of_the_cut_for_partners_and_the_seat_that_they_gave(
    site: Site, visit: Visit, phone: bool
) -> None:
    people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    table = site.open(people[0], "bridge", options={"scoring": "rubber", "partners": "cut"})
    page = visit(f"#/table/{table}?seat=1", people[1], phone=phone)
    expect(page.locator("[data-seat='1'][data-mine]")).to_have_count(1)
    with Company(site.address) as company:
        for seat in (0, 2, 3):
            company.sit(people[seat], table, seat)
        drawn = page.get_by_role("dialog", name="The cut for partners").locator(".br-drawn")
        expect(drawn).to_have_count(4)
        shown = [
            (each.locator("[data-card]").get_attribute("data-card"), each.locator("> b").inner_text())
            for each in drawn.all()
        ]
        assert [seat for _, seat in shown] == ["North", "South", "East", "West"]
        heights = [("23456789TJQKA".index(card[1]), "CDHS".index(card[0])) for card, _ in shown]
        assert heights == sorted(heights, reverse=True), "expected the highest card in North"
        names = [site.shown(table)["people"]["seats"][seat]["name"] for seat in (0, 2, 1, 3)]
        for place, name in enumerate(names):
            expect(drawn.nth(place).locator("> span").last).to_have_text(name)
        seat, now = shown[names.index("Emil")][1], str((0, 2, 1, 3)[names.index("Emil")])
        expect(page.get_by_role("dialog")).to_contain_text(f"Your seat is now {seat}.")
        page.get_by_role("button", name="To the table").click()
        expect(page.locator(f".br-side.bottom[data-seat='{now}'] .br-plate")).to_contain_text("you")


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
