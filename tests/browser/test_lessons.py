"""Lessons: a newcomer opens the first one from the first page and does what is marked in green until it is done."""

from __future__ import annotations

from hands import expect, shot

NEXT = "#lesson-next"


def card_of(page, words):
    expect(page.locator(".lesson h3")).to_have_text(words)


def test_the_first_lesson_of_the_great_war(page):
    page.goto("/#/")
    page.locator('[data-game="pog"]').click()
    expect(page.locator(".course li")).to_have_count(6)
    shot(page, "lessons")
    page.locator('[data-lesson="1-first-shots"]').click()
    card_of(page, "August 1914")
    page.locator(NEXT).click()
    page.locator(NEXT).click()
    card_of(page, "Play the event")
    expect(page.locator(NEXT)).to_have_count(0)
    expect(page.locator('[data-card="cp.01"].wanted')).to_be_visible()
    shot(page, "lesson-card")

    page.locator('[data-card="cp.02"]').click()  # something else is refused, in the lesson's words
    page.locator(".popover.menu button.option", has_text="2 OPS").click()
    expect(page.locator(".toast")).to_contain_text("the event of Guns of August")
    page.locator('[data-card="cp.01"]').click()
    page.locator(".popover.menu button.option", has_text="event").click()
    page.locator("dialog[open] button.go").click()
    card_of(page, "Liege has fallen")
    expect(page.locator(".layer-advice .advice-ring")).to_have_count(1)
    expect(page.locator(".diary-lines")).to_contain_text("Liege falls")
    shot(page, "lesson-map")

    page.reload()  # where one was is remembered
    card_of(page, "Liege has fallen")
    page.locator('.spot-group[data-place="sedan"]').dispatch_event("keydown", {"key": "Enter", "bubbles": True})
    page.locator(".popover.menu button.option", has_text="Sedan").click()
    card_of(page, "Who attacks")
    page.locator(".all-choices summary").click()
    page.locator(".all-choices button.option", has_text="GE 1st Army").click()
    card_of(page, "More is better")
    page.locator(".all-choices summary").click()
    page.locator(".all-choices button.option", has_text="GE 2nd Army").click()
    card_of(page, "Read the odds")
    shot(page, "lesson-odds")
    page.locator(".decision-foot button.option", has_text="Fight").click()
    page.locator("dialog[open] button.go").click()
    card_of(page, "A six and a one")
    shot(page, "lesson-dice")
    page.keyboard.press(" ")
    page.locator(".all-choices summary").click()
    page.locator(".all-choices button.option", has_text="GE 1st Army").click()
    card_of(page, "Leave somebody behind")
    shot(page, "lesson-last")
    page.locator(".decision-foot button.option", has_text="No more").click()
    page.locator(NEXT).click()
    card_of(page, "Done")
    page.locator("#next-lesson").click()
    card_of(page, "Operations")
    page.goto("/#/")
    page.locator('[data-game="pog"]').click()
    expect(page.locator(".course li").first).to_contain_text("done")


def test_what_cannot_be_done_is_touched_and_its_rule_is_read(page):
    page.goto("/")
    page.evaluate("localStorage.setItem('grognard.lesson.pog.2-march-and-attack', '4')")
    page.goto("/#/lesson/pog/2-march-and-attack")
    card_of(page, "Why not?")
    expect(page.locator(NEXT)).to_have_count(0)
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    x, y = page.evaluate("grognard.board.camera.to_screen(...grognard.board.layout.centre('paris'))")
    page.mouse.click(x, y)
    expect(page.locator(".popover .why-not")).to_contain_text("No line joins Bremen and Paris")
    page.keyboard.press("Escape")
    page.locator(NEXT).click()
    card_of(page, "Step by step")
