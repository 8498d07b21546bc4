"""For everybody: axe-core finds nothing on any page and any kind of decision; the focus follows the question; results are read out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hands import expect, play_to_the_end, start, wait_for_me

ME = {"red": "me", "blue": "bot:random"}
AXE = Path(__file__).parents[2] / "tools" / "web" / "node_modules" / "axe-core" / "axe.min.js"
# A counter is a drawing: its label says in words what is printed on it as "4-6" or "xx", so those need not be in the label.
RUN = """async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })).violations
    .map(found => ({ ...found, nodes: found.nodes.filter(node => found.id !== 'label-content-name-mismatch' || !node.html.startsWith('<g ')) }))
    .filter(found => found.nodes.length)
    .map(found => found.id + ': ' + found.help + ' ' + found.nodes.slice(0, 4).map(node => node.html.slice(0, 110)
    + ' | ' + (node.any[0]?.message ?? '').slice(0, 140)).join(' // '))"""


def clean(page, what: str) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core: npm ci --prefix tools/web")
    for theme in ("light", "dark"):
        page.evaluate("(name) => { document.documentElement.dataset.theme = name }", theme)
        page.wait_for_timeout(450)  # colours go over softly
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate(RUN)
        assert not found, f"{what}, {theme}: " + "\n".join(found)


def to_moves(page):
    start(page, "show", seats=ME)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


@pytest.mark.parametrize("address", ["#/", "#/rules/nlc", "#/odds/napalini", "#/puzzles"])
def test_pages(page, address):
    page.goto(f"/{address}")
    page.wait_for_selector("h1, h2")
    page.wait_for_timeout(400)
    clean(page, address)


def test_every_kind_of_decision(page):
    start(page, "show", seats=ME)
    page.locator(".draft-offers button.option").first.click()
    clean(page, "a draft")
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")
    page.locator('[data-piece="u3"]').click()
    page.locator(".all-choices summary").click()
    clean(page, "options on the map")
    page.locator("#tab-button-panels").click()
    clean(page, "panels")
    page.locator("#tab-button-text").click()
    clean(page, "words")
    page.locator(".decision-foot button", has_text="End of moves").click()
    clean(page, "cards")
    page.locator("button", has_text="Pass").click()
    expect(page.locator(".question")).to_contain_text("Attack?")
    clean(page, "a fight with odds")
    page.locator("button.option.act-attack").click()
    clean(page, "asked once more")


def test_a_board_of_orders_and_facing(page):
    start(page, "staff", seats={"red": "me", "blue": "me"})
    clean(page, "a board of orders")
    page.locator(".row-head").first.click()
    page.locator(".order-row.open button.verb").first.click()
    page.locator(".row-places button.option").first.click()
    expect(page.locator(".row-orders li")).to_have_count(1)
    clean(page, "an order on the board")
    start(page, "turning", seats={"red": "me", "blue": "me"})
    expect(page.locator(".turn-arrow")).to_have_count(4)
    clean(page, "facing by arrows")


def test_poses_and_the_open_table(page):
    start(page, "dbms")
    page.locator(".pieces .can").first.press("Enter")
    wait_for_me(page)
    clean(page, "the open table")


def test_menu_dialog_replay_and_result(page):
    to_moves(page)
    page.locator("#menu").click()
    clean(page, "the menu")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    clean(page, "a dialog")
    page.keyboard.press("Escape")
    play_to_the_end(page)
    clean(page, "the result")
    page.keyboard.press("r")
    expect(page.locator(".replay")).to_be_visible()
    clean(page, "the replay")


def test_the_focus_goes_to_the_new_question(page):
    to_moves(page)
    for _ in range(3):
        assert page.evaluate("document.activeElement.className") == "question"
        page.locator('[data-piece="u3"]').press("Enter")
        page.locator(".pieces .spot-group").first.press("Enter")
        wait_for_me(page)
        page.wait_for_timeout(150)
    assert page.evaluate("document.activeElement.className") == "question"


def test_results_and_dice_are_read_out(page):
    to_moves(page)
    log = page.get_by_role("log")
    expect(log).to_have_count(1)
    page.locator('[data-piece="u3"]').press("Enter")
    page.locator(".pieces .spot-group").first.press("Enter")
    expect(log).to_contain_text("Battery moves to")


def test_single_letters_can_be_switched_off(page):
    to_moves(page)
    page.locator("#menu").click()
    page.get_by_label("Single-letter keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.locator("#tab-text")).to_be_hidden()
