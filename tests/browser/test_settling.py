"""How a choice is made: asked again beside the map, a stack with its menu, all answers by one touch; and lines that run on."""

from __future__ import annotations

import pytest
from hands import expect, start

ME = {"red": "me", "blue": "bot:random"}
ASKED = """([options, more]) => {
    const { table } = grognard;
    window.chosen = [];
    const ask = (left) => ({ seat: 'red', form: 'options', name: 'these', prompt: 'Which of these?', rule: 'show.1', number: 77, options: left, ...more });
    table.choose = (value) => {
        window.chosen.push(value);
        const left = options.filter(one => !window.chosen.includes(one.value));
        Object.assign(table, { now: { ...table.now, decision: ask(left) }, at: String(window.chosen.length) });
        table.tell('scene', table.scene);
        return Promise.resolve({});
    };
    table.now = { ...table.now, decision: ask(options) };
    table.tell('scene', table.scene);
}"""
NO = {"value": "no", "label": "No", "decline": True}


@pytest.fixture
def asked(page):
    """A table at which these options are asked for; what is chosen stands in `chosen`."""
    page.add_init_script("localStorage.setItem('grognard.alone', 'no')")
    start(page, "show", seats=ME)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")

    def ask(options, **more):
        page.evaluate(ASKED, [[*options, NO], more])
        expect(page.locator(".question")).to_contain_text("Which of these?")

    return ask


def chosen(page):
    return page.evaluate("window.chosen")


def test_what_is_final_is_asked_again_beside_the_map(page, asked):
    asked([{"value": "shot", "label": "the battery fires", "piece": "u3", "final": True}])
    battery, sure = page.locator('[data-piece="u3"]'), page.locator(".decision dialog.sure[open]")
    battery.click()
    expect(sure).to_contain_text("The battery fires")
    page.locator('[data-piece="b6"]').click()  # the map is free; whatever else is touched says no
    expect(sure).to_have_count(0)
    assert chosen(page) == []
    page.keyboard.press("Escape")
    battery.click()
    expect(sure).to_be_visible()
    page.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    battery.click()
    expect(sure).to_be_visible()
    page.evaluate("window.since = performance.now()")
    page.wait_for_function("() => performance.now() - window.since > 400")  # no double click
    battery.click()  # the same again is yes
    expect(sure).to_have_count(0)
    assert chosen(page) == ["shot"]


def test_a_stack_opens_with_what_it_can_do(page, asked):
    asked(
        [{"value": n, "label": f"Unit {n}", "piece": f"u{n}"} for n in range(3)]
        + [{"value": "all", "label": "All", "piece": "u0"}]
    )
    page.locator('[data-piece="u2"]').click()
    expect(page.locator(".fan-plate")).to_have_count(1)
    expect(page.locator(".popover.menu button.option")).to_have_count(4)
    plate, menu = page.locator(".fan-plate").bounding_box(), page.locator(".popover.menu").bounding_box()
    assert menu["y"] >= plate["y"] + plate["height"] or menu["y"] + menu["height"] <= plate["y"]  # and covers nobody of it
    odds = [{"title": "The march", "outcomes": [["through", 0.5], ["stays", 0.5]], "good": [1, -1]}]
    weighed = {"value": "go", "label": "Go", "place": "0304", "odds": odds}
    asked([weighed] + [{"value": n, "label": f"Look {n}", "place": f"030{n}"} for n in range(1, 6)])
    expect(page.locator(".decision .rich-option button")).to_have_text("Go")  # what has odds is a button, not only a place


def test_one_touch_gives_all_answers_and_asks_before_the_last(page, asked):
    every = [{"value": n, "label": f"Unit {n}", "piece": f"u{n}", "final": n == 2} for n in range(3)]
    asked(every, every="Everybody")
    page.get_by_role("button", name="Everybody (3)").click()
    expect(page.locator("dialog.sure[open]")).to_contain_text("Unit 2")
    assert chosen(page) == [0, 1]
    page.locator("dialog.sure .go").click()
    expect(page.locator("dialog.sure")).to_have_count(0)
    assert chosen(page) == [0, 1, 2]


def test_a_line_of_the_diary_runs_on_after_its_mark(page, asked):
    text = "A long line tells what the red guard did at this place, and why, and what came of it in the end, by which rule."
    line = {"number": 900, "rule": "show.3", "text": text, "side": "red", "place": "0304"}
    page.evaluate(
        "(line) => grognard.table.live.tell('step', { kind: 'step', seat: 'blue', text: '', asked: [], at: '1', changes: [[['diary', 900], line]] })",
        line,
    )
    words = page.locator('.diary .line[data-number="900"] .line-text')
    expect(words).to_have_attribute("role", "button")
    mark = page.locator('.diary .line[data-number="900"] .line-side')
    tops = words.evaluate("one => [...one.getClientRects()].map(box => box.top)")
    assert len(tops) > 1 and abs(tops[0] - mark.evaluate("one => one.getBoundingClientRect().top")) < 12
    words.press("Enter")
    expect(page.locator(".flash")).to_have_count(1)
