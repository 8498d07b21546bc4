"""A whole march in one click where the game asks for every step: touch the end of it, and the corps is there."""

from __future__ import annotations

import json

from hands import expect, press, start, wait_for_me

SITUATION = {"start": "actions", "hands": {"cp": ["cp.02", "cp.03", "cp.04"], "ap": ["ap.01", "ap.02", "ap.03"]}}


def test_a_march_of_three_steps_is_one_touch(page):
    start(page, "pog", seats={"cp": "me", "ap": "bot:random"}, situation=json.dumps(SITUATION))
    wait_for_me(page)
    choose(page, '["ops","cp.02"]')
    choose(page, '["move","bremen"]')
    choose(page, '"done"')
    choose(page, '["unit","ge.c#9"]')
    expect(page.locator(".question")).to_contain_text("4 steps left")
    further = page.locator('.spot-group[data-place="koblenz"]')
    expect(further).to_be_attached()
    expect(further).to_have_attribute("aria-label", "to Koblenz (3 steps)")
    further.dispatch_event("pointerenter")
    expect(page.locator(".layer-ways .way")).to_have_count(1)
    further.dispatch_event("keydown", {"key": "Enter", "bubbles": True})
    expect(page.locator(".diary-lines")).to_contain_text("move GE corps on to Koblenz")
    expect(page.locator(".question")).not_to_contain_text("steps left")


def choose(page, value):
    """By its value, from the list of all choices."""
    wait_for_me(page)
    press(page, ".all-choices:not([open]) summary")
    page.locator(f".decision button.option[data-value='{value}']").first.click()
    page.wait_for_timeout(150)
    press(page, "dialog[open] button.go")
