"""What would my staff do? Asked by the button or by a key: words beside the question, marks on the map, and nothing is chosen."""

from __future__ import annotations

import json
import re

import pytest
from hands import expect, press, question, shot, start, wait_for_me
from war_hands import play_card

HUMAN = {"pog": {"cp": "me", "ap": "bot:random"}}


@pytest.mark.parametrize(
    "game", ["pog", "dbms", "fyow"]
)  # options, the open table, a sheet; all six: tests/server/test_hint.py
def test_the_staff_is_asked(page, game):
    start(page, game, seats=HUMAN.get(game))
    wait_for_me(page)
    asked = question(page)
    page.locator("#hint").click()
    staff = page.locator(".staff")
    expect(staff.locator("h4")).to_have_text("Your staff would choose")
    expect(staff.locator(".staff-reason").first).not_to_be_empty()
    shot(page, f"hint-{game}")
    assert question(page) == asked
    page.keyboard.press("h")  # once more takes it away
    expect(staff).to_be_empty()


def test_it_is_marked_on_the_map_until_one_chooses(page):
    start(page, "pog", seats=HUMAN["pog"])
    wait_for_me(page)
    page.keyboard.press("h")
    expect(page.locator(".staff-choice")).to_have_text("Take it (the Allies are told)")
    page.locator(".decision-foot button.option", has_text="Take it").click()
    page.locator("dialog[open] button.go").click()  # the other side is told: that cannot be taken back
    expect(page.locator(".question")).to_contain_text("Round 1")
    expect(page.locator(".staff")).to_be_empty()
    told = "(text) => import('/decide/explain.js').then((one) => one.beginning(text))"
    assert page.evaluate(told, "It goes (nlc.7.4.1). Then it ends (R37).") == "It goes. Then it ends."
    play_card(page, "cp.01", "event")
    expect(page.locator(".question")).to_contain_text("Attack which space")
    page.keyboard.press("h")
    expect(page.locator(".layer-advice .advice-ring")).to_have_count(1)
    shot(page, "hint-on-the-map")


def test_who_agrees_with_his_staff_fights_a_day_in_few_clicks(page):
    start(page, "fyow")
    clicks, days = 0, "options (for the week|of the day)"

    def click(selector: str, words: str = "") -> None:
        nonlocal clicks
        page.locator(selector, has_text=words).first.click()
        clicks += 1

    expect(page.locator(".question")).to_contain_text("for the week")
    click(".plans .preset")
    click("#submit")
    expect(page.locator(".question")).to_contain_text("of the day")
    click(".plans .preset")
    click("#submit")
    expect(page.locator(".question")).not_to_contain_text(re.compile(days))
    click("#hint")
    click("#go-on")
    expect(page.locator(".commands")).to_contain_text("Your staff commands")
    expect(page.locator(".question")).to_contain_text(re.compile(days), timeout=300_000)
    expect(page.locator(".commands")).to_have_count(0)  # the sheet is one's own again
    assert "1 June" not in page.locator(".head").inner_text()
    assert clicks < 15, clicks


def test_the_staff_can_be_told_to_do_so_and_be_stopped(page):
    start(page, "fyow", seed="2")
    for _ in range(2):
        asked = question(page)
        page.locator(".plans .preset").first.click()
        page.locator("#submit").click()
        expect(page.locator(".question")).not_to_have_text(asked)
    asked = question(page)
    number = page.evaluate("grognard.table.decision.number")
    page.locator("#hint").click()
    page.locator("#do-advice").click()
    press(page, "dialog[open] button.go")
    page.wait_for_function("(n) => (grognard.table.decision?.number ?? n) > n", arg=number)
    expect(page.locator(".commands")).to_have_count(0)
    page.locator("#hint").click()
    page.locator("#go-on").click()
    page.locator("#stop-staff").click()
    expect(page.locator(".commands")).to_have_count(0)
    expect(page.locator("#hint")).to_be_enabled()


def test_a_sheet_of_attacks_is_tried_out(page):
    from test_quatre_bras import until

    situation = {
        "clear": True,
        "units": {"fr-9-jamin": "0510", "fr-9-gauthier": "0510", "al-kempt": "0509"},
        "orders": {"fr-ii": {"kind": "attack", "target": "gemioncourt"}, "al-5": {"kind": "defend", "target": "0509"}},
        "leaders": {"reille": "0511", "ney": "0513", "picton": "0509"},
    }
    start(page, "nlc", seats={"french": "me", "allied": "bot:random"}, situation=json.dumps(situation))
    until(page, "Declare the attacks")
    for _ in range(4):  # until nothing is wrong with it
        page.locator(".draft-offers button.option").first.click()
        page.wait_for_timeout(400)
        if page.locator("#submit:enabled").count():
            break
    page.locator("#try-it").click()
    expect(page.locator(".tried .odds")).to_have_count(2)
    expect(page.locator(".tried .odds-words")).to_contain_text("by your staff")
    shot(page, "tried")
