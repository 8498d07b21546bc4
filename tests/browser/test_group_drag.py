"""A group on the open table: pointed at by one of its elements, dragged as one, judged while the hand moves."""

from __future__ import annotations

import re

from hands import expect, shot, start, wait_for_me


def test_a_group_is_dragged_as_one(page):
    start(page, "dbms", seats={"red": "me", "blue": "bot:random"})
    wait_for_me(page)
    page.locator('[data-piece="e1"]').click()
    page.locator(".popover.menu button.option", has_text="Move the group of TA 2 and TA 3").click()
    expect(page.locator(".question")).to_contain_text("Where does the group of TA 2 and TA 3 go?")
    expect(page.locator(".ghost.along")).to_have_count(1)
    page.wait_for_timeout(700)  # until the camera stands
    ring = page.locator(".ghost.live .ring").bounding_box()
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 45, steps=5)
    page.mouse.up()
    expect(page.locator(".told")).to_contain_text("A group slides only in a move that ends in contact")
    expect(page.locator("#pose-go")).to_be_disabled()
    shot(page, "dbms-group")
    page.locator(".told button.preset", has_text="As far as allowed").click()
    expect(page.locator(".told")).to_contain_text("This is allowed")
    page.locator("#pose-go").click()
    expect(page.locator(".diary-lines")).to_contain_text(re.compile(r"A group of 2 moves [\d.]+ in .*: TA 2 and TA 3\."))
