"""The lobby: newcomers, the list of tables, the opening of tables, invitations, the grid and matches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.qr_reader import modules_of, read
from tests.browser.site import Guest, Site

ROBOTS = dict.fromkeys(("0", "1", "2", "3"), "plain")
PBN = (
    '[Board "7"]\n[Dealer "S"]\n[Vulnerable "All"]\n'
    '[Deal "N:AKQJ.T98.765.432 T987.AKQ.JT9.876 6543.765.AKQ.JT9 2.J432.8432.AKQ5"]\n'
)


@pytest.fixture
def company(site: Site) -> Iterator[Company]:
    """Return the players without a browser."""
    with Company(site.address) as company:
        yield company


def row(page: Any, table: str) -> Any:
    return page.locator(f'[data-table="{table}"]')


def lobby_with(visit: Visit, text: str, guest: Any = None) -> Any:
    """Visit the lobby and search for tables; the other tests have opened many."""
    page = visit("#/", guest)
    page.get_by_label("Search by name").fill(text)
    return page


def choose(page: Any, game: str) -> None:
    """Choose the game that the lobby offers."""
    page.get_by_role("group", name="Game", exact=True).get_by_role("button", name=game).click()


def people_at(site: Site, table: str, guest: Any = None) -> Any:
    return site.shown(table, "public", guest)["people"]


def table_at(page: Any) -> str:
    """Wait until the page shows a table and has taken the seat out of its address, and return the table's id.

    A `goto` before that can end with this change of the address; a `reload` would then show the table again.
    """
    page.wait_for_url(re.compile(r"#/table/[\w-]+$"))
    return str(re.search(r"#/table/([\w-]+)", page.url)[1])  # type: ignore[index]  # the address was awaited


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize(("game", "seat"), [("Bridge", 2), ("Spades", 2), ("Hanabi", 0)])
def test_a_newcomer_chooses_a_name_and_plays_at_once_against_robots(
    visit: Visit, site: Site, game: str, seat: int, phone: bool
) -> None:
    page = visit("#/", phone=phone)
    choose(page, game)
    page.get_by_role("button", name=f"Play with robots: {game}").click()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join").click()
    table = table_at(page)
    expect(page.locator(".people-side")).to_be_visible()
    expect(page.locator(f'[data-seat="{seat}"][data-mine]')).to_have_count(1)
    people = people_at(site, table, _guest_of(page))
    assert people["seats"][seat]["name"] == "Zoë"
    robot = "friendly" if game == "Hanabi" else "sampler"
    assert all(each["robot"] == robot for each in people["seats"] if each["seat"] != seat)


def test_the_strength_of_the_robots_is_chosen_in_plain_words_and_remembered(visit: Visit, site: Site) -> None:
    page = visit("#/")
    page.get_by_text("Speed and robots").click()
    page.get_by_role("combobox", name="Strength of the robots: Bridge").select_option("Beginners")
    choose(page, "Spades")
    page.get_by_role("button", name="Play with robots: Spades").click()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join").click()
    people = people_at(site, table_at(page), _guest_of(page))
    assert [each["robot"] for each in people["seats"]] == ["plain", "plain", None, "plain"]
    page.goto(page.url.split("#")[0] + "#/")
    page.reload()
    page.get_by_text("Speed and robots").click()
    expect(page.get_by_role("combobox", name="Strength of the robots: Spades")).to_have_value("beginner")


def _guest_of(page: Any) -> Guest:
    return Guest(**json.loads(page.evaluate("localStorage['kibitz.guest']")))


def test_a_newcomer_is_asked_for_a_name_only_once(visit: Visit) -> None:
    page = visit("#/")
    page.get_by_role("button", name="Play with robots: Bridge").click()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join").click()
    table_at(page)
    page.goto(page.url.split("#")[0] + "#/")
    choose(page, "Spades")
    page.get_by_role("button", name="Play with robots: Spades").click()
    table_at(page)
    expect(page.get_by_label("Your name")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_the_lobby_leads_back_to_the_table_at_which_the_player_has_a_seat(visit: Visit, phone: bool) -> None:
    page = visit("#/", phone=phone)
    page.get_by_role("button", name="Play with robots: Bridge").click()
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Join").click()
    table = table_at(page)
    expect(page.locator(".br-side.bottom .hand")).to_be_visible()
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_text("You have a seat: Bridge table, South")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    assert table_at(page) == table
    expect(page.locator(".br-side.bottom .hand")).to_be_visible()


def test_the_lobby_leads_back_to_no_table_that_the_player_has_left(visit: Visit, site: Site) -> None:
    ann = site.guest("Ann")
    table = site.open(ann, "bridge", seats={"0": "plain", "1": "plain", "3": "plain"})
    page = visit(f"#/table/{table}?seat=2", ann)
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_role("button", name="Stand up")).to_have_count(0)
    page.get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    while page.evaluate("localStorage['kibitz.table'] !== undefined"):
        page.wait_for_timeout(50)
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(0)


def test_closing_the_question_for_a_name_opens_no_table(visit: Visit) -> None:
    page = visit("#/")
    page.get_by_role("button", name="Play with robots: Bridge").click()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Your name")).to_have_count(0)
    assert page.url.endswith("#/")


def test_a_row_shows_the_seats_the_speed_and_what_watchers_see(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    policy = {"clock": {"kind": "move", "move_ms": 20_000}, "delay": {"ms": 180_000}}
    table = site.open(host, "bridge", name="Slow and open", policy=policy, seats={"0": "plain"})
    visit(f"#/table/{table}?seat=2", site.guest("Ann")).wait_for_selector("[data-mine]")
    shown = row(lobby_with(visit, "Slow and"), table)
    expect(shown).to_contain_text("Slow and open")
    expect(shown).to_contain_text("20 s a move")
    expect(shown).to_contain_text("all hands, 3 min later")
    expect(shown).to_contain_text("Ann")
    expect(shown).to_contain_text("robot (simple)")
    expect(shown).to_contain_text("2 free seats")


def test_the_host_of_a_table_of_robots_alone_reads_that_it_waits_for_a_person(
    visit: Visit, site: Site
) -> None:
    host = site.guest("Host")
    tables = {name: site.open(host, "bridge", name=name, seats=ROBOTS) for name in ("Alone one", "Alone two")}
    pair = site.open(host, "bridge", name="Alone three", seats={"0": "plain"})
    lobby = lobby_with(visit, "Alone", host)
    for table in tables.values():
        expect(row(lobby, table)).to_contain_text("waits for a person")
    expect(row(lobby, pair)).not_to_contain_text("waits for a person")
    page = visit(f"#/table/{tables['Alone one']}", host)
    told = page.get_by_text("Only robots sit here. They play while a person watches or sits here")
    expect(told).to_be_visible()
    expect(row(lobby, tables["Alone one"])).to_contain_text("1 watcher")
    expect(row(lobby, tables["Alone one"])).not_to_contain_text("waits for a person")
    page.get_by_role("button", name="Sit here: South").click()
    page.get_by_role("button", name="Stand up").wait_for()
    expect(told).to_have_count(0)


def test_the_list_of_tables_stays_up_to_date(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = lobby_with(visit, "new table")
    expect(page.get_by_text("No open table matches.")).to_be_visible()
    table = site.open(host, "bridge", name="A new table")
    expect(row(page, table)).to_be_visible()
    visit(f"#/table/{table}?seat=1", site.guest("Late")).wait_for_selector("[data-mine]")
    expect(row(page, table)).to_contain_text("Late")


def test_tables_are_filtered_by_game_and_by_name(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    bridge = site.open(host, "bridge", name="Filter one")
    hanabi = site.open(host, "hanabi", name="Filter two")
    page = lobby_with(visit, "filter")
    expect(row(page, bridge)).to_be_visible()
    page.get_by_role("group", name="Tables of a game").get_by_role("button", name="Hanabi").click()
    expect(row(page, hanabi)).to_be_visible()
    expect(row(page, bridge)).to_have_count(0)
    page.get_by_role("button", name="All games").click()
    page.get_by_label("Search by name").fill("filter ONE")
    expect(row(page, hanabi)).to_have_count(0)
    expect(row(page, bridge)).to_be_visible()
    page.get_by_label("Search by name").fill("nothing has this name")
    expect(page.get_by_text("No open table matches.")).to_be_visible()


def test_further_pages_of_tables_can_be_read(visit: Visit, site: Site) -> None:
    host = site.guest("Many")
    for number in range(52):
        site.open(host, "spades", name=f"paged {number:02}")
    page = lobby_with(visit, "paged")
    expect(page.locator(".lobby-row h4").filter(has_not_text="paged")).to_have_count(0)
    expect(page.locator(".lobby-row")).to_have_count(50)
    page.get_by_role("button", name="More tables").click()
    expect(page.locator(".lobby-row")).to_have_count(52)
    page.wait_for_timeout(2_500)  # the first page is read again, and the second one stays
    expect(page.locator(".lobby-row")).to_have_count(52)


def test_a_free_seat_is_taken_from_the_lobby(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", name="Come in", seats={"0": "plain"})
    page = lobby_with(visit, "Come in", site.guest("Ann"))
    row(page, table).locator('a[href$="seat=3"]').click()
    expect(page.locator('[data-seat="3"][data-mine]')).to_have_count(1)
    assert people_at(site, table)["seats"][3]["name"] == "Ann"


def test_a_player_who_has_stood_up_does_not_sit_down_again_with_a_reload(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats={"0": "plain"})
    page = visit(f"#/table/{table}?seat=3", site.guest("Ann"))
    page.get_by_role("button", name="Stand up").click()
    expect(page.locator("[data-mine]")).to_have_count(0)
    page.reload()
    expect(page.locator('.br-side[data-seat="3"]')).to_be_visible()
    expect(page.locator("[data-mine]")).to_have_count(0)


def test_a_table_is_opened_with_options_and_a_friend_sits_down_by_the_link(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    page.get_by_role("button", name="Open a table: Bridge").click()
    window = page.get_by_role("dialog")
    window.get_by_role("radio", name="As at a club").check()
    window.get_by_role("button", name="All other seats free").click()
    window.get_by_role("radio", name="Everyone with the link").check()
    window.get_by_label("Name of the table").fill("Club night")
    window.get_by_text("All rules of the game").click()
    window.get_by_text("What players see", exact=True).click()
    window.get_by_role("checkbox", name="Dummy sees declarer's hand").check()
    window.get_by_role("button", name="Open the table").click()
    table = table_at(page)
    expect(page.locator('[data-seat="2"][data-mine]')).to_have_count(1)
    shown = site.shown(table, "public", host)
    assert (shown["name"], shown["policy"]["access"]) == ("Club night", "private")
    assert shown["policy"]["clock"] == {"kind": "none"}
    assert [each["robot"] for each in shown["people"]["seats"]] == [None] * 4

    page.get_by_role("button", name="Invite").click()
    page.get_by_label("To which seat?").select_option(value="0")
    link = page.get_by_role("textbox", name="Link to this table").input_value()
    friend = visit("#/" + link.split("#/")[1])
    friend.get_by_label("Your name").fill("Friend")
    friend.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(friend.locator('[data-seat="0"][data-mine]')).to_have_count(1)
    assert people_at(site, table, host)["seats"][0]["name"] == "Friend"


def test_the_qr_code_of_an_invitation_has_the_link(visit: Visit, site: Site) -> None:
    table = site.open(site.guest("Host"), "bridge", seats={"0": "plain"})
    page = visit(f"#/table/{table}", site.guest("Ann"))
    page.get_by_role("button", name="Invite").click()
    for option, seat in ((0, ""), (3, "2")):
        page.get_by_label("To which seat?").select_option(index=option)
        link = page.get_by_role("textbox", name="Link to this table").input_value()
        drawing = page.get_by_role("img", name="QR code of the link")
        size = int(drawing.get_attribute("viewBox").split()[2])
        assert read(modules_of(drawing.locator("path").get_attribute("d"), size)) == link
        assert link == f"{site.address}/#/table/{table}" + (f"?seat={seat}" if seat else "")


def test_a_variant_of_hanabi_is_found_by_words_and_built_from_parts(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    choose(page, "Hanabi")
    page.get_by_role("button", name="Open a table: Hanabi").click()
    window = page.get_by_role("dialog")
    window.get_by_text("All rules of the game").click()
    window.get_by_label("Search among 2,426 variants").fill("omni six")
    expect(window.get_by_text("No variant is built like this.")).to_be_visible()
    window.get_by_label("Search among 2,426 variants").fill("omni 6")
    expect(window.get_by_role("button", name="Omni (6 Suits)", exact=True)).to_be_visible()
    window.get_by_label("Search among 2,426 variants").fill("")
    window.get_by_role("combobox", name="Suits", exact=True).select_option("4")
    window.get_by_label("Part 1").select_option("Sudoku")
    window.get_by_label("Part 2").select_option("Pink")
    window.get_by_role("button", name="Sudoku & Pink (4 Suits)").click()
    window.get_by_role("button", name="Open the table").click()
    table = table_at(page)
    options = site.view(table, "public", host)["pub"]["options"]
    assert options["variant"] == "Sudoku & Pink (4 Suits)"


def test_a_table_of_hanabi_has_as_many_seats_as_players(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    choose(page, "Hanabi")
    page.get_by_role("button", name="Open a table: Hanabi").click()
    window = page.get_by_role("dialog")
    for _ in range(2):
        window.get_by_role("button", name="Number of players: more").or_(
            window.locator(".option-stepper").first.get_by_role("button").last
        ).first.click()
    expect(window.locator(".lobby-seat-choices li")).to_have_count(5)
    window.get_by_role("radio", name="Six suits").check()
    expect(window.locator(".lobby-seat-choices li")).to_have_count(5)
    window.get_by_role("button", name="Open the table").click()
    table = table_at(page)
    pub = site.view(table, "public", host)["pub"]
    assert (pub["options"]["players"], pub["options"]["variant"]) == (5, "6 Suits")


def test_a_table_plays_the_deals_of_a_file_and_a_refused_file_loses_nothing_of_the_form(
    visit: Visit, site: Site
) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    page.get_by_role("button", name="Open a table: Bridge").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name of the table").fill("Kept")
    window.get_by_text("Deals from a file", exact=True).click()
    window.get_by_label("File of boards").set_input_files(
        {"name": "boards.pbn", "mimeType": "text/plain", "buffer": b"no boards at all"}
    )
    window.get_by_role("button", name="Open the table").click()
    expect(window.get_by_role("alert")).to_contain_text("expected PBN")
    expect(window.get_by_label("Name of the table")).to_have_value("Kept")
    window.get_by_label("File of boards").set_input_files(
        {"name": "boards.pbn", "mimeType": "text/plain", "buffer": PBN.encode()}
    )
    window.get_by_role("button", name="Open the table").click()
    table = table_at(page)
    page.wait_for_selector("[data-seat='2'] .card")
    assert site.view(table, "public", host)["pub"]["board"] == 7


def test_tables_chosen_in_the_lobby_are_watched_together(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    tables = [site.open(host, "bridge", name=f"Grid {each}", seats=ROBOTS) for each in "ab"]
    page = lobby_with(visit, "Grid")
    for table in tables:
        row(page, table).get_by_role("checkbox").check()
    page.get_by_role("button", name="Watch together").click()
    page.wait_for_url(f"**/#/tables/{tables[0]},{tables[1]}")
    for table in tables:
        expect(row(page, table)).to_contain_text("robot (simple)")
        assert table not in (row(page, table).text_content() or ""), "expected names and no id"
    row(page, tables[0]).get_by_role("button", name="Remove Grid a (1) from this page").click()
    page.wait_for_url(f"**/#/tables/{tables[1]}")


def test_a_match_is_opened_and_both_its_rooms_are_shown(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    page.get_by_role("button", name="Open a table: Bridge").click()
    window = page.get_by_role("dialog")
    window.get_by_role("button", name="Only robots; I watch").click()
    expect(window).to_contain_text("They play while a person watches or sits here, and wait otherwise.")
    window.get_by_text("A match of two tables").click()
    window.get_by_role("checkbox", name="Open two tables").check()
    window.get_by_role("button", name="Open both tables").click()
    page.wait_for_url(re.compile(r"#/match/[\w-]+,[\w-]+$"))
    for room in ("Open room", "Closed room"):
        expect(page.get_by_role("region", name=room, exact=True)).to_contain_text("North robot")
    expect(page.get_by_role("heading", level=1)).to_have_text("Match")
    expect(page.get_by_role("region", name="Score of the match")).to_contain_text("0 IMP")
    expect(page.get_by_role("region", name="Commentary")).to_be_visible()
    late = page.get_by_text("Watchers see a board once both rooms have finished it.")
    expect(late).to_be_visible()
    page.get_by_role("region", name="Closed room", exact=True).get_by_role("link").click()
    expect(late).to_have_count(2)
    appoints_dirk_in_both_rooms(page, visit, site, host)
    page.get_by_role("link", name="Both rooms of the match").click()
    page.wait_for_url(re.compile(r"#/match/[\w-]+,[\w-]+$"))


def appoints_dirk_in_both_rooms(page: Any, visit: Visit, site: Site, host: Guest) -> None:
    """Let the host make a watcher of this room the director of both rooms, and take the office away."""
    dirk, here = site.guest("Dirk"), table_at(page)
    expect(visit(f"#/table/{here}", dirk).locator(".br-felt")).to_be_visible()
    rooms = (here, here[:-1] + ("o" if here.endswith("c") else "c"))
    page.get_by_role("button", name="Manage table").click()
    window = page.get_by_role("dialog")
    window.get_by_text("Officials", exact=True).click()
    window.get_by_role("combobox", name="Player", exact=True).last.select_option("Dirk")
    window.get_by_role("button", name="Make director").click()
    window.get_by_role("button", name="Remove Dirk from the list").wait_for()
    for room in rooms:  # The other room is asked after this one.
        while site.shown(room, guest=host)["people"]["directors"] != [dirk.id]:
            page.wait_for_timeout(50)
    window.get_by_role("button", name="Remove Dirk from the list").click()
    expect(window.get_by_role("button", name="Remove Dirk from the list")).to_have_count(0)
    page.keyboard.press("Escape")


def test_a_german_form_writes_numbers_with_a_comma(visit: Visit, site: Site) -> None:
    page = visit("#/", site.guest("Ann"), language="de")
    page.get_by_role("button", name="Tisch eröffnen: Bridge").click()
    page.get_by_text("Leute und Zeit im Einzelnen").click()
    page.get_by_text("Roboter und Abwesende").click()
    expect(page.get_by_role("dialog")).to_contain_text("0,3 s")


def test_the_lobby_shows_a_table_that_people_play_and_who_is_here(
    visit: Visit, site: Site, company: Company
) -> None:
    people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
    table = site.open(people[0], "bridge", name="Full house")
    for seat, guest in enumerate(people):
        company.sit(guest, table, seat)
    page = visit("#/")
    picture = page.locator(f'[data-live="{table}"]')
    expect(picture.locator(".br-mini")).to_be_visible()
    expect(picture).to_contain_text("Walter")
    here = page.get_by_role("region", name="People here now")
    for guest in people:
        expect(here).to_contain_text(guest.name)
    choose(page, "Spades")
    expect(picture).to_have_count(0)
    choose(page, "Bridge")
    picture.get_by_role("link", name="Watch").click()
    assert table_at(page) == table


def test_a_guest_reads_who_invites_to_what_before_choosing_a_name(
    visit: Visit, site: Site, company: Company
) -> None:
    ann = site.guest("Ann")
    table = site.open(
        ann, "bridge", name="After supper", options={"scoring": "rubber"}, policy={"access": "private"}
    )
    company.sit(ann, table, 0)
    page = visit(f"#/table/{table}?seat=2")
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("Ann invites you to a table of Bridge.")
    expect(window).to_contain_text("After supper")
    expect(window).to_contain_text("Rubber")
    window.get_by_label("Your name").fill("Bo")
    window.get_by_role("button", name="Join").click()
    expect(page.locator('[data-seat="2"][data-mine]')).to_have_count(1)
    page.get_by_role("button", name="Invite", exact=True).click()
    # This server listens on a loopback address, where no friend reaches it.
    expect(page.get_by_role("dialog")).to_contain_text("kibitz serve --host 0.0.0.0")


def test_a_player_waits_for_others_and_is_seated_with_them(
    visit: Visit, site: Site, company: Company
) -> None:
    page = visit("#/", site.guest("Ann"), phone=True)
    page.get_by_role("button", name="Play now: Bridge").click()
    told = page.locator(".lobby-waiting")
    expect(told).to_contain_text("You wait for 3 others.")
    expect(told).to_contain_text(re.compile(r"Robots fill the table in 0:[23]\d"))
    page.get_by_role("button", name="Stop waiting").click()
    page.get_by_role("button", name="Play now: Bridge").click()
    for name in ("Bo", "Cy"):
        company.queue(site.guest(name), "bridge")
    expect(told).to_contain_text("3 of 4 players are here.")
    last = company.queue(site.guest("Di"), "bridge")
    assert table_at(page) == last.result(10)
    expect(page.locator("[data-mine]")).to_have_count(1)


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_lobby_and_the_opening_of_a_table_need_no_sideways_scrolling(
    visit: Visit, site: Site, width: int
) -> None:
    page = visit("#/", site.guest("Host"), phone=width < 1000)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_selector(".lobby-none, .lobby-group")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for game in ("Bridge", "Hanabi"):
        choose(page, game)
        page.get_by_role("button", name=f"Open a table: {game}").click()
        # The form comes with a part of its own.
        page.locator("dialog summary").first.wait_for()
        for each in page.get_by_role("dialog").locator("summary").all():
            each.click()
        dialog = "document.querySelector('dialog')"
        assert page.evaluate(f"{dialog}.scrollWidth - {dialog}.clientWidth") <= 0
        page.keyboard.press("Escape")
