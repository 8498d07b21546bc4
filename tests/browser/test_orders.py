"""The board of orders: rows, what and where, dragging, plans, what belongs to an order; and facing by arrows on the piece."""

from __future__ import annotations

import re

import pytest
from hands import expect, question, shot, start

pytestmark = pytest.mark.browser
SEATS = {"red": "me", "blue": "me"}


def row(page, name):
    return page.locator(f'.order-row[data-row="{name}"]')


def at(page, thing):
    """Where a piece or a place is on the screen."""
    return page.evaluate(
        "id => { const b = grognard.board; return b.camera.to_screen(...(b.where(id) ?? b.layout.centre(id))); }", thing
    )


def settled(page):
    """The camera has come to rest."""
    page.wait_for_function(
        """() => { const c = grognard.board.camera, now = [c.x, c.y, c.z].join();
            const same = window.__was === now; window.__was = now; return same; }""",
        polling=150,
    )


def test_orders_are_a_board_with_the_map_in_view(page):
    start(page, "staff", seats=SEATS)
    expect(page.locator(".order-row")).to_have_count(2)
    expect(row(page, "guard")).to_contain_text("has: march the ridge")
    expect(row(page, "guard")).to_contain_text("3 battalions")
    expect(page.locator("#submit")).to_have_text("All keep their orders")
    expect(page.locator(":root")).to_have_attribute("data-face", "staff")
    expect(page.locator(".layer-ghosts .had")).to_have_count(1)  # the order it has
    row(page, "guard").locator(".row-head").click()
    row(page, "guard").locator("button.verb", has_text="Attack").click()
    expect(page.locator(".spot-group.act-attack")).to_have_count(3)
    row(page, "guard").locator(".row-places button", has_text="Hougoumont").click()
    expect(row(page, "guard").locator("li")).to_contain_text("Attack Hougoumont")
    expect(page.locator(".layer-ghosts .had")).to_have_count(0)
    expect(page.locator(".layer-ghosts .written-line")).to_have_count(1)
    shot(page, "order-board")
    page.locator("#submit").click()
    expect(page.locator(".diary")).to_contain_text("guard attack 0404")


def test_a_place_on_the_map_asks_what_to_do_there(page):
    start(page, "staff", seats=SEATS)
    settled(page)
    page.mouse.click(*at(page, "hussars"))
    expect(row(page, "hussars")).to_have_class("order-row open")
    settled(page)
    page.mouse.click(*at(page, "0504"))
    page.locator(".popover.menu button.option", has_text="march the ridge").click()
    expect(row(page, "hussars").locator("li")).to_contain_text("March the ridge")


def test_a_counter_is_dragged_to_where_it_shall_go(page):
    start(page, "staff", seats=SEATS)
    settled(page)
    (x, y), (to_x, to_y) = at(page, "guard"), at(page, "0404")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    page.mouse.move(to_x, to_y, steps=3)
    expect(page.locator(".layer-ways .way")).to_have_count(1)
    page.mouse.up()
    page.locator(".popover.menu button.option", has_text="attack Hougoumont").click()
    expect(row(page, "guard").locator("li")).to_contain_text("Attack Hougoumont")


def test_whole_plans_are_taken_and_changed(page):
    start(page, "staff", seats=SEATS)
    page.locator(".plans .preset", has_text="All to the farm").click()
    expect(page.locator(".order-board li")).to_have_count(2)
    expect(page.locator(".plans .preset", has_text="All to the farm")).to_have_attribute("aria-pressed", "true")
    row(page, "guard").locator(".item").click()
    row(page, "guard").locator("button.verb", has_text="Attack").click()
    row(page, "guard").locator(".row-places button", has_text="the ridge").click()
    expect(row(page, "guard").locator("li")).to_contain_text("Attack the ridge")
    expect(row(page, "hussars").locator("li")).to_contain_text("March the farm")
    page.locator(".plans .preset", has_text="All orders stand").click()
    expect(page.locator(".order-board li")).to_have_count(0)


def test_what_belongs_to_an_order_stays_with_it_and_goes_with_it(page):
    start(page, "staff", seats=SEATS)
    page.locator(".plans .preset", has_text="All to the farm").click()
    expect(page.locator(".order-board li")).to_have_count(2)
    row(page, "guard").locator(".row-head").click()  # not the last on the sheet: it is written last
    expect(row(page, "guard")).to_contain_text("Add to it: then")
    row(page, "guard").locator(".row-places button", has_text="the ridge").click()
    expect(row(page, "guard").locator("li")).to_have_count(2)
    expect(row(page, "guard").locator("li.under")).to_contain_text("Then the ridge")
    expect(page.locator(".told")).to_contain_text("Nothing is wrong")
    row(page, "guard").locator("li").first.locator("button[aria-label^=Remove]").click()
    expect(page.locator(".order-board li")).to_have_count(1)
    expect(page.locator("#submit")).to_be_enabled()


