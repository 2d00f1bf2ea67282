"""After a deal: Next and Wait, the result beside the next deal, and replays that lead back to the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from protocol.v1.bridge import Call, MakeCall
from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.site import Guest, Site

NAMES = ("Nora", "Emil", "Susan", "Walter")


def passed_out(site: Site, company: Company) -> tuple[str, list[Guest]]:
    """Return a table of four people at which the first board was passed out."""
    people = [site.guest(name) for name in NAMES]
    table = site.open(people[0], "bridge", policy={"pause_ms": 600_000})
    for seat, guest in enumerate(people):
        company.sit(guest, table, seat)
    for guest in people:
        company.act(guest, table, MakeCall(Call.PASS))
    return table, people


@pytest.mark.parametrize("phone", [False, True], ids=["at a desk", "on a phone"])
def test_players_go_on_or_wait_and_the_last_result_stays_with_its_replay(
    site: Site, visit: Visit, phone: bool
) -> None:
    with Company(site.address) as company:
        table, people = passed_out(site, company)
        page = visit(f"#/table/{table}", people[2], phone=phone)
        go_on, hold = page.get_by_role("button", name="Next"), page.get_by_role("button", name="Wait")
        hold.click()
        expect(page.get_by_text("The table waits for you")).to_be_visible()
        expect(page.locator("[data-next-deal]")).to_have_count(0)
        for each in (people[0], people[1], people[3]):
            company.do(each, lambda client: client.next(table))
        company.do(people[3], lambda client: client.wait(table))
        go_on.click()
        expect(page.get_by_text("Walter asked to wait.")).to_be_visible()
        company.do(people[3], lambda client: client.next(table))
        last = page.get_by_role("region", name="The deal before")
        expect(last).to_contain_text("Last deal, 1: Passed out", ignore_case=True)
        expect(page.locator(".br-prompt")).not_to_contain_text("Next board")
        last.get_by_role("link", name="Replay").click()
        comes_back(page, table)
        last.get_by_role("button", name="Close").click()
        expect(last).to_have_count(0)
        page.get_by_role("button", name="Score").click()
        page.get_by_role("dialog").get_by_role("link", name=re.compile("^1 ?, Replay$")).click()
        comes_back(page, table)


def comes_back(page: Any, table: str) -> None:
    """Check that the page shows the replay of the first board, and follow the way back to the table."""
    expect(page.locator(".replay")).to_be_visible()
    assert page.evaluate("location.hash").startswith(f"#/replay/{table}.1")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    expect(page.get_by_role("link", name=re.compile("Back to the table"))).to_have_count(0)


def test_a_hand_is_played_again_against_robots_from_a_position_of_its_replay(
    site: Site, visit: Visit
) -> None:
    with Company(site.address) as company:
        table, people = passed_out(site, company)
    page = visit(f"#/replay/{table}.1?turn=3", people[3])
    from_here = page.get_by_role("region", name="Play from here against robots")
    expect(from_here.get_by_label("Your seat")).to_have_value("3")
    from_here.get_by_role("button").click()
    expect(page.locator(".br-side.bottom .card")).to_have_count(13)
    expect(page.get_by_text("This deal is played again, from move 3 on.")).to_be_visible()
    page.locator("[data-call=P]").click()
    again = page.get_by_role("button", name="Deal again")
    again.click()
    expect(page.get_by_text("This deal is played again, from move 3 on.")).to_be_visible()
    expect(page.locator(".br-box, .br-side.bottom .card").first).to_be_visible()


def test_a_game_with_robots_that_has_ended_has_a_rematch_at_a_table_like_it(site: Site, visit: Visit) -> None:
    ann = site.guest("Ann")
    table = site.open(ann, "hanabi", options={"players": 2}, seats={"1": "plain"}, name="Fireworks")
    page = visit(f"#/table/{table}?seat=0", ann)
    expect(page.get_by_text("(you)")).to_be_visible()
    with Company(site.address) as company:
        company.do(ann, lambda client: client.host(table, terminate=True))
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.get_by_role("heading", name="Fireworks")).to_be_visible()
    expect(page.get_by_text("(you)")).to_be_visible()
