"""The side of a table: seats, chat, requests to see a hand, and the tools of the host and the directors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.site import Guest, Site

EAST_WEST = {"1": "plain", "3": "plain"}


def seat(page: Any, number: int) -> Any:
    return page.locator(f'.people-seats [data-seat="{number}"]')


def chair(page: Any, number: int) -> Any:
    """Return the place of a seat at the table of bridge."""
    return page.locator(f'.br-side[data-seat="{number}"]')


def seated(visit: Visit, site: Site, table: str, names: dict[int, Guest], **how: Any) -> dict[int, Any]:
    """Return the pages of players who have sat down, by seat."""
    pages = {number: visit(f"#/table/{table}?seat={number}", guest, **how) for number, guest in names.items()}
    for number, page in pages.items():
        expect(page.locator(f'[data-seat="{number}"][data-mine]')).to_have_count(1)
    return pages


def say(page: Any, text: str, to: str | None = None) -> None:
    if to is not None:
        page.get_by_role("combobox", name="To", exact=True).select_option(value=to)
    page.get_by_label("Write a message").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Write a message")).to_have_value("")


def chat(page: Any) -> Any:
    return page.get_by_role("list", name="Chat")


def expect_circles(page: Any, circles: list[str]) -> None:
    """Expect these circles to be offered for a line of chat."""
    expect(page.get_by_role("combobox", name="To", exact=True).locator("option")).to_have_text(circles)


def test_a_line_reaches_only_the_people_to_whom_it_is_written(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge")
    names = {number: site.guest(name) for number, name in enumerate(("Nora", "Emil", "Sven", "Wim"))}
    pages = seated(visit, site, table, names)
    watcher = visit(f"#/table/{table}", site.guest("Watcher"))
    frames: list[str] = []
    watcher.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    watcher.reload()
    expect(seat(watcher, 0)).to_contain_text("Nora")

    expect_circles(pages[2], ["the table", "opponents", "watchers"])
    say(pages[2], "my 2C is artificial", "opponents")
    say(pages[2], "nice to watch, is it?", "kibitzers")
    say(pages[2], "hello all", "table")
    for number in range(4):
        expect(chat(pages[number])).to_contain_text("hello all")
    expect(chat(watcher)).to_contain_text("hello all")
    for number in (1, 3):
        expect(chat(pages[number])).to_contain_text("to opponents")
        expect(chat(pages[number])).to_contain_text("my 2C is artificial")
    for page in (pages[0], watcher):
        expect(chat(page)).not_to_contain_text("artificial")
    assert frames and not any("artificial" in frame for frame in frames)

    say(watcher, "they have a slam")
    expect(chat(watcher)).to_contain_text("they have a slam")
    say(pages[0], "thanks")
    expect(chat(pages[1])).to_contain_text("thanks")
    for number in range(4):
        expect(chat(pages[number])).not_to_contain_text("slam")


def test_a_table_without_opponents_offers_no_line_to_opponents(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "hanabi", seats={"1": "plain", "2": "plain"})
    page = seated(visit, site, table, {0: site.guest("Ann")})[0]
    expect_circles(page, ["the table", "watchers"])


def test_on_a_phone_the_tab_of_the_chat_counts_the_lines_that_were_not_seen(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats=EAST_WEST)
    north = seated(visit, site, table, {0: site.guest("Nora")})[0]
    south = seated(visit, site, table, {2: site.guest("Sven")}, phone=True)[2]
    tab = south.locator(".people-tabs").get_by_role("button", name=re.compile("^Chat"))
    expect(tab).to_have_accessible_name("Chat")
    say(north, "one")
    say(north, "two")
    expect(tab).to_have_accessible_name("Chat 2 new messages")
    tab.tap()
    expect(chat(south)).to_contain_text("two")
    expect(tab).to_have_accessible_name("Chat")
    say(south, "three")
    expect(chat(north)).to_contain_text("three")
    south.keyboard.press("Escape")
    expect(chat(south)).to_be_hidden()


def test_a_watcher_asks_to_see_a_hand_and_sees_it_once_the_player_allows_it(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats=EAST_WEST, policy={"robot_ms": 60_000})
    players = seated(visit, site, table, {0: site.guest("Nora"), 2: site.guest("Sven")})
    watcher = visit(f"#/table/{table}", site.guest("Watcher"))
    watcher.get_by_text("Ask to see a hand").click()
    watcher.get_by_role("button", name=re.compile("Ask Sven")).click()
    expect(watcher.get_by_text(re.compile("Sven .*is asked to show the hand")).first).to_be_visible()
    expect(watcher.locator(".toast")).to_have_count(0)
    expect(players[0].get_by_text("wants to see your hand")).to_have_count(0)
    notice = players[2].locator(".people-notice").filter(has_text="Watcher wants to see your hand.")
    notice.get_by_role("button", name="Allow").click()
    expect(notice).to_have_count(0)
    expect(watcher.locator(".people-looks")).to_contain_text(re.compile("You see: the hand of Sven"))


def test_an_ignored_request_shows_no_hand(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats=EAST_WEST, policy={"robot_ms": 60_000})
    players = seated(visit, site, table, {0: site.guest("Nora"), 2: site.guest("Sven")})
    watcher = visit(f"#/table/{table}", site.guest("Watcher"))
    watcher.get_by_text("Ask to see a hand").click()
    watcher.get_by_role("button", name=re.compile("Ask Sven")).click()
    players[2].get_by_role("button", name="Ignore").click()
    expect(players[2].locator(".people-notice")).to_have_count(0)
    say(players[2], "later, please")
    expect(chat(watcher)).to_contain_text("later, please")
    expect(watcher.locator(".people-looks")).not_to_contain_text(re.compile("You see.*the hand of Sven"))


def test_a_watcher_without_a_name_is_asked_for_one_before_sitting_down(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats={"0": "plain"})
    page = visit(f"#/table/{table}")
    expect(page.get_by_role("combobox", name="To", exact=True)).to_have_count(0)
    chair(page, 1).get_by_role("button").click()
    page.get_by_label("Your name").fill("Late Guest")
    page.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(seat(page, 1)).to_contain_text("Late Guest")
    expect(seat(page, 1)).to_contain_text("you")


def test_a_player_cannot_choose_the_name_of_a_robot(visit: Visit, site: Site) -> None:
    page = visit(f"#/table/{site.open(site.guest('Host'), 'bridge', seats={'0': 'plain'})}")
    chair(page, 1).get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("sampler:quick")
    dialog.get_by_role("button", name="Join").click()
    expect(dialog.get_by_role("alert")).to_have_text("A robot has this name. Please choose another one.")
    dialog.get_by_label("Your name").fill("Sampler")
    dialog.get_by_role("button", name="Join").click()
    expect(seat(page, 1)).to_contain_text("Sampler")


def test_watchers_of_open_hands_choose_what_they_see(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats=EAST_WEST, policy={"hands": "live"})
    seated(visit, site, table, {2: site.guest("Sven")})
    watcher = visit(f"#/table/{table}", site.guest("Watcher"))
    expect(watcher.get_by_text("Watchers see all hands at once.")).to_be_visible()
    look = watcher.get_by_role("combobox", name="You see")
    look.select_option(value="all")
    expect(look).to_have_value("all")
    look.select_option(value="2")
    expect(look).to_have_value("2")
    assert seat(watcher, 2).get_attribute("data-mine") is None


def test_on_a_phone_a_host_who_waits_for_players_sees_the_seats_and_the_invitation(
    visit: Visit, site: Site
) -> None:
    ann = site.guest("Ann")
    table = site.open(ann, "bridge", seats=EAST_WEST)
    page = visit(f"#/table/{table}?seat=2", ann, phone=True)
    expect(page.get_by_role("button", name="Invite", exact=True)).to_be_visible()
    ben = visit(f"#/table/{table}?seat=0", site.guest("Ben"))
    expect(ben.locator(".hand").first).to_be_visible()
    expect(page.get_by_role("button", name="Invite", exact=True)).not_to_be_visible()


class Hosted:
    """A table with its host in South, another player in North, and a robot in East or other robots."""

    def __init__(self, visit: Visit, site: Site, *, robots: dict[str, str] | None = None, **how: Any) -> None:
        self.site = site
        self.host_guest, self.north_guest = site.guest("Hanna"), site.guest("Nora")
        policy = {"clock": {"kind": "move", "move_ms": 600_000}}
        self.table = site.open(self.host_guest, "bridge", seats=robots or {"1": "plain"}, policy=policy)
        pages = seated(visit, site, self.table, {2: self.host_guest, 0: self.north_guest}, **how)
        self.host, self.north = pages[2], pages[0]

    @property
    def people(self) -> Any:
        return self.site.shown(self.table, guest=self.host_guest)["people"]

    @property
    def shown(self) -> Any:
        return self.site.shown(self.table, guest=self.host_guest)

    def tools(self) -> Any:
        self.host.get_by_role("button", name="Manage table", exact=True).click()
        return self.host.get_by_role("dialog")


@pytest.mark.parametrize("phone", [False, True])
def test_the_host_pauses_the_table_and_every_player_is_told(visit: Visit, site: Site, phone: bool) -> None:
    at = Hosted(visit, site, phone=phone)
    at.tools().get_by_role("button", name="Pause").click()
    expect(at.north.get_by_text("The table is paused.")).to_be_visible()
    expect(at.north.get_by_role("button", name="Continue")).to_have_count(0)
    at.host.keyboard.press("Escape")
    at.host.locator(".people-notice").get_by_role("button", name="Continue").click()
    expect(at.north.get_by_text("The table is paused.")).to_have_count(0)


def test_the_host_gives_seats_to_robots_and_frees_seats(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    rows = tools.locator(".people-tool")
    rows.nth(3).get_by_role("combobox").first.select_option("plain")
    expect(seat(at.north, 3)).to_contain_text("robot (simple)")
    rows.nth(1).get_by_role("combobox").first.select_option("")
    expect(seat(at.north, 1)).to_contain_text("free")
    rows.nth(0).get_by_role("button", name="Free the seat").click()
    expect(at.north.locator("[data-mine]")).to_have_count(0)
    assert at.people["seats"][0]["player"] is None


def test_the_host_sends_a_player_away(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    tools.get_by_text("Guests", exact=True).click()
    player = tools.get_by_role("combobox", name="Player", exact=True).first
    player.select_option("Another player…")
    tools.get_by_label("Name or id of a player").fill("no such name")
    tools.get_by_role("button", name="Send away").click()
    expect(tools.get_by_role("alert")).to_contain_text("no such name")
    player.select_option("Nora")
    tools.get_by_role("button", name="Send away").click()
    expect(tools.get_by_role("button", name=re.compile("Remove .* from the list"))).to_be_visible()
    expect(at.north.get_by_text("You may not follow this table.")).to_be_visible()
    expect(at.north.get_by_text("This table is closed.")).to_have_count(0)
    assert at.shown["unwelcome"] == [at.north_guest.id]
    assert at.people["seats"][0]["player"] is None
    tools.get_by_role("button", name=re.compile("Remove .* from the list")).click()
    expect(tools.get_by_role("button", name=re.compile("Remove .* from the list"))).to_have_count(0)
    assert at.shown["unwelcome"] == []


def test_the_host_hands_the_table_over(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    tools.get_by_text("Officials", exact=True).click()
    tools.get_by_role("combobox", name="Player", exact=True).last.select_option("Nora")
    tools.get_by_role("button", name="Hand the table over").click()
    expect(seat(at.north, 0)).to_contain_text("host")
    assert at.people["host"] == at.north_guest.id


def test_players_agree_before_a_director_sees_their_hands(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site, robots=EAST_WEST)
    director = site.guest("Dirk")
    page = visit(f"#/table/{at.table}", director)
    expect(page.locator(".people-facts").first).to_be_visible()
    tools = at.tools()
    tools.get_by_text("Officials", exact=True).click()
    tools.get_by_role("combobox", name="Player", exact=True).last.select_option("Dirk")
    tools.get_by_role("button", name="Make director").click()
    expect(tools.get_by_role("alert")).to_contain_text("asks Nora")
    asked = at.north.locator(".people-notice").filter(has_text="make Dirk director")
    asked.get_by_role("button", name="Agree", exact=True).click()
    expect(asked).to_have_count(0)
    tools.get_by_role("button", name="Make director").click()
    expect(tools.get_by_role("button", name=re.compile("Remove .* from the list"))).to_be_visible()
    assert at.people["directors"] == [director.id]
    page.get_by_role("combobox", name="You see").select_option(value="director")
    expect(page.get_by_role("combobox", name="You see")).to_have_value("director")
    page.get_by_role("button", name="Director", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("as a director")
    expect_circles(at.north, ["the table", "opponents", "watchers", "director"])


def test_the_host_changes_the_rules_of_the_table(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    tools.get_by_text("Who may come", exact=True).click()
    tools.get_by_role("radio", name="invited players").first.check()
    tools.get_by_text("Robots and absent players", exact=True).click()
    tools.get_by_role("combobox", name="Time of a robot for a move").select_option("300")
    tools.get_by_role("button", name="Save the rules").click()
    expect(tools.get_by_text("Saved")).to_be_visible()
    policy = at.shown["policy"]
    assert (policy["access"], policy["robot_ms"]) == ("invited", 300)
    assert policy["clock"] == {"kind": "move", "move_ms": 600_000}


def tick(form: Any, name: str) -> None:
    form.get_by_role("checkbox", name=name).click()


def write(form: Any, name: str, value: int) -> None:
    field = form.get_by_role("textbox", name=name)
    field.fill(str(value))
    field.press("Tab")


OPTIONS: dict[str, tuple[dict[str, Any], Callable[[Any], None], dict[str, Any]]] = {
    "bridge": ({"scoring": "rubber"}, lambda form: tick(form, "Honours count"), {"honours": False}),
    "spades": (
        {"preset": "whiz", "target": 300},
        lambda form: write(form, "Points to win", 350),
        {"target": 350},
    ),
    "hanabi": ({"players": 4, "variant": "6 Suits"}, lambda form: tick(form, "Speedrun"), {"speedrun": True}),
}
"""Options with which a table is opened, what its host does with them, and what is another option then."""


@pytest.mark.parametrize("game", OPTIONS)
def test_the_host_changes_the_options_of_the_game_until_the_first_deal(
    visit: Visit, site: Site, game: str
) -> None:
    options, do, changed = OPTIONS[game]
    host = site.guest("Host")
    table = site.open(host, game, options=options)
    before = site.shown(table)["options"]
    page = visit(f"#/table/{table}", host)
    page.get_by_role("button", name="Manage table", exact=True).click()
    form = page.get_by_role("region", name="Options of the game")
    form.locator("details").first.wait_for()
    closed = form.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    do(form)
    form.get_by_role("button", name="Save the options").click()
    form.get_by_text("Saved").wait_for()
    assert site.shown(table)["options"] == {**before, **changed}
    for row in page.locator(".people-tool").all():
        row.get_by_role("combobox").first.select_option("plain")
    for _ in range(200):
        if site.shown(table)["begun"]:
            break
        page.wait_for_timeout(50)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Manage table", exact=True).click()
    page.get_by_text("could be changed until the first deal").wait_for()
    expect(form.get_by_role("button", name="Save the options")).to_have_count(0)


@pytest.mark.parametrize("game", OPTIONS)
def test_after_the_first_deal_the_host_opens_a_new_table_with_the_same_options(
    visit: Visit, site: Site, game: str
) -> None:
    options = OPTIONS[game][0]
    host = site.guest("Host")
    seats = {str(seat): "plain" for seat in range(int(str(options.get("players", 4))))}
    policy = {"access": "private", "robot_ms": 60_000, "clock": {"kind": "move", "move_ms": 77_000}}
    table = site.open(host, game, options=options, seats=seats, policy=policy)
    page = visit(f"#/table/{table}", host)
    page.get_by_role("button", name="Manage table", exact=True).click()
    page.get_by_role("button", name="Open a new table with these options").click()
    window = page.get_by_role("dialog")
    expect(window).to_have_count(1)
    window.get_by_role("button", name="Open the table").click()
    page.wait_for_function(
        "id => !location.hash.includes(id) && location.hash.includes('/table/')", arg=table
    )
    opened = page.evaluate("location.hash.match(/table\\/([^?]+)/)[1]")
    before, after = site.shown(table, guest=host), site.shown(opened, guest=host)
    assert (after["options"], after["policy"]) == (before["options"], before["policy"])


def test_an_uninvited_player_learns_what_to_send_and_is_invited(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    tools.get_by_text("Who may come", exact=True).click()
    tools.get_by_role("radio", name="invited players").first.check()
    tools.get_by_role("button", name="Save the rules").click()
    expect(tools.get_by_text("Saved")).to_be_visible()
    friend = visit(f"#/table/{at.table}", site.guest("Fritz"))
    expect(friend.get_by_text("Send the host your id")).to_be_visible()
    player = friend.get_by_role("textbox", name="Your id").input_value()
    tools.get_by_text("Guests", exact=True).click()
    tools.get_by_role("combobox", name="Player", exact=True).first.select_option("Another player…")
    tools.get_by_label("Name or id of a player").fill(player)
    tools.get_by_role("button", name="Invite", exact=True).click()
    expect(tools.get_by_role("button", name=re.compile("Remove .* from the list"))).to_be_visible()
    friend.get_by_role("button", name="Try again").click()
    chair(friend, 3).get_by_role("button").click()
    expect(seat(friend, 3)).to_contain_text("Fritz")


def test_the_host_ends_the_table_only_after_a_second_press(visit: Visit, site: Site) -> None:
    at = Hosted(visit, site)
    tools = at.tools()
    tools.get_by_role("button", name="End this table").click()
    tools.get_by_role("button", name="Cancel").click()
    expect(tools.get_by_role("button", name="End this table")).to_be_visible()
    tools.get_by_role("button", name="End this table").click()
    tools.get_by_role("button", name="End the table").click()
    expect(at.north.get_by_text("This table is closed.")).to_be_visible()


def test_a_player_whose_time_has_run_out_takes_over_from_the_robot(visit: Visit, site: Site) -> None:
    policy = {
        "clock": {"kind": "move", "move_ms": 1_500},
        "expiry": "robot",
        "robot_ms": 300,
        "warn_ms": 1_000,
    }
    table = site.open(
        site.guest("Host"), "spades", seats={"1": "plain", "2": "plain", "3": "plain"}, policy=policy
    )
    page = seated(visit, site, table, {0: site.guest("Slow")})[0]
    notice = page.locator(".people-notice").filter(has_text="a robot plays for you")
    notice.get_by_role("button", name="Take over").click()
    expect(notice).to_have_count(0)


@pytest.mark.parametrize("width", [360, 390, 768])
def test_the_side_of_a_table_needs_no_sideways_scrolling(visit: Visit, site: Site, width: int) -> None:
    table = site.open(site.guest("Host"), "bridge", seats=EAST_WEST)
    page = seated(visit, site, table, {2: site.guest("A name of a player that is rather long")}, phone=True)[
        2
    ]
    page.set_viewport_size({"width": width, "height": 800})
    menu, name = (page.locator(part).bounding_box() for part in (".head nav", ".head .person"))
    assert menu["x"] + menu["width"] <= name["x"], "expected a long name beside the menu, not over it"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("People", "Chat"):
        page.locator(".people-tabs").get_by_role("button", name=re.compile(f"^{tab}")).tap()
        side = "document.querySelector('.people-side')"
        assert page.evaluate(f"{side}.scrollWidth - {side}.clientWidth") <= 0


@pytest.mark.parametrize("phone", [False, True], ids=["on a desk", "on a phone"])
def test_a_newcomer_sits_down_in_mid_deal_once_the_player_agrees(
    visit: Visit, site: Site, phone: bool
) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    robots = {str(number): "plain" for number in (0, 1, 3)}
    table = site.open(ann, "bridge", seats=robots, policy={"robot_ms": 600_000})
    player = seated(visit, site, table, {2: ann})[2]
    newcomer = visit(f"#/table/{table}", bob, phone=phone)
    newcomer.locator('.br-side[data-seat="3"]').get_by_role("button", name="Sit here: West").click()
    expect(
        newcomer.locator("#main").get_by_text(
            "The players of this deal are asked whether you may take the seat West"
        )
    ).to_be_visible()
    expect(
        player.locator("#main").get_by_text("Bob wants to take the seat West in this deal")
    ).to_be_visible()
    player.get_by_role("button", name="Agree", exact=True).click()
    expect(newcomer.locator(".br-side.bottom .br-plate")).to_contain_text("Bob")
    expect(
        newcomer.locator("#main").get_by_text("The players of this deal are asked").filter(visible=True)
    ).to_have_count(0)
    # Chromium laid the own plate over that of the player on the left, where it had been before.
    plates = [plate.bounding_box() for plate in newcomer.locator(".br-plate").all()]
    assert len({(box["x"], box["y"]) for box in plates}) == 4
