"""Around the match: the first page, hot seat, replay, saves, rulebook, phone, dark, reload."""

from __future__ import annotations

import json
import re

import pytest
from hands import expect, play_to_the_end, press, shot, start, wait_for_me

ME = {"red": "me", "blue": "bot:random"}


def test_in_a_match_with_two_clicks(page):
    page.goto("/#/")
    page.locator('[data-game="nlc"]').click()
    page.wait_for_timeout(100)
    shot(page, "home")
    page.locator("#start").click()
    expect(page.locator(".decision .question")).to_be_visible()
    page.goto("/#/")
    expect(page.locator(".match-entry").first).to_be_visible()


def test_reload_in_mid_decision(page):
    start(page, "show", seats=ME)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")
    page.reload()
    expect(page.locator(".question")).to_contain_text("Move a unit")
    page.goto("/#/")
    page.locator(".match-entry a").first.click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


def test_a_curtain_falls_between_two_at_one_screen(page):
    start(page, "duel", seats={"red": "me", "blue": "other"})
    curtain = page.locator(".curtain")
    expect(curtain).to_contain_text("Red, it is your turn")
    page.locator("#raise").click()
    page.locator(".choices button").first.click()
    expect(curtain).to_contain_text("Blue, it is your turn")
    shot(page, "curtain")
    expect(page.locator(".side")).to_be_hidden()
    page.locator("#raise").click()
    expect(curtain).to_be_hidden()
    expect(page.locator(".decision .who")).to_have_text("Blue")
    page.locator(".choices button").first.click()
    wait_for_me(page)


def test_one_person_may_play_both_sides_without_a_curtain(page):
    start(page, "counting", seats={"red": "me", "blue": "me"})
    page.locator(".choices button").first.click()
    expect(page.locator(".decision .who")).to_have_text("Blue")
    expect(page.locator(".curtain")).to_be_hidden()


def test_replay_both_ways_and_from_other_eyes(page):
    match = start(page, "show", seats=ME)
    play_to_the_end(page)
    page.locator(".decision button", has_text="Replay it").click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page.locator(".replay-count")).to_have_text(re.compile("^[1-9] /"))  # it plays
    page.keyboard.press(" ")
    page.get_by_label("First").click()
    expect(page.locator(".replay-count")).to_have_text(re.compile("^0 /"))
    page.keyboard.press(".")
    expect(page.locator(".replay-count")).to_have_text(re.compile("^1 /"))
    page.keyboard.press(".")
    page.keyboard.press(",")
    expect(page.locator(".replay-count")).to_have_text(re.compile("^1 /"))
    shot(page, "replay")
    page.locator(".replay select").select_option("blue")
    expect(page.locator(".hidden-hand").or_(page.locator(".replay-count"))).not_to_have_count(0)
    page.goto("/#/")
    page.goto(f"/#/match/{match}/at/2")
    expect(page.locator(".replay-count")).to_have_text(re.compile("^2 /"))
    page.locator("#replay-close").click()
    expect(page.locator(".decision .who")).to_have_text("The match is over")


def test_moves_of_others_are_played_back_and_can_be_skipped(page):
    page.goto("/#/")
    start(page, "spike-napalini", seats={"so": "bot:random", "sd": "me"})
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    for _ in range(30):
        if page.locator(".step:visible").count() or page.locator(".scores").count():
            break
        press(page, ".decision.mine button.option")
        page.wait_for_timeout(100)
    expect(page.locator(".step")).to_be_visible()
    shot(page, "played-back")
    page.locator(".step button", has_text="Skip all").click()
    wait_for_me(page)


def test_save_and_load(page, tmp_path):
    start(page, "show", seats=ME)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")
    page.locator("#menu").click()
    shot(page, "menu")
    with page.expect_download() as wait:
        page.locator(".popover.menu button", has_text="Save to a file").click()
    file = tmp_path / wait.value.suggested_filename
    wait.value.save_as(file)
    page.goto("/#/")
    page.locator("#load-file").set_input_files(file)
    page.wait_for_url("**/#/match/*")
    expect(page.locator(".question")).to_contain_text("Move a unit")


