"""August 1914 against the bot, by hand: Guns of August, the attack through the Ardennes, and the rounds after it."""

from __future__ import annotations

import re

from hands import expect, is_over, press, question, shot, start, touch, wait_for_me

STAFF = {"cp": "me", "ap": "bot:staff"}


def touch_place(page, place):
    """A click on the map, whatever stands there."""
    page.keyboard.press("0")  # see all
    page.wait_for_timeout(700)
    x, y = page.evaluate(f"grognard.board.camera.to_screen(...grognard.board.layout.centre('{place}'))")
    page.mouse.click(x, y)


def play_card(page, card, use):
    """A card of the hand, for one of its four uses."""
    page.locator(f'[data-card="{card}"]').click()
    page.locator(".popover.menu button.option", has_text=use).click()


def round_of(page):
    """The round that the question names; 0 when something else is asked."""
    asked = re.match(r"Round (\d)", question(page))
    return int(asked[1]) if asked else 0


def asked_for_round(page, number):
    """Until the bot has answered and the screen has followed."""
    expect(page.locator(".question")).to_contain_text(f"Round {number}: your action", timeout=60000)
    wait_for_me(page)


def attack_sedan(page):
    """The armies of the right wing against Sedan, until the next action is asked for."""
    expect(page.locator(".question")).to_contain_text("Attack which space?")
    touch_place(page, "paris")
    expect(page.locator(".popover .why-not")).to_contain_text("No line joins")  # and the rule stands beside it
    expect(page.locator(".popover .why-not")).to_contain_text("2.1.a")
    page.keyboard.press("Escape")
    touch_place(page, "sedan")
    expect(page.locator(".question")).to_contain_text("Attack on Sedan")
    touch(page, 0)  # the first of the armies that glow
    expect(page.locator(".decision")).to_contain_text("attacker wins")


def to_the_next_action(page, most=60):
    """Answer whatever is asked in the quickest way until the next round's action is asked for."""
    for _ in range(most):
        wait_for_me(page)
        if is_over(page) or round_of(page):
            return
        buttons = (".decision button.go:enabled", ".decision .choices button.option", ".popover.menu button.option")
        if not any(press(page, button) for button in buttons):
            touch(page, 0)
        page.wait_for_timeout(60)
    raise AssertionError(f"still asked: {question(page)}")


def test_the_first_rounds_of_august_1914(page):
    start(page, "pog", "1914", seats=STAFF, seed="1914")
    page.get_by_role("button", name="Take it").click()
    asked_for_round(page, 1)
    expect(page.locator(".hand .card")).to_have_count(7)
    guns = page.locator('[data-card="cp.01"]')
    expect(guns).to_contain_text("Liege falls")  # the event in words, beside the other three uses
    for use in ("OPS 3", "SR 4", "RP AH 1, GE 2, TU 1", "event"):
        expect(guns).to_contain_text(use)
    shot(page, "pog-august-1914")
    play_card(page, "cp.01", "event")
    attack_sedan(page)
    shot(page, "pog-sedan")
    to_the_next_action(page)
    asked_for_round(page, 2)
    expect(page.locator(".diary-lines")).to_contain_text("Liege falls")
    expect(page.locator('[data-piece="ge.a1"]')).to_have_attribute("data-at", re.compile("liege|sedan"))
    page.locator(".hand .card").first.click()
    page.locator(".popover.menu button.option", has_text="OPS").click()
    expect(page.locator(".question")).to_contain_text("Activate a space")
    touch_place(page, "moscow")
    expect(page.locator(".popover .why-not")).to_contain_text("§ 9.2.6")
    page.keyboard.press("Escape")
    to_the_next_action(page)
    asked_for_round(page, 3)
    expect(page.locator(".diary-lines")).to_contain_text("Round 3")
