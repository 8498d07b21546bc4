"""The learning battle against panzer by hand: bases are dragged over the table, attacks chosen on it, to the end."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hands import expect, is_over, press, question, shot, start, wait_for_me

MINE = {"red": "me", "blue": "bot:panzer"}
BLUE = range(6, 12)  # in the learning battle
PASS = ".decision button.option[data-value='\"pass\"']"
GLOWS = ".pieces .can[data-piece]"


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def middle_of(page, piece):
    """Where a base stands on the screen; None if it is gone."""
    found = page.locator(f'.pieces [data-piece="{piece}"]')
    return centre(found.bounding_box()) if found.count() else None


def click_on(page, piece):
    page.mouse.click(*middle_of(page, piece))
    page.wait_for_timeout(120)


def nearest_foe(page, at, blue):
    foes = [there for n in blue if (there := middle_of(page, f"e{n}"))]
    return min(foes, key=lambda foe: (foe[0] - at[0]) ** 2 + (foe[1] - at[1]) ** 2)


def drag_towards_the_enemy(page, blue):
    """The base goes to the nearest enemy as far as the hand goes, then as far as the umpire allows, then where he suggests."""
    page.wait_for_selector(".ghost.live .ring")
    page.wait_for_timeout(450)  # until the camera stands
    x, y = centre(page.locator(".ghost.live .ring").bounding_box())
    foe = nearest_foe(page, (x, y), blue)
    away = max(1.0, ((foe[0] - x) ** 2 + (foe[1] - y) ** 2) ** 0.5)
    part = min(90.0, away) / away
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (foe[0] - x) * part, y + (foe[1] - y) * part, steps=6)
    page.mouse.up()
    if not judged(page):
        assert press(page, ".told button.preset") or press(page, '[data-suggestion="0"]')
        assert judged(page), page.locator(".told").inner_text()
    page.locator("#pose-go").click()


def judged(page):
    """Whether the umpire, when he has judged this very place, allows it."""
    page.wait_for_selector('.told:not([aria-busy="true"])')
    return page.locator("#pose-go").is_enabled()


def move_something(page, number):
    """Touch one of one's elements and choose to move it, its group if it has one."""
    able = page.locator(GLOWS)
    if not able.count():
        return  # the table has changed meanwhile
    click_on(page, able.nth(number % able.count()).get_attribute("data-piece"))
    moves = page.locator(".popover.menu button.option", has_text=re.compile("^Move "))
    if moves.count():
        moves.last.click()


def fight(page, blue, by_hand=True):
    """Touch what glows: the attacker, its enemy, whoever can support; then enough. What lies under an aircraft is named instead."""
    able = page.locator(GLOWS)
    if able.count() and by_hand:
        click_on(page, able.first.get_attribute("data-piece"))
        foes = [f"e{n}" for n in blue if page.locator(f'.pieces .can[data-piece="e{n}"]').count()]
        if foes:
            click_on(page, foes[0])
        if page.locator(".popover.menu button.option").count():
            press(page, ".popover.menu button.option")
    else:
        press(page, ".decision .choices button.option")


def draft(page):
    """Begin with the last of what is offered: the first force is only what is required."""
    press(page, ".decision-body .presets button.preset:last-of-type")
    with suppress(AssertionError):  # the other side's answer, given at the same time, can come between: once more
        expect(page.locator(".told .fine")).to_be_visible()
        press(page, "#submit:enabled")


def play(page, moves, shots=(), blue=BLUE, most=1200):
    """To the end, with so many moves a turn; how many questions were answered."""
    moved, turn, asked = 0, "", ""
    for answered in range(most):
        wait_for_me(page)
        if is_over(page):
            return answered
        if press(page, "dialog[open] button.go"):  # what cannot be taken back is asked again
            continue
        before, asked = asked, question(page)
        for words, name in list(shots):
            if words in asked:
                shot(page, name)
                shots.remove((words, name))
        if page.locator(".turn").first.inner_text() != turn:
            turn, moved = page.locator(".turn").first.inner_text(), 0
        if "Activate what" in asked:
            if moved < moves and page.locator(GLOWS).count():
                move_something(page, answered)
                moved += 1
            else:
                press(page, PASS)
        elif asked.startswith("Where does"):
            drag_towards_the_enemy(page, blue)
        elif asked.startswith(("Attack with", "Support")):
            fight(page, blue, asked != before)
        elif page.locator("#submit").count():
            draft(page)
        elif not press(page, ".decision .choices button.option"):
            press(page, ".decision button.go:enabled")
        page.wait_for_timeout(40)
    raise AssertionError(f"still asked: {question(page)}")


def test_a_battle_against_panzer_is_fought_to_its_end(page):
    start(page, "dbms", seats=MINE, seed="by hand")
    shots = [("Activate", "dbms-battle"), ("Where does", "dbms-battle-drag"), ("Attack", "dbms-battle-attack"), ("Support", "dbms-battle-support")]
    assert play(page, 2, shots) > 20
    expect(page.locator(".decision .scores")).to_be_visible()
    shot(page, "dbms-battle-end")
    expect(page.locator(".diary-lines")).to_contain_text(re.compile("attacks"))
    expect(page.locator(".decision")).to_contain_text("wins")


