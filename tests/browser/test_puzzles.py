"""Puzzles: from the first page to the list, a miss, the answer, why, the next one; the rating is kept."""

from __future__ import annotations

from hands import expect, shot


def test_a_puzzle_is_missed_and_solved(page):
    page.goto("/#/")
    page.locator('[data-game="dbms"]').click()
    page.locator(".to-puzzles a").click()
    expect(page.locator(".puzzles-page h1")).to_have_text("Puzzles")
    expect(page.locator(".puzzles-page")).to_contain_text("Your rating: 1000")
    shot(page, "puzzles")
    page.locator("[data-puzzle]").first.click()
    expect(page.locator(".lesson.puzzle")).to_contain_text("Which?")
    expect(page.locator(".layer-advice .advice-ring")).to_have_count(0)  # nothing is told
    # the hand over a button of the list moved the list away from under it: the odds came a second time above it
    wrong = page.locator(".decision button.option", has_text="TH 3")
    if not wrong.count():
        page.locator(".all-choices summary").click()
    wrong.first.click()
    expect(page.locator(".lesson.puzzle")).to_contain_text("One miss.")
    expect(page.locator(".toast")).to_contain_text("Compare the odds")
    shot(page, "puzzle")
    page.locator(".decision button.option", has_text="RE 2").first.click()
    expect(page.locator(".lesson.puzzle h3")).to_have_text("Solved")
    expect(page.locator(".lesson.puzzle")).to_contain_text("The weak one first")
    shot(page, "puzzle-solved")
    page.locator("#next-puzzle").click()
    expect(page.locator(".lesson.puzzle")).to_contain_text("Which attacks?")
    page.locator("#show-me").click()
    page.wait_for_function(
        "() => document.querySelector('.layer-advice')?.childElementCount > 0 || document.querySelector('.wanted')"
    )
    page.goto("/#/puzzles/dbms")
    expect(page.locator(".puzzles-page")).to_contain_text("✓ solved")
    expect(page.locator(".puzzles-page")).not_to_contain_text("Your rating: 1000")
