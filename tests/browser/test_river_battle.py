"""The Bridges of Novi against the staff, by hand: the first Op with its refusals, and the whole river battle to its end."""

from __future__ import annotations

import re

import pytest
from hands import expect, is_over, play_to_the_end, press, question, shot, start, touch, wait_for_me
from test_august_1914 import touch_place

TOMAINIA = {"so": "me", "sd": "bot:staff"}
BUTTONS = (".decision button.go:enabled", ".decision .choices button.option", ".popover.menu button.option")


def until(page, words, most=80):
    """Answer in the quickest way until a question with these words is asked."""
    for _ in range(most):
        wait_for_me(page)
        if is_over(page) or re.search(words, question(page)):
            return
        if press(page, "dialog[open] button.go"):  # sure: it cannot be taken back
            continue
        if not press(page, ".decision .choices button.option", words="^(done|no more|no card|none|no$|nothing)") and not any(press(page, button) for button in BUTTONS):
            touch(page, 0)
        page.wait_for_timeout(60)
    shot(page, "napalini-stuck")
    raise AssertionError(f"still asked: {question(page)}")


def test_the_first_op_of_the_river_battle(page):
    start(page, "napalini", "novi", seats=TOMAINIA, seed="novi")
    until(page, "name the square of its area")
    shot(page, "napalini-novi")
    expect(page.locator(".diary-lines")).to_contain_text("recce value")
    touch_place(page, "F4")  # an enemy monitor lies there
    expect(page.locator(".popover .why-not")).to_contain_text("F4 holds the enemy")
    page.keyboard.press("Escape")
    touch_place(page, "C2")
    until(page, "Which unit acts next|HQ actions before|Play a card")
    expect(page.locator(".diary-lines")).to_contain_text("around C2")
    until(page, "name the square of its area")  # the Op is done, the staff has answered, the next Op begins
    expect(page.locator(".diary-lines")).to_contain_text("Osterlich")


@pytest.mark.soak  # the learning scenario is played to its end in test_matches.py
def test_the_river_battle_to_its_end(page):
    """A person fights it through: every touch is one that the screen offers."""
    start(page, "napalini", "novi", seats=TOMAINIA, seed="to the end")
    touched = play_to_the_end(page, seed=2, most=1500)
    assert touched > 60
    expect(page.locator(".decision .scores")).to_be_visible()
    expect(page.locator(".diary-lines")).to_contain_text("Night 3")
    shot(page, "napalini-novi-end")
