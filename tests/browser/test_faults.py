"""Faults that people found at the table, each as they saw it."""

from __future__ import annotations

import re

import pytest
from hands import expect, start

ME = {"red": "me", "blue": "bot:random"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CUT = """() => [...document.querySelectorAll('.head *')].filter(one => one.getClientRects().length && !one.closest('.hidden-words'))
    .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'
        || one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < 0).map(one => one.outerHTML.slice(0, 90))"""


def to_moves(page, **more):
    start(page, "show", seats=ME, **more)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


def test_the_first_submit_of_a_draft_is_taken(page):
    """What one may begin with (`whole`) is offered only while nothing is written: that is no other position."""
    start(page, "show", seats=ME)
    expect(page.locator(".presets .preset")).to_have_text("The guard goes forward")
    page.locator(".draft-offers button.option", has_text="Old Guard goes to 0304").click()
    expect(page.locator(".draft-items li")).to_have_count(1)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")
    expect(page.locator(".toast")).to_have_count(0)


def test_the_right_button_on_what_glows_says_what_can_be_done(page):
    to_moves(page)
    page.locator('[data-piece="u3"]').click(button="right")
    words = page.locator(".popover")
    expect(words).to_contain_text("Battery")
    expect(words).to_contain_text("Can be chosen")
    expect(words).not_to_contain_text("Not now")
    page.keyboard.press("Escape")
    page.locator('[data-piece="b6"]').click(button="right")
    expect(words).to_contain_text("Not now")


def test_an_opened_stack_leaves_nothing_behind(page):
    to_moves(page)
    page.locator('[data-piece="u2"]').click()
    expect(page.locator(".fan-plate")).to_have_count(1)
    page.locator('[data-piece="u2"]').click()
    page.locator('[data-place="0304"]').click()
    expect(page.locator(".diary")).to_contain_text("Hussars moves to 0304")
    expect(page.locator(".fan-plate")).to_have_count(0)


def test_an_open_stack_takes_no_click_that_was_not_meant_for_it(page):
    """A unit taken out of the stack goes where one points, though the stack had been opened over it."""
    to_moves(page)
    page.locator('[data-piece="u2"]').click()
    plate = page.locator(".fan-plate").bounding_box()
    page.locator('[data-piece="u2"]').click()
    beside = page.locator('[data-place="0205"]').bounding_box()
    x, y = beside["x"] + beside["width"] / 2, beside["y"] + beside["height"] / 2
    assert plate["x"] < x < plate["x"] + plate["width"]
    page.mouse.click(x, y)
    expect(page.locator(".diary")).to_contain_text("Hussars moves to 0205")


def test_odds_share_one_bar_and_say_good_from_bad(page):
    to_attack(page)
    full = page.locator(".rich-option .parts-bar").bounding_box()["width"]
    parts = page.locator(".rich-option .parts-bar .part").all()
    assert [one.get_attribute("class") for one in parts] == ["part bad", "part good", "part good"]  # what is good to the right
    widths = [one.bounding_box()["width"] / full for one in parts]
    assert abs(widths[0] - 0.44) < 0.03 and abs(widths[1] - 0.12) < 0.03
    expect(page.locator(".rich-option .parts li")).to_have_text(["no hit 44 %", "one hit 44 %", "two hits 12 %"])


def test_a_long_dialog_opens_at_its_beginning(page):
    page.set_viewport_size({"width": 1280, "height": 420})
    to_moves(page)
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("Keys")
    assert dialog.evaluate("one => [one, ...one.querySelectorAll('*')].every(part => part.scrollTop === 0)")
    expect(dialog.get_by_role("heading", name="Keys")).to_be_in_viewport()
    expect(dialog.locator("button.go")).to_be_in_viewport()
    assert all(one.inner_text().strip() for one in dialog.locator("kbd").all())
    expect(dialog.locator("kbd", has_text=re.compile("^,$"))).to_have_count(1)


def test_from_the_odds_of_one_game_to_those_of_another(page):
    page.goto("/#/odds/napalini")
    expect(page.locator(".head h1")).to_contain_text("odds")
    first = page.locator(".head h1").inner_text()
    page.goto("/#/odds/fyow")
    expect(page.locator(".head h1")).not_to_have_text(first)


def test_no_ids_where_there_are_names(page):
    to_moves(page)
    page.locator('[data-piece="b6"]').click(button="right")
    words = page.locator(".popover").inner_text()
    assert "bicorne" not in words
    page.keyboard.press("Escape")
    page.locator('[data-piece="u3"]').click(button="right")
    words = page.locator(".popover").inner_text()
    assert "brigade" in words and ", x " not in words
    name = page.evaluate(
        "() => { const { layout } = grognard.board; layout.regions.set('cambrai', { id: 'cambrai', at: [0, 0], label: 'Cambrai' });"
        " return layout.name('cambrai') }"
    )
    assert name == "Cambrai"


def to_attack(page):
    to_moves(page)
    page.locator("button", has_text="End of moves").click()
    page.locator("button", has_text="Pass").click()
    expect(page.locator(".question")).to_contain_text("Attack?")


def test_what_cannot_be_taken_back_is_asked_once_more_with_its_odds(page):
    to_attack(page)
    page.locator("button.option.act-attack").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".odds")).to_contain_text("two hits")
    dialog.locator("button", has_text="Not yet").click()
    expect(page.locator(".question")).to_contain_text("Attack?")
    page.locator("button.option.decline").click()  # saying no is not asked again
    expect(page.locator(".question")).to_contain_text("Give at most two orders")


