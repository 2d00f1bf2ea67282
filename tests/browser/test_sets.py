"""Several tables with the same boards: opened by the form, played by robots, and compared on their page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from protocol.v1.bridge import Call, MakeCall
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.scenes import ROBOTS, Stage, bid, set_over
from tests.browser.site import Guest, Site

SECRET = "Watchers see a board once every table of the set has played it."


def test_the_form_opens_two_tables_whose_robots_play_and_are_compared(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    page = visit("#/", host)
    page.get_by_role("button", name="Open a table: Bridge").click()
    window = page.get_by_role("dialog")
    window.get_by_role("button", name="Only robots; I watch").click()
    for seat in ("North", "East", "South", "West"):
        window.get_by_role("combobox", name=f"Player of {seat}").select_option("robot: beginner")
    window.get_by_label("Name of the table").fill("Tuesday")
    window.get_by_text("People and time, in detail").click()
    window.get_by_text("Robots and absent players").click()
    window.get_by_role("combobox", name="Time of a robot for a move").select_option(index=0)
    window.get_by_text("A match of two tables").click()
    match = window.get_by_role("checkbox", name="Open two tables")
    match.check()
    window.get_by_text("Several tables with the same boards").click()
    tables = window.get_by_role("group", name="Tables that play these boards")
    tables.get_by_role("button", name="Tables that play these boards: more").click()
    expect(match).not_to_be_checked()
    number = window.get_by_role("group", name="Number of boards").last.get_by_role("textbox")
    number.fill("1")
    number.press("Tab")
    window.get_by_role("button", name="Open 2 tables").click()
    page.wait_for_url(re.compile(r"#/set/[\w-]+$"))
    board_set = page.url.rpartition("/")[2]
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday")
    expect(page.get_by_role("heading", name="No board can be compared yet")).to_be_visible()
    expect(page.get_by_role("combobox", name="Scoring")).to_have_count(0)
    opened = [each["table"] for each in site.set_shown(board_set, host)["tables"]]
    assert len(opened) == 2
    for place, table in enumerate(opened, 1):
        link = page.get_by_role("textbox", name=f"Link to Table {place}")
        expect(link).to_have_value(f"{site.address}/#/table/{table}")
        expect(page.get_by_role("link", name=f"Table {place}")).to_have_attribute("href", f"#/table/{table}")
    expect(page.get_by_role("textbox", name="Link to this comparison")).to_have_value(page.url)
    # Robots play while a person watches.
    page.get_by_role("link", name="Watch the tables side by side").click()
    for table in opened:
        for seat in ("North", "East", "South", "West"):
            expect(page.locator(f"[data-table='{table}']")).to_contain_text(f"{seat} robot (simple)")
    site.compared(board_set, host, 1)
    page.go_back()
    for side in ("North-South", "East-West"):
        ranking = page.get_by_role("region", name=side, exact=True)
        expect(ranking.get_by_role("cell", name="1=")).to_have_count(2)
        expect(ranking.get_by_role("rowheader")).to_have_text(["RobotsTable 1", "RobotsTable 2"])
    expect(page.locator("[data-board='1'] tbody tr")).to_have_count(2)
    expect(page.locator("[data-board]")).to_have_count(1)


def robots_have_played(stage: Stage, boards: int = 2) -> tuple[str, Guest]:
    """Let robots play boards at two tables; return the address of the comparison, and the host."""
    at, host = set_over(stage, 2, boards)
    assert host is not None
    return at.partition("?")[0], host


def test_rankings_and_travellers_are_shown_by_every_scoring(visit: Visit, site: Site) -> None:
    with Company(site.address) as company:
        at, host = robots_have_played(Stage(site, company))
    page = visit(at, host)
    expect(page.get_by_text("2 tables, 2 boards compared")).to_be_visible()
    for side in ("North-South", "East-West"):
        ranking = page.get_by_role("region", name=side, exact=True)
        expect(ranking.get_by_role("row")).to_have_count(3)
        expect(ranking).to_contain_text("Percent")
    compared = site.compared(at.rpartition("/")[2], host, 2)
    for traveller in compared["travellers"]:
        shown = page.locator(f"[data-board='{traveller['board']}']")
        lines = shown.locator("tbody tr")
        expect(lines).to_have_count(2)
        for place, line in enumerate(traveller["lines"]):
            expect(lines.nth(place)).to_contain_text(f"Table {line['table'] + 1}")
            score = line["result"]["score_ns"]
            column = 4 if score < 0 else 3
            expect(lines.nth(place).locator("td").nth(column)).to_have_text(str(abs(score) or ""))
            points = [line["north_south"], line["east_west"]]
            expect(lines.nth(place).locator("td").nth(5)).to_have_text(f"{points[0]:g}")
            expect(lines.nth(place).locator("td").nth(6)).to_have_text(f"{points[1]:g}")
    scoring = page.get_by_role("combobox", name="Scoring")
    scoring.select_option("Cross-IMPs")
    expect(page.get_by_role("region", name="North-South", exact=True)).to_contain_text("IMPs a board")
    assert page.url.endswith("?scoring=imp")
    scoring.select_option("Board-a-match: teams")
    expect(page.get_by_role("region", name="Teams")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="Teams")).to_be_visible()
    expect(scoring).to_have_value("bam")


def test_a_line_of_a_traveller_leads_to_the_replay_and_the_document_opens_beside_it(
    visit: Visit, site: Site
) -> None:
    with Company(site.address) as company:
        at, host = robots_have_played(Stage(site, company), 1)
    page = visit(at, host)
    with page.expect_popup() as printed:
        page.get_by_role("link", name="Printable results").click()
    document = printed.value
    expect(document.get_by_role("heading", level=1)).to_have_text("Tuesday at the club")
    assert "scoring=mp" in document.url
    page.get_by_role("link", name=re.compile("Table 2.*replay of Board 1")).click()
    page.wait_for_url(re.compile(r"#/replay/\w+t2\.1"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Board 1")


def test_a_set_for_players_with_a_name_is_saved_as_a_file_to_print(
    visit: Visit, site: Site, tmp_path: Path
) -> None:
    with Company(site.address) as company:
        stage = Stage(site, company)
        host = site.guest("Host")
        board_set, tables = site.open_set(host, 2, 1, name="Lesson", policy={"access": "private"})
        for table in tables:
            people = [site.guest(name) for name in ("Nora", "Emil", "Susan", "Walter")]
            for seat, guest in enumerate(people):
                company.sit(guest, table, seat)
            bid(stage, table, people, 0, "P", "P", "P", "P")
        site.compared(board_set, host, 1)
    page = visit(f"#/set/{board_set}", host)
    ranking = page.get_by_role("region", name="North-South", exact=True)
    expect(ranking).to_contain_text("Nora & Susan")
    expect(page.locator("[data-board='1']")).to_contain_text("Passed out")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the printable results").click()
    assert saved.value.suggested_filename == "Lesson.html"
    saved.value.save_as(tmp_path / "saved.html")
    assert "Nora &amp; Susan" in (tmp_path / "saved.html").read_text()
    stranger = visit(f"#/set/{board_set}")
    expect(stranger.get_by_role("alert")).to_contain_text("you may enter none of its tables")


def test_only_the_tables_that_a_person_may_enter_have_links(visit: Visit, site: Site) -> None:
    host, friend = site.guest("Host"), site.guest("Fritz")
    board_set, tables = site.open_set(host, 2, policy={"access": "invited"})
    with Company(site.address) as company:
        company.do(host, lambda client: client.host(tables[1], invited=(friend.id,)))
    page = visit(f"#/set/{board_set}", friend)
    expect(page.get_by_role("link", name="Table 2")).to_be_visible()
    expect(page.get_by_role("link", name="Table 1")).to_have_count(0)
    expect(page.locator(f"[data-table='{tables[0]}']")).to_contain_text("You may not enter this table.")


def test_a_table_of_a_set_leads_to_the_comparison_and_says_what_watchers_see(
    visit: Visit, site: Site
) -> None:
    host = site.guest("Host")
    board_set, tables = site.open_set(host, 2, seats=ROBOTS, policy={"robot_ms": 60_000})
    page = visit(f"#/table/{tables[0]}", site.guest("Wanda"))
    # Beside the seats, and on the table in the place of the cards.
    expect(page.get_by_text(SECRET)).to_have_count(2)
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Compare results")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Compare results").click()
    page.wait_for_url(re.compile(rf"#/set/{board_set}$"))
    page.get_by_role("link", name="Watch the tables side by side").click()
    page.wait_for_url(re.compile(rf"#/tables/{','.join(tables)}$"))


def test_a_page_without_results_tries_again_while_the_server_is_away(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    board_set, _ = site.open_set(host, 2, name="Lesson")
    page = visit("#/", host)
    page.route("**/v1/sets/**", lambda route: route.abort())
    page.goto(f"{site.address}/#/set/{board_set}")
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute("**/v1/sets/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lesson")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_results_come_when_the_player_refreshes_or_comes_back(visit: Visit, site: Site) -> None:
    host = site.guest("Host")
    board_set, _ = site.open_set(host, 2)
    page = visit("#/", host)
    asked: list[str] = []
    page.on("request", lambda request: "/v1/sets/" in request.url and asked.append(request.url))
    page.clock.install()
    page.goto(f"{site.address}/#/set/{board_set}")
    expect(page.get_by_role("heading", name="No board can be compared yet")).to_be_visible()
    assert len(asked) == 1
    again = "document.dispatchEvent(new Event('visibilitychange'))"
    page.clock.run_for(10_000)
    page.evaluate(again)
    assert len(asked) == 1, "the answer is younger than 15 seconds"
    page.clock.run_for(6_000)
    with page.expect_response(re.compile("/v1/sets/")):
        page.evaluate(again)
    assert len(asked) == 2
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_role("log")).to_contain_text("The results are up to date.")
    assert len(asked) == 3


def test_a_player_sees_the_results_of_the_other_tables_when_all_have_played_the_board(
    visit: Visit, site: Site
) -> None:
    players = [[site.guest(f"{name} {place}") for name in ("Ann", "Bo", "Cy", "Di")] for place in (1, 2)]
    _, tables = site.open_set(players[0][0], 2, policy={"pause_ms": 1_500})
    with Company(site.address) as company:
        for table, four in zip(tables, players, strict=True):
            for seat, guest in enumerate(four):
                company.sit(guest, table, seat)
        page = visit(f"#/table/{tables[0]}", players[0][2])
        for table, four in zip(tables, players, strict=True):
            for guest in four:
                company.act(guest, table, MakeCall(Call.PASS))
            last = page.get_by_role("region", name="The deal before")
            last.get_by_role("button", name="Other tables").click()
            window = page.get_by_role("dialog")
            if table == tables[0]:
                expect(window).to_contain_text("shown when every table has played it")
            else:
                expect(window.locator("tbody tr")).to_have_count(2)
                expect(window).to_contain_text("Cy 2")
            page.keyboard.press("Escape")
