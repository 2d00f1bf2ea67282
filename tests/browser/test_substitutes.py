"""Substitutes on the page: a guest offers to play, and the partner of an absent player takes the guest."""

from __future__ import annotations

from playwright.sync_api import expect

from server.hub.events.events import AWAY_MS
from tests.browser.conftest import Visit
from tests.browser.site import Site

SOON_MS = AWAY_MS + 30_000
"""The time (ms) until the page shows that a player is absent."""


def test_a_partner_and_the_director_take_guests_that_offer_to_play(visit: Visit, site: Site) -> None:
    names = ("Dora", "Ann", "Ben", "Sue", "Tim")
    people = {name: site.guest(name) for name in names}
    dora = people["Dora"]
    event = site.open_event(
        dora, "Tuesday", rounds=1, boards=1, check_in=False, movement="swiss", no_show_s=600
    )
    players = [{"id": people[name].id, "name": name} for name in ("Ann", "Ben")]
    site.asks_event(dora, event, "enrol", players=players)
    site.asks_event(dora, event, "enrol", robots=["plain", "plain"])
    offering = {name: visit(f"#/event/{event}", people[name]) for name in ("Sue", "Tim")}
    for page in offering.values():
        page.get_by_role("button", name="I can substitute").click()
        expect(page.get_by_role("button", name="I cannot substitute after all")).to_be_visible()
    offering["Tim"].get_by_role("button", name="I cannot substitute after all").click()
    offering["Tim"].get_by_role("button", name="I can substitute").click()
    for t in ("draw", "publish", "start"):
        site.asks_event(dora, event, t)

    # Ann is at the table, and Ben does not come; Ann looks for a substitute on the screen of the event.
    ann = visit(f"#/table/{event}-1-1", people["Ann"])
    director = visit(f"#/event/{event}/direct", dora)
    expect(director.get_by_role("region", name="Tables")).to_contain_text("absent: Ben", timeout=SOON_MS)
    expect(offering["Sue"].locator(".events-place")).not_to_contain_text("Ben")
    ann.goto(f"{site.address}/#/event/{event}")
    absent = ann.locator(".events-place [data-away]")
    expect(absent).to_contain_text("Ben: ")
    absent.get_by_role("button", name="Play with Sue").click()
    expect(absent).to_have_count(0)
    offering["Sue"].wait_for_url(f"**/#/table/{event}-1-1")

    # The director takes Tim in place of Ann.
    director.get_by_text("Entries (2)").click()
    entry = director.locator("[data-entry='1']")
    entry.locator("summary").click()
    entry.get_by_role("combobox", name="Substitute").select_option("Tim")
    entry.get_by_role("button", name="Replace").click()
    offering["Tim"].wait_for_url(f"**/#/table/{event}-1-1")
    assert [each["name"] for each in site.event(event, dora)["entrants"][0]["players"]] == ["Tim", "Sue"]
