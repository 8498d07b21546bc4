"""The hand of cards: a fan in a strip of its own, whole inside the window of a laptop."""

from __future__ import annotations

import pytest
from hands import expect, shot, start


@pytest.fixture
def wide() -> dict:
    return {"viewport": {"width": 1366, "height": 768}}


def test_eight_cards_stand_in_the_window_and_each_shows_its_title(page):
    start(page, "draka", seats={"cp": "me", "ap": "bot:random"})
    cards = page.locator(".dock .card")
    expect(cards).to_have_count(8)
    stage = page.locator(".stage").bounding_box()
    boxes = [card.bounding_box() for card in cards.all()]
    assert max(box["x"] + box["width"] for box in boxes) <= stage["x"] + stage["width"]
    assert max(box["y"] + box["height"] for box in boxes) <= 768
    assert min(after["x"] - before["x"] for before, after in zip(boxes, boxes[1:], strict=False)) > 40
    shot(page, "hand")
    title = cards.nth(2).locator(".card-title").inner_text()
    cards.nth(2).hover(position={"x": 20, "y": 20})
    expect(page.locator(".card.large")).to_contain_text(title)


def test_on_a_phone_cards_are_read_by_scrolling_and_counters_can_be_seen(chromium, server):
    context = chromium.new_context(
        base_url=server.address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    start(page, "draka", seats={"cp": "me", "ap": "bot:random"})
    page.wait_for_selector(".port.painted")
    boxes = [card.bounding_box() for card in page.locator(".dock .card").all()]
    assert min(after["x"] - before["x"] for before, after in zip(boxes, boxes[1:], strict=False)) >= 110  # none lies on another
    page.wait_for_timeout(800)
    assert page.evaluate("grognard.board.camera.z * 64") >= 16
    context.close()