def test_this_looks_wrong_makes_a_file(page, tmp_path):
    start(page, "show", seats=ME)
    line = page.locator(".line").first
    line.hover()
    line.locator(".wrong").click()
    page.locator("dialog[open] textarea").fill("Should be turn 2.")
    with page.expect_download() as wait:
        page.locator("dialog[open] button", has_text="Make the file").click()
    wait.value.save_as(tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["report"]["words"] == "Should be turn 2."
    assert report["match"]


def test_house_ruling_marks_the_match(page):
    start(page, "show", seats=ME)
    page.locator("#menu").click()
    page.locator(".popover.menu button", has_text="House ruling").click()
    page.locator("dialog[open] textarea").fill('{"turn": 2}')
    page.locator("dialog[open] input").fill("We forgot a turn")
    page.locator("dialog[open] button", has_text="All agree").click()
    expect(page.locator(".turn")).to_contain_text("Turn 2")
    expect(page.locator(".diary-lines")).to_contain_text("We forgot a turn")


def test_a_rule_opens_where_it_stands_and_in_the_book(page):
    start(page, "nlc")
    wait_for_me(page)
    page.locator(".decision button.rule").first.click()
    popover = page.locator(".rule-popover")
    expect(popover.locator("h3")).to_be_visible()
    expect(popover.locator(".more a")).to_be_visible()
    shot(page, "rule")
    page.goto("/#/rules/nlc")
    expect(page.locator(".rule-entry").first).to_be_visible()
    page.locator("input[type=search]").fill("cavalry charge")
    expect(page.locator(".rules-page [role=status]")).to_contain_text("rules")
    shot(page, "rulebook")


def test_layers_and_tips(page):
    start(page, "show", seats=ME)
    page.keyboard.press("o")
    page.get_by_label("Zones of control").check()
    expect(page.locator(".overlay-area")).to_have_count(3)
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    page.wait_for_timeout(500)
    page.locator('[data-piece="b6"]').hover()
    expect(page.locator(".tip")).to_contain_text("Duke")
    shot(page, "layers")


@pytest.mark.parametrize(
    "wide", [{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}]
)
def test_on_a_phone(page, wide):
    page.goto("/#/")
    page.wait_for_selector("#start")
    shot(page, "phone-home")
    start(page, "nlc")
    wait_for_me(page)
    page.wait_for_timeout(500)
    shot(page, "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".sheet-handle").tap()
    expect(page.locator("#tab-diary")).to_be_visible()
    shot(page, "phone-sheet")
    page.locator(".sheet-handle").tap()
    page.locator(".pieces .piece.can .body").last.tap(force=True)
    page.wait_for_timeout(300)
    shot(page, "phone-touch")


@pytest.mark.parametrize("wide", [{"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}])
def test_in_the_dark(page, wide):
    start(page, "nlc")
    wait_for_me(page)
    page.wait_for_timeout(500)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    shot(page, "dark")
    page.goto("/#/")
    page.wait_for_selector("#start")
    shot(page, "dark-home")
    page.get_by_label("Light or dark").click()
    assert page.locator("html").get_attribute("data-theme") == "light"


def test_the_server_goes_and_comes_back(page, server):
    start(page, "show", seats=ME)
    server.stop()
    expect(page.locator(".line-down")).to_be_visible()
    server.start()
    expect(page.locator(".line-down")).to_be_hidden()
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


def test_nothing_is_fetched_from_elsewhere(page, server):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    start(page, "nlc")
    wait_for_me(page)
    assert asked
    assert [url for url in asked if not url.startswith((server.address, "data:", "blob:"))] == []


def test_bots_play_while_one_looks_on(page):
    start(page, "spike-pog", seats={"cp": "bot:random", "ap": "bot:random"})
    expect(page.locator(".decision .who")).to_have_text("The match is over")


def test_odds_of_a_situation_and_of_a_changed_question(page):
    page.goto("/#/odds/nlc/gemioncourt")
    expect(page.locator(".odds-charts .odds").first).to_be_visible()
    before = page.locator(".odds-charts").inner_text()
    page.get_by_label("units").fill("fr-9-jamin")
    page.get_by_role("button", name="Reckon").click()
    expect(page.locator(".odds-charts")).not_to_have_text(before)
    shot(page, "odds")
    page.get_by_label("units").fill("nobody")
    page.get_by_role("button", name="Reckon").click()
    expect(page.locator(".odds-charts [role=alert]")).to_be_visible()
