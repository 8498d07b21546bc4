"""The hands of a designer: tools taken up, the table touched and dragged over. Nothing here looks behind the screen."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

MIDDLE = """(selector) => {
    const one = document.querySelector(selector);
    if (!one) return null;
    const at = one.getBoundingClientRect();
    return [at.x + at.width / 2, at.y + at.height / 2];
}"""


def workshop(page: Page, game: str, begin: str = "new") -> None:
    page.goto(f"/#/workshop/{game}/{begin}")
    page.wait_for_selector("svg.easel:not([hidden])", timeout=90000)
    page.wait_for_function("() => document.querySelector('.workshop .draft').value.length > 40", timeout=90000)


def settled(page: Page) -> None:
    """The check has spoken about what stands there now."""
    page.wait_for_function("() => document.querySelector('[data-tab=Mistakes]').textContent !== 'Checking…'", timeout=90000)


def no_mistakes(page: Page) -> None:
    expect(page.locator("[data-tab=Mistakes]")).to_have_text("No mistakes", timeout=90000)


def text_of(page: Page) -> str:
    return page.locator(".workshop .draft").input_value()


def changed(page: Page, work) -> str:
    """Do it, and wait until the text is another; the answer is the text."""
    before = text_of(page)
    work()
    page.wait_for_function("(before) => document.querySelector('.workshop .draft').value !== before", arg=before, timeout=60000)
    return text_of(page)


def take(page: Page, tool: str) -> None:
    """A tool by its id: a button, or an entry of a list; nothing: the hand."""
    took = page.evaluate(
        """(id) => {
            const button = document.querySelector(`.tool-side [data-tool="${id}"]`);
            if (button) { button.click(); return true; }
            for (const list of document.querySelectorAll('.brushes select'))
                if ([...list.options].some((one) => one.value === id)) {
                    list.value = id; list.dispatchEvent(new Event('change')); return true;
                }
            return false;
        }""",
        tool,
    )
    assert took, f"there is no tool {tool}"


def table_point(page: Page, across: float, down: float) -> tuple[float, float]:
    """A place on the table, as parts of what is seen of it."""
    box = page.evaluate("(() => { const at = document.querySelector('svg.easel').getBoundingClientRect(); return [at.x, at.y, at.width, at.height] })()")
    return box[0] + box[2] * across, box[1] + box[3] * down


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    page.wait_for_selector(selector, state="attached")
    x, y = page.evaluate(MIDDLE, selector)
    return x, y


def cell(page: Page, name: str) -> tuple[float, float]:
    return middle_of(page, f'svg.easel [data-cell="{name}"]')


def touch(page: Page, at: tuple[float, float]) -> None:
    page.mouse.click(*at)


def drag(page: Page, *through: tuple[float, float]) -> None:
    page.mouse.move(*through[0])
    page.mouse.down()
    for a, b in zip(through, through[1:]):
        for step in range(1, 9):
            page.mouse.move(a[0] + (b[0] - a[0]) * step / 8, a[1] + (b[1] - a[1]) * step / 8)
    page.mouse.up()


def piece(page: Page, words: str) -> tuple[float, float]:
    """A piece by what it is called."""
    page.wait_for_function(
        "(words) => [...document.querySelectorAll('svg.easel [data-piece] > title')].some((one) => one.textContent.includes(words))", arg=words
    )
    x, y = page.evaluate(
        """(words) => {
            const one = [...document.querySelectorAll('svg.easel [data-piece]')].find((g) => g.querySelector('title').textContent.includes(words));
            const at = (one.querySelector('.body') ?? one).getBoundingClientRect();
            return [at.x + at.width / 2, at.y + at.height / 2];
        }""",
        words,
    )
    return x, y


def fill_in(page: Page, key: str, words: str) -> str:
    """A field of the form."""

    def write() -> None:
        field = page.locator(f'.forms [data-key="{key}"]').first
        field.fill(words)
        field.press("Tab")

    return changed(page, write)


def hand_over(page: Page, folder: Path) -> str:
    """Download the file, and open it as a friend would, beside a draft of his own; the answer is its text."""
    text = text_of(page)
    with page.expect_download() as handed:
        page.get_by_role("button", name="Download").click()
    file = folder / "handed.toml"
    handed.value.save_as(file)
    page.locator("[data-tab=Begin]").click()
    changed(page, lambda: page.get_by_role("button", name="From nothing").click())
    page.locator("[data-tab=Begin]").click()
    expect(page.get_by_role("button", name=re.compile("Back to my-"))).to_be_visible()  # his own is not lost
    changed(page, lambda: page.get_by_label("Open a file").set_input_files(file))
    assert text_of(page) == text
    no_mistakes(page)
    return text


def play_it(page: Page, who: str = "") -> None:
    if who:
        page.get_by_label("Who plays").select_option(label=who)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(re.compile(r"#/match/"), timeout=90000)
    page.wait_for_selector(".decision .question, .curtain:not([hidden])", timeout=90000)
