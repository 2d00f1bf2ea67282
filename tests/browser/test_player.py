"""The player of the page: finished games with their replays, other devices, and the end of a device."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.company import Company
from tests.browser.conftest import Visit
from tests.browser.qr_reader import modules_of, read
from tests.browser.scenes import Stage, past_games
from tests.browser.site import Site

CODE = re.compile(r"[0-9A-Z]{5}-[0-9A-Z]{5}")


def shown_name(page: Any) -> Any:
    return page.locator(".person-name")


def test_a_player_finds_the_own_games_and_opens_the_replay_of_one(visit: Visit, site: Site) -> None:
    with Company(site.address) as company:
        _, susan = past_games(Stage(site, company))
    page = visit("#/", susan)
    page.get_by_role("navigation").get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")
    games = page.locator(".player-game")
    expect(games).to_have_count(2)
    expect(games.nth(0)).to_contain_text("Hanabi, no. 1")
    expect(games.nth(0).locator(".player-seats li")).to_have_text(["Seat 1 Susan", "Seat 2 Bob"])
    bridge = games.nth(1)
    seats = ["North Nora", "East Emil", "South Susan", "West Walter"]
    expect(bridge.locator(".player-seats li")).to_have_text(seats)
    expect(bridge).to_contain_text(re.compile(r"3NT S (=|[+-]\d+)"))
    expect(bridge.locator("b").last).to_have_text("Susan")
    bridge.get_by_role("link").click()
    page.wait_for_url(re.compile(r"#/replay/[\w-]+\.1$"))
    expect(page.locator("main")).to_contain_text("Susan")
    page.get_by_role("link", name="‹ My games").click()
    expect(games).to_have_count(2)


def test_a_person_without_a_name_has_no_games_here(visit: Visit) -> None:
    page = visit("#/games")
    expect(page.locator("main")).to_contain_text("You have no name here yet.")
    expect(page.get_by_role("link", name="My games")).to_have_count(0)


def test_a_link_makes_another_device_the_same_player_after_a_question(visit: Visit, site: Site) -> None:
    ann, ben = site.guest("Ann"), site.guest("Ben")
    desk = visit("#/", ann)
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_role("link", name="Use another device").click()
    desk.get_by_role("button", name="Show a code").click()
    link = desk.get_by_role("textbox", name="Link for your other device").input_value()
    drawing = desk.get_by_role("img", name="QR code")
    size = int(drawing.get_attribute("viewBox").split()[2])
    assert read(modules_of(drawing.locator("path").get_attribute("d"), size)) == link
    code = link.rpartition("/")[2]
    assert CODE.fullmatch(code) and link == f"{site.address}/#/devices/{code}"
    phone = visit(link.removeprefix(f"{site.address}/"), ben, phone=True)
    expect(phone.get_by_role("textbox", name="Code")).to_have_value(code)
    assert phone.evaluate("location.href") == f"{site.address}/#/devices", "the code leaves the address"
    expect(phone.locator("main")).to_contain_text("You are Ben here now.")
    expect(shown_name(phone)).to_have_text("Ben")
    phone.get_by_role("button", name="Become this player").click()
    expect(shown_name(phone)).to_have_text("Ann")
    kept = json.loads(phone.evaluate("localStorage.getItem('kibitz.guest')"))
    assert kept["id"] == ann.id and kept["token"] != ann.token
    assert code not in phone.evaluate(
        "JSON.stringify([location.href, {...localStorage}, {...sessionStorage}])"
    )
    assert site.status_of("/v1/players/me/games", ben) == 401, "the guest that the phone was has logged out"
    assert site.status_of("/v1/players/me/games", ann) == 200
    again = visit(link.removeprefix(f"{site.address}/"))
    again.get_by_role("button", name="Become this player").click()
    expect(again.get_by_role("alert")).to_contain_text("has been used")
    desk.get_by_role("button", name="Log out all other devices").click()
    expect(shown_name(phone)).to_have_text("no name yet")
    expect(shown_name(desk)).to_have_text("Ann")
    expect(phone.get_by_text("You are logged out on this device.")).to_be_visible()


def test_a_player_logs_out_here_and_is_deleted_after_a_question(visit: Visit, site: Site) -> None:
    ann, bob = site.guest("Ann"), site.guest("Bob")
    page = visit("#/devices", ann, phone=True)
    page.get_by_role("button", name="Log out here").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(shown_name(page)).to_have_text("Ann")
    page.get_by_role("button", name="Log out here").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out here").click()
    expect(shown_name(page)).to_have_text("no name yet")
    assert site.status_of("/v1/players/me/games", ann) == 401
    page = visit("#/devices", bob)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save my data").click()
    assert bob.id in saved.value.suggested_filename
    page.get_by_role("button", name="Delete my name").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my name").click()
    expect(shown_name(page)).to_have_text("no name yet")
    assert site.status_of("/v1/players/me/games", bob) == 401