def test_zones_and_range_are_shown_while_a_base_is_dragged(page):
    start(page, "dbms", seats=MINE, seed="by hand")
    wait_for_me(page)
    expect(page.locator(".overlay-area")).to_have_count(0)
    click_on(page, "e1")
    page.locator(".popover.menu button.option", has_text=re.compile("^Move TA 2")).click()
    expect(page.locator(".question")).to_contain_text("Where does TA 2 go?")
    expect(page.locator(".ghost.reach")).to_have_count(1)
    expect(page.locator(".overlay-area")).to_have_count(6)


def pass_until(page, turn):
    """Nothing more until one may move in that turn."""
    while turn not in page.locator(".turn").first.inner_text() or "Activate what" not in question(page):
        press(page, "dialog[open] button.go")
        wait_for_me(page)
        press(page, PASS) or press(page, ".decision .choices button.option")
        page.wait_for_timeout(100)


def test_a_column_follows_its_head_on_the_screen(page):
    """Two tanks narrow into a column; in the next turn its head is dragged round and the other is shown behind it."""
    start(page, "dbms", seats={"red": "me", "blue": "bot:random"}, seed="by hand")
    wait_for_me(page)
    click_on(page, "e1")
    page.locator(".popover.menu button.option", has_text="Move the group of TA 2 and TA 3").click()
    page.locator("button.preset", has_text="narrow").click()
    page.locator("#pose-go").click()
    expect(page.locator(".diary-lines")).to_contain_text(re.compile(r"A group of 2 moves [\d.]+ in [a-z-]+: TA 2 and TA 3\."))
    pass_until(page, "Turn 2")
    click_on(page, "e1")
    page.locator(".popover.menu button.option", has_text="Move the group of TA 2 and TA 3").click()
    page.wait_for_selector(".ghost.live .ring")
    page.wait_for_timeout(450)
    x, y = centre(page.locator(".ghost.live .ring").bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 25, y + 40, steps=5)
    page.mouse.up()
    expect(page.locator(".ghost.along")).to_have_count(1)
    shot(page, "dbms-column")


def test_army_lists_can_be_looked_up_and_chosen(page):
    page.goto("/#/rules/dbms")
    page.locator(".contents button", has_text="Army lists (47)").click()
    expect(page.locator(".rule-entry")).to_have_count(47)
    shot(page, "dbms-lists")
    page.get_by_label("Search rules and rulings").fill("de-panzer-1943")
    expect(page.locator(".rule-entry").first).to_contain_text("required: 1 HQ (sw), 2 TA (at)")
    page.goto("/#/")
    page.locator('[data-game="dbms"]').click()
    page.locator('.scenarios input[value="quick-battle"]').check()
    page.locator(".more-options > summary").click()
    expect(page.locator("#words-of-red_list option")).to_have_count(47)
    page.get_by_label("Army list of Red").fill("de-panzer-1943")


def test_a_quick_battle_is_set_up_by_hand(page):
    """Force and deployment begin with a suggestion; a base is dragged to another place before it is submitted."""
    page.goto("/#/")
    page.locator('[data-game="dbms"]').click()
    page.locator('.scenarios input[value="quick-battle"]').check()
    page.locator('select[data-side="red"]').select_option("me")
    page.locator('select[data-side="blue"]').select_option("bot:random")
    page.locator(".more-options > summary").click()
    page.get_by_label("Seed of the dice").fill("set up")
    page.get_by_label("Army list of Red").fill("de-panzer-1943")
    page.locator("#start").click()
    page.wait_for_selector(".decision .question")
    begin = page.locator(".decision-body .presets button.preset")

    def asked(words):
        expect(page.locator(".question")).to_contain_text(words)
        expect(page.locator(".decision.mine:not(.busy)")).to_be_visible()

    def submit(number, then):
        begin.nth(number).click()
        expect(page.locator(".told .fine")).to_be_visible()
        for _ in range(8):  # the answer of the other side, given at the same time, can make it come too late
            press(page, "#submit:enabled")
            with suppress(AssertionError):
                expect(page.locator(".question")).to_contain_text(then, timeout=4000)
                break

    asked("In which theatre?")
    page.locator(".decision button.option").first.click()
    asked("Choose 13 elements")
    submit(1, "Place the terrain")
    asked("Place the terrain")
    submit(0, "Where is your base?")
    asked("Where is your base?")
    page.locator("#pose-go").click()
    asked("Deploy all your ground elements")
    begin.first.click()
    expect(page.locator(".told .fine")).to_be_visible()
    shot(page, "dbms-deploy")
    bases = page.locator(".ghost.placed")
    assert bases.count() >= 10
    x, y = centre(bases.last.locator(".body").bounding_box())
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 300, y - 300, steps=4)
    page.mouse.up()
    expect(page.locator(".told")).to_contain_text("outside the deployment zone")
    expect(page.locator("#submit")).to_be_disabled()
    page.locator(".decision button", has_text="Empty it").click()
    submit(0, "Swap two of your elements?")
    asked("Swap two of your elements?")
    page.locator(".decision button.option[data-value='\"done\"']").click()
    asked("Engineers")
    page.locator(".decision button.option[data-value='\"nothing\"']").click()
    asked("Activate what")
    shot(page, "dbms-set-up")


@pytest.mark.soak
def test_a_kursk_against_panzer_is_fought_to_its_end(page):
    start(page, "dbms", "kursk-1943", seats=MINE, seed="by hand")
    assert play(page, 3, blue=range(13, 26), most=3000) > 20
