"""Operation Take Three in the browser: one contact on paper, one on the open table, one at home, and the diary on paper."""

from __future__ import annotations

import json
import re

import pytest
from hands import expect, press, question, shot, touch, wait_for_me

from grognard.kernel import Match

FIGHTS = {"b1": ("cobo-bay", "saumarez-park", "g1"), "b2": ("st-sampson", "les-capelles", "g2"), "b3": ("castel-church", "saumarez-park", "g6")}


def three_contacts() -> dict:
    """The morning of the second day ashore: three Battlegroups have been in contact for a session."""
    static = Match.start("fyow", "take-three").g.static
    units = [unit["id"] for unit in static.scenario["unit"]]
    forces, battles = {}, []
    for name, (board, back, foe) in FIGHTS.items():
        forces[name] = {"board": board, "box": back, "edge": back, "order": ["engage", board], "aboard": -1}
        battles.append({
            "board": static.number[board], "attacker": "british", "attackers": [units.index(name)], "defenders": [units.index(foe)],
            "since": 2, "opened": 2,
        })  # fmt: skip
    return {
        "forces": forces, "battles": battles, "cards": list(FIGHTS), "weather": {"sky": "fair"},
        "hold": {"saumarez-park": "british", "les-capelles": "british"},
        "spotted": {"british": [foe for _, _, foe in FIGHTS.values()], "german": list(FIGHTS)},
    }  # fmt: skip


def begin(page, german: str) -> None:
    """From the first page: Take Three with the contacts settled as one likes, from a situation set up by hand."""
    page.goto("/#/")
    page.locator('[data-game="fyow"]').click()
    page.locator('.scenarios input[value="take-three"]').check()
    page.locator('select[data-side="german"]').select_option(german)
    page.locator(".more-options > summary").click()
    page.get_by_label("How contacts are settled").select_option("ask")
    page.get_by_label("The program removes losses").check()
    page.get_by_label("Seed of the dice").fill("take three")
    page.get_by_text("Set up a situation by hand").click()
    page.locator(".more-options textarea").fill(json.dumps(three_contacts()))
    page.locator("#start").click()
    page.wait_for_url("**/#/match/*")
    page.wait_for_selector(".decision .question")


def settle(page, words: str) -> None:
    expect(page.locator(".question")).to_contain_text("how is this contact settled?")
    asked = question(page)
    page.locator(".decision button.option", has_text=words).click()
    press(page, "dialog[open] button.go")  # sure: it cannot be taken back
    expect(page.locator(".question")).not_to_have_text(asked)


def until(page, words: str, most: int = 60) -> None:
    """Answer in the quickest way until a question with these words is asked."""
    for _ in range(most):
        wait_for_me(page)
        if re.search(words, question(page)):
            return
        if not press(page, ".decision .choices button.option", words="^(Stay|Done|Hold|No)") and not any(press(page, b) for b in (".decision .choices button.option", ".decision button.go:enabled")):
            touch(page, 0)
        page.wait_for_timeout(60)
    raise AssertionError(f"still asked: {question(page)}")


def paper(page, opened) -> str:
    """What is on the page that opens in a new window."""
    with page.context.expect_page() as news:
        opened()
    new = news.value
    new.wait_for_selector("button.print")
    text = new.locator("body").inner_text()
    shot(new, "fyow-paper-" + new.url.split("/papers/")[1].split("?")[0] + ("-one" if "panel=" in new.url else ""))
    new.close()
    return text


def fight_on_paper(page) -> None:
    settle(page, "A paper battle")
    until(page, "Which force attacks")
    expect(page.locator(".decision .preset").first).to_contain_text("1st Royal Wessex")
    shot(page, "fyow-paper-battle")
    press(page, ".decision button.go:enabled")
    expect(page.locator(".diary-lines")).to_contain_text("Cobo Bay")


def fight_on_the_open_table(page, how) -> None:
    """The match there, fought as `how` says, and its result brought home."""
    until(page, "St Sampson: what came of the battle on the open table")
    campaign = page.url
    shot(page, "fyow-elsewhere")
    how(page)
    page.locator("#go-home").click()
    page.wait_for_url(campaign)
    expect(page.locator(".elsewhere")).to_contain_text("hold the board")
    shot(page, "fyow-elsewhere-over")
    page.locator("#enter-elsewhere").click()


def by_hand(page) -> None:
    """A move or two on the open table, and then he gives up."""
    page.locator("#start-elsewhere").click()
    page.wait_for_url(re.compile("~"))
    page.wait_for_selector(".decision .question")
    wait_for_me(page)
    shot(page, "fyow-open-table")
    for _ in range(3):
        wait_for_me(page)
        press(page, ".decision button.go:enabled") or touch(page, 0)
        page.wait_for_timeout(200)
    page.locator("#menu").click()
    page.locator(".popover button.option", has_text="Resign").click()
    page.locator("dialog button.go").click()


def by_bots(page) -> None:
    page.locator("#bots-elsewhere").click()
    page.wait_for_url(re.compile("~"))
    page.wait_for_selector("#go-home", timeout=1_500_000)


def fight_at_home(page) -> None:
    until(page, "Castel Church: what did four bounds")
    sheet = paper(page, lambda: page.locator("#print-panel").click())
    assert "Battle sheet: Castel Church" in sheet and "3rd Royal Wessex" in sheet
    form = page.locator(".decision .form")
    press(page, ".by-hand > summary")
    form.get_by_label("The battle is over").check()
    form.get_by_label("Holds the board").select_option(label="British")
    expect(page.locator(".decision .told")).to_contain_text("neither retreats nor is destroyed")  # every fault is named
    theirs = form.locator("fieldset", has=page.locator("legend", has_text="(Germans)")).last
    theirs.get_by_label("regular enhanced figure, of 40").fill("12")
    theirs.get_by_label("Retreats to").select_option(index=1)
    expect(page.locator(".decision .told")).to_contain_text("allowed")
    shot(page, "fyow-report-form")
    asked = question(page)
    page.locator(".decision button.go").click()
    expect(page.locator(".question")).not_to_have_text(asked)  # the report has reached the umpire


@pytest.mark.parametrize("how", [pytest.param(by_hand, id="by hand"), pytest.param(by_bots, id="bots", marks=pytest.mark.soak)])
def test_take_three_on_paper_on_the_open_table_and_at_home(page, how):
    begin(page, "bot:general")
    fight_on_paper(page)
    settle(page, "linked match")
    settle(page, "at home")
    fight_on_the_open_table(page, how)
    fight_at_home(page)
    until(page, ".")
    page.locator("#menu").click()
    diary = paper(page, lambda: page.locator("#print-diary").click())
    for words in ("Cobo Bay", "by linked match", "by table", "fyow.33.7.2.13"):
        assert words in diary
    page.locator("#menu").click()
    sheets = paper(page, lambda: page.locator("#print-sheets").click())
    assert "Order sheet" in sheets