def test_the_focus_stays_on_the_sheet(page):
    """What was pressed is gone when an order is taken out: the focus went to the body."""
    start(page, "staff", seats=SEATS)
    page.locator(".plans .preset", has_text="All to the farm").click()
    remove = row(page, "guard").locator("button[aria-label^=Remove]")
    remove.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".order-board li")).to_have_count(1)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_the_focus_stays_on_a_plain_list(page):
    start(page, "show")
    page.locator(".draft-offers button.option", has_text="Hussars goes to 0404").click()
    page.locator(".draft-items button[aria-label^=Remove]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".draft-items li")).to_have_count(0)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_the_staffs_sheet_is_written_down(page):
    start(page, "show", seats={"red": "me", "blue": "me"})
    page.keyboard.press("h")
    take = page.locator("#take-advice")
    if not take.count():
        page.wait_for_function("() => document.querySelector('.staff').innerText.length > 10", timeout=30000)
    if take.count():  # a staff that would write nothing has nothing to be taken
        take.click()
        expect(page.locator(".draft-items li").first).to_be_visible()


def test_facing_is_set_by_arrows_on_the_piece(page):
    start(page, "turning", seats=SEATS)
    expect(page.locator(".turn-arrow")).to_have_count(4)
    settled(page)
    shot(page, "facing")
    page.locator('.turn-arrow[data-facing="90"]').click()
    expect(page.locator(".diary")).to_contain_text("The Guard faces east")


def test_facing_by_keyboard(page):
    start(page, "turning", seats=SEATS)
    page.locator('.turn-arrow[data-facing="180"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".diary")).to_contain_text("The Guard faces south")


@pytest.mark.parametrize("wide", [{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}])
def test_the_board_on_a_phone(page, wide):
    start(page, "staff", seats=SEATS)
    row(page, "guard").locator(".row-head").tap()
    row(page, "guard").locator("button.verb", has_text="March").tap()
    row(page, "guard").locator(".row-places button", has_text="the farm").tap()
    expect(row(page, "guard").locator("li")).to_contain_text("March the farm")
    small = page.evaluate(
        """() => [...document.querySelectorAll('.order-board button, .decision-foot button.go')]
            .filter(one => one.getClientRects().length && one.getBoundingClientRect().height < 40).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert not small
    assert page.evaluate("() => document.querySelector('.port').getBoundingClientRect().height") > 250
    shot(page, "order-board-phone")
    assert question(page).startswith("Give orders")


def test_who_plans_a_landing_sees_the_island_too(page):
    """The British of Take Three begin at sea: the first look has their ships and every objective ashore."""
    start(page, "fyow", scenario="take-three", seats={"british": "me", "german": "me"})
    settled(page)
    seen = page.evaluate(
        """things => things.filter(id => { const b = grognard.board; return b.camera.sees(...(b.where(id) ?? b.layout.centre(id)), 4); })""",
        ["u0", "st-peter-port", "jerbourg", "pleinmont"],
    )
    assert seen == ["u0", "st-peter-port", "jerbourg", "pleinmont"]


def test_plans_and_the_first_row_are_in_sight_on_a_phone(chromium, server):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = chromium.new_context(base_url=server.address, **phone)
    page = context.new_page()
    start(page, "fyow")
    foot = page.locator(".decision-foot").bounding_box()
    assert abs(foot["y"] + foot["height"] - 844) < 4, "the sheet ends above the foot of the screen"
    for plan in page.locator(".presets .preset").all():
        box = plan.bounding_box()
        assert box["y"] + box["height"] <= foot["y"], "a plan lies under the foot"
    expect(page.locator(".order-row .row-head").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#hint")).to_be_in_viewport(ratio=1)
    context.close()


def test_the_chances_of_an_order_are_one_line_and_charts_when_asked_for(page):
    start(page, "fyow")
    page.locator(".presets .preset").first.click()
    page.locator("#submit:enabled").click()
    page.locator(".presets .preset", has_text="As the staff proposes").click()
    chances = page.locator(".row-odds").first
    expect(chances.locator("summary")).to_contain_text(re.compile(r"through \d+ %, stays \d+ %"))
    assert chances.bounding_box()["height"] < 30
    expect(chances.locator(".odds")).to_be_hidden()
    chances.locator("summary").click()
    expect(chances.locator(".odds")).to_be_visible()
