"""A base under the hand, and an umpire who takes his time: what may be submitted is only what he has judged."""

from __future__ import annotations

import re

import pytest
from hands import expect, start, wait_for_me

SLOW = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (words) {
        if (window.slow && String(words).includes('"do":"check"')) setTimeout(() => send.call(this, words), window.slow);
        else send.call(this, words);
    };
"""


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def moving(page):
    """TA 2 is about to move; where it stands is judged already."""
    page.add_init_script(SLOW)
    start(page, "dbms", seats={"red": "me", "blue": "bot:random"}, seed="by hand")
    wait_for_me(page)
    page.locator('[data-piece="e1"]').click()
    page.locator(".popover.menu button.option", has_text=re.compile("^Move TA 2")).click()
    expect(page.locator(".question")).to_contain_text("Where does TA 2 go?")
    page.wait_for_timeout(500)  # until the camera stands
    expect(page.locator(".told .fine")).to_be_visible()
    return page


def drag(page, x, y):
    at = centre(page.locator(".ghost.live .ring").bounding_box())
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + x, at[1] + y, steps=4)
    page.mouse.up()


def test_stand_here_waits_until_this_very_place_is_judged(moving):
    page = moving
    go = page.locator("#pose-go")
    expect(go).to_be_enabled()
    page.evaluate("window.slow = 1200")
    drag(page, 0, -250)
    assert go.is_disabled(), "the place where it stood was allowed; this one nobody has judged"
    expect(page.locator(".told")).to_contain_text("its allowance")
    expect(go).to_be_disabled()
    page.locator(".told button.preset", has_text="As far as allowed").click()
    assert go.is_disabled()
    expect(go).to_be_enabled()
    drag(page, 0, -250)
    page.locator('[data-suggestion="0"]').click()  # before the drag is judged
    page.wait_for_timeout(1350)
    assert go.is_disabled(), "that was the answer to the drag"
    expect(go).to_be_enabled()
    go.click()
    expect(page.locator(".diary-lines")).to_contain_text("TA 2 moves ")


def test_a_base_under_the_hand_stays_there_when_the_position_is_sent_again(moving):
    page = moving
    drag(page, 0, -250)
    expect(page.locator(".told")).to_contain_text("its allowance")
    page.evaluate("window.grognard.table.live.say('look')")
    page.wait_for_timeout(400)
    expect(page.locator(".told")).to_contain_text("its allowance")


def test_an_umpire_who_cannot_judge_now_is_asked_again(moving):
    page = moving
    page.evaluate(
        """() => {
            const live = window.grognard.table.live, say = live.say.bind(live);
            let fails = 1;
            live.say = (what, more) => what === 'check' && fails-- > 0 ? Promise.resolve({kind: 'error', what: 'Too many messages at once: wait a moment.'}) : say(what, more);
        }"""
    )
    page.locator('[data-suggestion="0"]').click()
    expect(page.locator(".told")).to_contain_text("Too many messages at once")
    expect(page.locator("#pose-go")).to_be_enabled()
    expect(page.locator(".told .fine")).to_be_visible()
