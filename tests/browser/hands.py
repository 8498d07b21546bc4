"""What a person does: starts a match, touches what glows, reads what is written. Nothing here looks behind the screen."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Page, expect

SCREENS = Path(__file__).parents[2] / "build" / "screens"

TOUCHABLE = ".decision .choices button.option, #pose-go:enabled, #submit:enabled, .decision button.go:enabled, .pieces .can[tabindex], .dock .can, .panels .can, .decision .preset, .decision .item + button"
READY = "() => document.querySelector('.decision.mine:not(.busy), .curtain:not([hidden])') || document.querySelector('.decision .scores')"


def shot(page: Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")


def start(
    page: Page,
    game: str,
    scenario: str = "learning",
    seats: dict[str, str] | None = None,
    *,
    guide: bool = False,
    seed: str = "1",
    options: tuple[str, ...] = (),
    situation: str = "",
) -> str:
    """From the first page into a match, as a newcomer would; the answer is the match's id."""
    page.goto("/#/")
    page.locator(f'[data-game="{game}"]').click()
    page.locator(f'.scenarios input[value="{scenario}"]').check()
    for side, who in (seats or {}).items():
        page.locator(f'select[data-side="{side}"]').select_option(who)
    page.locator(".more-options > summary").click()
    for title in options:
        page.locator(".options label.field.tick", has_text=title).locator("input").first.check()
    page.get_by_label("Seed of the dice").fill(seed)
    if situation:
        page.locator("summary", has_text="Set up a situation by hand").click()
        page.locator(".more-options textarea").fill(situation)
    page.locator("#start").click()
    page.wait_for_url("**/#/match/*")
    page.wait_for_selector(".decision .question, .curtain:not([hidden])")
    if not guide and "other" not in (seats or {}).values():
        no_guide(page)
    return page.url.rsplit("/", 1)[1]


def no_guide(page: Page) -> None:
    """Enough of the guided start, which comes once for each game."""
    enough = page.locator(".guide button", has_text="Enough")
    enough.click()


def wait_for_me(page: Page) -> None:
    page.wait_for_function(READY, timeout=60000)


def question(page: Page) -> str:
    return page.locator(".decision .question").inner_text()


def is_over(page: Page) -> bool:
    return page.locator(".decision .scores").count() > 0


def touch(page: Page, number: int) -> str | None:
    """Touch one of the things that can be touched: by mouse beside the map, by keyboard on it. If there is nothing, what is asked."""
    return page.evaluate(
        """([selector, n]) => {
            const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
            if (!all.length) return document.querySelector('.decision').innerText;
            const one = all[n % all.length];
            if (one.closest('svg.pieces')) { one.focus({preventScroll: true}); one.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})); }
            else one.click();
        }""",
        [TOUCHABLE, number],
    )


def press(page: Page, selector: str, number: int = 0) -> bool:
    """Press one of the buttons that stand there at this moment. Looking and pressing are one step: the screen may change between two."""
    return page.evaluate(
        """([selector, n]) => {
            const all = [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);
            if (all.length) all[n % all.length].click();
            return all.length > 0;
        }""",
        [selector, number],
    )


def play_to_the_end(page: Page, seed: int = 1, most: int = 900) -> int:
    """Touch what glows until the match is over; how many touches it took."""
    rng, stuck = random.Random(seed), 0
    for touched in range(most):
        wait_for_me(page)
        if is_over(page):
            return touched
        if press(page, "#raise") or press(page, "dialog[open] button.go"):
            continue
        pressed = rng.random() < 0.7 and press(page, ".decision button.go:enabled")
        if not pressed and not press(page, ".popover.menu button.option", rng.randrange(1000)):
            nothing = touch(page, rng.randrange(1000))
            stuck = stuck + 1 if nothing else 0
            assert stuck < 40, f"nothing can be touched: {nothing}"
        page.wait_for_timeout(25)
    raise AssertionError(f"the match did not end in {most} touches; asked: {question(page)}")


__all__ = ["expect", "is_over", "play_to_the_end", "question", "shot", "start", "touch", "wait_for_me"]
