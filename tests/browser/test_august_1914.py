"""August 1914 against the bot, by hand: Guns of August, the attack through the Ardennes, and the rounds after it."""

from __future__ import annotations

import re

from hands import expect, shot, start, touch
from war_hands import asked_for_round, play_card, to_the_next_action, touch_place

STAFF = {"cp": "me", "ap": "bot:staff"}


def attack_sedan(page):
    """The armies of the right wing against Sedan, until the next action is asked for."""
    expect(page.locator(".question")).to_contain_text("Attack which space?")
    touch_place(page, "paris")
    expect(page.locator(".popover .why-not")).to_contain_text("No line joins")  # and the rule stands beside it
    expect(page.locator(".popover .why-not")).to_contain_text("2.1.a")
    page.keyboard.press("Escape")
    touch_place(page, "sedan")
    page.locator(".popover.menu button.option", has_text="Sedan").click()  # shown with its odds before it is taken
    expect(page.locator(".question")).to_contain_text("Attack on Sedan")
    touch(page, 0)  # the first of the armies that glow
    expect(page.locator(".decision")).to_contain_text("attacker wins")


def test_the_first_rounds_of_august_1914(page):
    start(page, "pog", "1914", seats=STAFF, seed="1914")
    page.get_by_role("button", name="Take it").click()
    page.locator("dialog[open] button.go").click()  # the Allies are told: that cannot be taken back
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
    play_card(page, page.locator(".hand .card").first.get_attribute("data-card"), "OPS")
    expect(page.locator(".question")).to_contain_text("Activate a space")
    touch_place(page, "moscow")
    expect(page.locator(".popover .why-not")).to_contain_text("§ 9.2.6")
    page.keyboard.press("Escape")
    to_the_next_action(page)
    asked_for_round(page, 3)
    expect(page.locator(".diary-lines")).to_contain_text("Round 3")
