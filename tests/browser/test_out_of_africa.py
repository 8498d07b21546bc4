"""Out of Africa against the staff, by hand: the Draka in August 1914, and their Zeppelins over Gaza in the Near East of 1915."""

from __future__ import annotations

from hands import expect, press, shot, start, touch, wait_for_me
from war_hands import asked_for_round, round_of

STAFF = {"ap": "me", "cp": "bot:staff"}


def show_layers(page, *titles):
    page.keyboard.press("o")
    for title in titles:
        page.locator(".layers label", has_text=title).locator("input").check()
    page.keyboard.press("Escape")


def look_at(page, place, nearer=3):
    """The map around a place, larger, without cards and tips in the way."""
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    x, y = page.evaluate(f"grognard.board.camera.to_screen(...grognard.board.layout.centre('{place}'))")
    page.mouse.move(x, y)
    for _ in range(nearer):
        page.mouse.wheel(0, -240)
        page.wait_for_timeout(120)
    page.mouse.move(500, 60)
    page.wait_for_timeout(600)


def next_round(page, number):
    """Whatever is asked in between, answered in the quickest way."""
    while not page.locator(".question", has_text=f"Round {number}: your action").count():
        wait_for_me(page)
        if round_of(page) == number:
            break
        if not press(page, "dialog[open] button.go") and not press(page, ".decision button.go:enabled"):
            if not press(page, ".decision .choices button.option") and not press(page, ".popover.menu button.option"):
                touch(page, 0)
        page.wait_for_timeout(150)
    asked_for_round(page, number)


def test_the_first_rounds_of_out_of_africa(page):
    start(page, "draka", "out-of-africa", seats=STAFF, seed="1914")
    next_round(page, 1)  # what the staff's attacks ask of the defender
    expect(page.locator(".diary-lines")).to_contain_text("Guns of August")
    shot(page, "draka-august-1914")
    page.locator(".hand-title").first.click()
    expect(page.locator(".hand .card").first).to_be_hidden()
    show_layers(page, "Janissary Zone", "Draka control")
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    shot(page, "draka-zone")
    look_at(page, "cairo")
    shot(page, "draka-egypt")
    look_at(page, "reggio")
    shot(page, "draka-italy")
    page.get_by_role("tab", name="Situation").click()
    for title in ("Air fleets", "The variant", "Victory points", "Replacements"):
        expect(page.locator(".panels")).to_contain_text(title)
    page.locator("#panel-air, .panel", has_text="Air fleets").last.scroll_into_view_if_needed()
    shot(page, "draka-situation")


def test_zeppelins_in_the_near_east(page):
    start(page, "draka", "learning", seats=STAFF, seed="1")
    next_round(page, 1)
    expect(page.locator(".card-states", has_text="Draka Variant").first).to_be_visible()
    shot(page, "draka-near-east")
    page.get_by_role("tab", name="Situation").click()
    expect(page.locator(".panels")).to_contain_text("Draka Zeppelins")
    expect(page.locator(".panels")).to_contain_text("Turkish biplanes")
    page.locator("#panel-air, .panel", has_text="Air fleets").last.scroll_into_view_if_needed()
    shot(page, "draka-air")
    page.goto("/#/rules/draka/pog.9.2.7.a")
    expect(page.locator(".lit")).to_contain_text("Changed by the Draka Variant")
    shot(page, "draka-rulebook")