def test_whoever_knows_what_he_does_is_not_asked_again(page):
    to_attack(page)
    page.locator("#menu").click()
    page.get_by_label("Ask again before what cannot be taken back").uncheck()
    page.keyboard.press("Escape")
    page.locator("button.option.act-attack").click()
    expect(page.locator(".diary")).to_contain_text("hits.")


def test_the_hand_has_its_own_space_and_what_is_to_be_pressed_is_in_sight(page):
    page.set_viewport_size({"width": 1366, "height": 768})
    start(page, "draka")
    expect(page.locator(".dock .card").first).to_be_visible()
    stage, port, dock = (page.locator(one).bounding_box() for one in (".stage", ".port", ".dock"))
    assert port["y"] + port["height"] <= dock["y"] + 1, "the hand lies on the map"
    assert dock["x"] >= stage["x"] and dock["x"] + dock["width"] <= stage["x"] + stage["width"] + 1
    page.locator(".dock .card").nth(2).hover()
    page.wait_for_timeout(300)
    assert page.locator(".port").bounding_box() == port, "the map moves when the hand passes over the cards"
    expect(page.locator(".card-look .card.large")).to_be_visible()
    for button in page.locator(".decision-foot button").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_submit_is_in_sight_below_a_long_list(page):
    page.set_viewport_size({"width": 1366, "height": 600})
    start(page, "fyow")
    expect(page.locator("#submit")).to_be_in_viewport(ratio=1)
    page.locator(".order-row.open button.verb").first.click()
    expect(page.locator(".row-places button.option").nth(3)).to_be_attached()
    expect(page.locator("#submit")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", ["pog", "fyow", "nlc", "dbms"])
def test_nothing_is_cut_on_a_phone(chromium, server, game):
    context = chromium.new_context(base_url=server.address, **PHONE)
    page = context.new_page()
    start(page, game)
    expect(page.locator("#menu")).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT) == []
    for chip in page.locator(".side-chip").all():
        expect(chip).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "w a s d" not in page.locator("body").inner_text()
    context.close()


@pytest.mark.parametrize("width", [1366, 1440])
@pytest.mark.parametrize("game", ["draka", "fyow", "dbms"])
def test_the_head_is_whole_and_does_not_jump_when_somebody_thinks(page, game, width):
    page.set_viewport_size({"width": width, "height": 800})
    start(page, game)
    assert page.evaluate(CUT) == []
    boxes = "() => JSON.stringify([...document.querySelectorAll('.head h1, .turn, .chip, .side-chip, #menu')].map(one => one.getBoundingClientRect()))"
    before = page.evaluate(boxes)
    page.evaluate("grognard.table.tell('thinking', Object.keys(grognard.table.row.seats)[1])")
    expect(page.locator(".side-chip.thinks")).to_have_count(1)
    assert page.evaluate(boxes) == before


STEP = """() => {
    const { table } = grognard;
    const number = table.now.diary.at(-1).number;
    const line = (n, side, text) => [["diary", number + n], { number: number + n, rule: "show.3", text, side }];
    table.live.tell("step", { kind: "step", seat: "blue", text: "", asked: ["red"], at: "1", changes: [
        line(1, "red", "Red has orders for the Old Guard."), line(2, "blue", "Blue moves."),
        ...[3, 4, 5, 6, 7].map(n => line(n, "blue", "At dawn this and that is looked up, and told in words. ".repeat(2)))] });
}"""


def test_moves_of_others_are_told_under_the_side_that_made_them(page):
    to_moves(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.evaluate(STEP)
    step = page.locator(".step")
    expect(step).to_contain_text("Red has orders for the Old Guard.")
    assert "Blue:" not in step.inner_text()
    assert [one.get_attribute("title") for one in step.locator(".line-side").all()] == ["Red", "Blue", "Blue"]
    page.keyboard.press(" ")  # the rest of a long dawn comes in portions
    expect(step).not_to_contain_text("Red has orders")
    expect(step.locator("li")).to_have_count(2)


def test_the_replay_covers_nothing_of_the_map(page):
    to_moves(page)
    page.keyboard.press("r")
    expect(page.locator(".replay")).to_be_visible()
    port, bar = page.locator(".port").bounding_box(), page.locator(".replay").bounding_box()
    assert port["y"] + port["height"] <= bar["y"] + 1


def test_cards_are_dark_in_the_dark(page):
    to_moves(page)
    light = page.locator(".dock .card").first.evaluate("one => getComputedStyle(one).backgroundColor")
    page.get_by_label("Light or dark").click()
    page.wait_for_timeout(250)
    dark = page.locator(".dock .card").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", light)[:3])) > 600 > 300 > sum(map(int, re.findall(r"\d+", dark)[:3]))
