"""What a person does: starts a match, touches what glows, reads what is written. Nothing here looks behind the screen."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Page, expect

expect.set_options(timeout=30000)  # a busy machine; what comes, comes at once on a free one
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
    seed: str = "1",
    options: tuple[str, ...] = (),
    situation: str = "",
    by_hand: bool = False,
) -> str:
    """Into a new match; the answer is its id. `by_hand`: from the first page, as a newcomer would."""
    if by_hand or options or situation:
        _by_hand(page, game, scenario, seats or {}, seed, options, situation)
    else:
        kinds = {side: {"kind": who.partition(":")[0], "bot": who.partition(":")[2]} for side, who in (seats or {}).items()}
        row = page.request.post("/api/matches", data={"game": game, "scenario": scenario, "seats": kinds, "seed": seed}).json()
        page.goto(f"/#/match/{row['id']}")
    page.wait_for_selector(".decision .question, .curtain:not([hidden])")
    return page.url.rsplit("/", 1)[1]


def _by_hand(page: Page, game: str, scenario: str, seats: dict[str, str], seed: str, options: tuple[str, ...], situation: str) -> None:
    page.goto("/#/")
    page.locator(f'[data-game="{game}"]').click()
    page.locator(f'.scenarios input[value="{scenario}"]').check()
    for side, who in seats.items():
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


def wait_for_me(page: Page) -> None:
    page.wait_for_function(READY, timeout=60000)


def question(page: Page) -> str:
    return page.locator(".decision .question").inner_text()


def is_over(page: Page) -> bool:
    return page.locator(".decision .scores").count() > 0


# What is over asks nothing: its buttons lead to the replay, a rematch, the start. Looking and pressing are one step: the screen may change between two.
STANDING = """const standing = (selector) => document.querySelector('.decision .scores') ? [] :
    [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length);"""


def touch(page: Page, number: int) -> str | None:
    """Touch one of the things that can be touched: by mouse beside the map, by keyboard on it. If there is nothing, what is asked."""
    return page.evaluate(
        f"""([selector, n]) => {{
            {STANDING}
            const all = standing(selector);
            if (!all.length) return document.querySelector('.decision').innerText;
            const one = all[n % all.length];
            if (one.closest('svg.pieces')) {{ one.focus({{preventScroll: true}}); one.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', bubbles: true}})); }}
            else one.click();
        }}""",
        [TOUCHABLE, number],
    )


def press(page: Page, selector: str, number: int = 0, words: str = "") -> bool:
    """Press one of the buttons that stand there at this moment, and say these words; none when the match is over."""
    return page.evaluate(
        f"""([selector, n, words]) => {{
            {STANDING}
            const said = new RegExp(words, "i");
            const all = standing(selector).filter((one) => said.test(one.innerText.trim()));
            if (all.length) all[n % all.length].click();
            return all.length > 0;
        }}""",
        [selector, number, words],
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
        if not pressed and page.locator("#submit:disabled").count() and rng.random() < 0.1:  # a sheet that only grows worse
            pressed = press(page, "#empty")
        if not pressed and not press(page, ".popover.menu button.option", rng.randrange(1000)):
            nothing = touch(page, rng.randrange(1000)) and not is_over(page)
            stuck = stuck + 1 if nothing else 0
            assert stuck < 40, f"nothing can be touched: {question(page)}"
        page.wait_for_timeout(25)
    raise AssertionError(f"the match did not end in {most} touches; asked: {question(page)}")


__all__ = ["expect", "is_over", "play_to_the_end", "press", "question", "shot", "start", "touch", "wait_for_me"]
