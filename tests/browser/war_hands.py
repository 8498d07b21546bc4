"""Hands for Paths of Glory and its variant: cards, places on the map, rounds."""

from __future__ import annotations

import re

from hands import expect, is_over, press, question, touch, wait_for_me


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
    page.wait_for_timeout(200)
    press(page, "dialog[open] button.go")  # where it cannot be taken back it is asked again


def round_of(page):
    """The round that the question names; 0 when something else is asked."""
    asked = re.match(r"Round (\d)", question(page))
    return int(asked[1]) if asked else 0


def asked_for_round(page, number):
    """Until the bot has answered and the screen has followed."""
    expect(page.locator(".question")).to_contain_text(f"Round {number}: your action", timeout=60000)
    wait_for_me(page)


def to_the_next_action(page, most=60):
    """Answer whatever is asked in the quickest way until the next round's action is asked for."""
    for _ in range(most):
        wait_for_me(page)
        if is_over(page) or round_of(page):
            return
        if press(page, "dialog[open] button.go"):
            continue
        buttons = (".decision button.go:enabled", ".decision .choices button.option", ".popover.menu button.option")
        if not any(press(page, button) for button in buttons):
            touch(page, 0)
        page.wait_for_timeout(60)
    raise AssertionError(f"still asked: {question(page)}")
