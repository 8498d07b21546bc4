"""Deciding: piece, then place; why not; undo; drafts; poses; forms; what is at stake; everything by keyboard."""

from __future__ import annotations

import re

from hands import expect, press, question, shot, start, touch, wait_for_me

ME = {"red": "me", "blue": "bot:random"}


def submit(page):
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


def click_piece(page, piece):
    page.locator(f'[data-piece="{piece}"]').click()


def test_a_draft_is_written_changed_and_submitted(page):
    start(page, "show", seats=ME)
    expect(page.locator(".question")).to_contain_text("Give at most two orders")
    guard = page.locator(".draft-offers button.option", has_text="Old Guard goes to 0304")
    guard.evaluate("(one) => [one.click(), one.click()]")  # twice before the umpire has answered is once
    page.locator(".draft-offers button.option", has_text="Hussars goes to 0404").click()
    expect(page.locator(".draft-items li")).to_have_count(2)
    page.locator(".draft-offers button.option", has_text="Battery goes to 0504").click()
    expect(page.locator(".told")).to_contain_text("3 orders; the limit is 2.")
    expect(page.locator("#submit")).to_be_disabled()
    shot(page, "draft")
    page.locator(".draft-items li").nth(2).locator("button[aria-label^=Remove]").click()
    expect(page.locator("#submit")).to_be_enabled()
    page.locator(".draft-items .item").first.click()
    page.locator(".draft-offers button.option", has_text="Old Guard goes to 0504").click()
    expect(page.locator(".draft-items li").first).to_contain_text("0504")
    submit(page)


def test_a_draft_survives_a_reload(page):
    start(page, "show", seats=ME)
    page.locator(".draft-offers button.option", has_text="Hussars goes to 0404").click()
    expect(page.locator(".draft-items li")).to_have_count(1)
    page.reload()
    expect(page.locator(".draft-items li")).to_contain_text("Hussars goes to 0404")


OTHERS_MOVE = """() => {
    const { table } = grognard;
    const before = { ...table.now.decision, items: [] };  // from before the umpire heard of any item
    const step = (at, changes) => table.live.tell("step", { kind: "step", text: "Blue has moved.", asked: ["red"], at, changes });
    step("1", [[["decision"], before]]);
    document.querySelector(".draft-offers button.option").click();
    step("2", []);
}"""


def test_a_draft_stays_while_others_move(page):
    """Moves of others come in and are played back: what is written and what is just being added stay."""
    start(page, "show", seats=ME)
    page.locator(".draft-offers button.option", has_text="Hussars goes to 0404").click()
    expect(page.locator(".draft-items li")).to_have_count(1)
    page.evaluate("localStorage.setItem('grognard.pace', 'normal')")
    page.evaluate(OTHERS_MOVE)
    expect(page.locator(".draft-items li")).to_have_count(2)
    page.wait_for_timeout(2500)  # longer than a step is shown
    expect(page.locator(".draft-items li")).to_have_count(2)
    page.reload()
    expect(page.locator(".draft-items li")).to_have_count(2)


def test_other_questions_wait_until_the_moves_of_others_are_shown(page):
    start(page, "show", seats=ME)
    submit(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.evaluate(
        "grognard.table.live.tell('step', {kind: 'step', text: 'Blue has moved.', asked: ['red'], at: '1', changes: []})"
    )
    expect(page.locator(".decision .who")).to_have_text("The others move")
    expect(page.locator(".question")).to_contain_text("Move a unit")


def test_piece_then_place_with_path_and_cost(page):
    start(page, "show", seats=ME)
    submit(page)
    click_piece(page, "u3")
    spot = page.locator('.spot-group[data-place="0304"]')
    expect(spot).to_have_attribute("aria-label", re.compile("Battery to 0304"))
    spot.hover()
    expect(page.locator(".way")).to_have_count(1)
    shot(page, "path")
    spot.click()
    expect(page.locator('[data-piece="u3"]')).to_have_attribute("data-at", "0304")
    expect(page.locator(".diary-lines")).to_contain_text("Battery moves to 0304.")


def test_a_stack_fans_out(page):
    start(page, "show", seats=ME)
    submit(page)
    click_piece(page, "u2")  # the top of three
    expect(page.locator(".fan-plate")).to_have_count(1)
    shot(page, "fan")
    click_piece(page, "u0")
    expect(page.locator('[data-piece="u0"]')).to_have_class(re.compile("chosen"))
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)


def test_why_not_says_the_rule(page):
    start(page, "show", seats=ME)
    submit(page)
    click_piece(page, "u3")
    page.keyboard.press("0")  # see all
    page.wait_for_timeout(600)
    x, y = page.evaluate("grognard.board.camera.to_screen(...grognard.board.layout.centre('0601'))")
    page.mouse.click(x, y)
    why = page.locator(".popover.why")
    expect(why).to_contain_text(re.compile(r"0601 is \d hexes away; a move reaches 2\."))
    expect(why.locator("button.rule")).to_contain_text("3")
    shot(page, "why-not")
    page.keyboard.press("Escape")
    click_piece(page, "b6")
    expect(page.locator(".popover.why")).to_contain_text("The enemy holds this hex.")


def test_undo_a_step_and_the_turn(page):
    start(page, "show", seats=ME)
    submit(page)
    for place in ("0304", "0404"):
        click_piece(page, "u3")
        page.locator(f'.spot-group[data-place="{place}"]').click()
        expect(page.locator('[data-piece="u3"]')).to_have_attribute("data-at", place)
    page.locator("#undo").click()
    expect(page.locator('[data-piece="u3"]')).to_have_attribute("data-at", "0304")
    page.locator("#undo-turn").click()
    expect(page.locator(".question")).to_contain_text("Give at most two orders")
    expect(page.locator('[data-piece="u3"]')).to_have_attribute("data-at", "0205")


def test_cards_odds_and_stakes(page):
    start(page, "show", seats=ME)
    submit(page)
    page.locator(".choices button", has_text="End of moves").click()
    expect(page.locator(".dock .card.can")).to_have_count(3)
    page.locator(".dock .hand-panel").hover()
    page.wait_for_timeout(250)
    shot(page, "cards")
    page.locator('.card[data-card="c2"]').click()
    expect(page.locator(".stakes").first).to_contain_text("The guard may die.")
    expect(page.locator(".rich-option .odds li")).to_have_count(3)
    page.locator(".rich-option .tally summary").click()
    expect(page.locator(".rich-option .tally")).to_contain_text("Old Guard")
    page.locator(".choices button", has_text=re.compile("^Attack")).click()
    expect(page.locator("dialog[open]")).to_contain_text("The guard may die.")
    shot(page, "stakes")
    page.locator("dialog[open] button", has_text="Do it").click()
    wait_for_me(page)
    expect(page.locator(".line.roll .die").first).to_be_visible()


def test_everything_by_keyboard(page):
    start(page, "show", seats=ME)
    page.locator("#submit").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_contain_text("Move a unit")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".piece.chosen")).to_have_count(1)
    page.wait_for_timeout(50)
    for _ in range(60):
        page.keyboard.press("n")
        if page.evaluate("Boolean(document.activeElement.dataset.place)"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".diary-lines")).to_contain_text("moves to")
    page.keyboard.press("u")
    expect(page.locator(".diary-lines")).not_to_contain_text("moves to")
    page.keyboard.press("1")
    expect(page.locator(".question")).to_contain_text("Play a card?")
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("undo a step")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.locator(".text-view")).to_contain_text("Old Guard, Red")
    page.keyboard.press("g")
    page.keyboard.type("Hougo")
    page.keyboard.press("Enter")
    expect(page.locator(".flash")).to_have_count(1)


def test_a_base_is_dragged_and_judged_while_it_moves(page):
    start(page, "spike-dbms", seats=ME)
    click_piece(page, "e0")
    expect(page.locator(".question")).to_contain_text("Where to?")
    page.wait_for_selector(".ghost.live.fine")
    ghost = page.locator(".ghost.live .body").bounding_box()
    x, y = ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 260, steps=6)
    expect(page.locator(".told")).to_contain_text("A corner moves")
    expect(page.locator(".ghost.fix")).to_have_count(1)
    expect(page.locator(".ghost.live.bad")).to_have_count(1)
    shot(page, "drag")
    page.mouse.up()
    page.locator(".told .preset", has_text="As far as allowed").click()
    expect(page.locator("#pose-go")).to_be_enabled()
    page.keyboard.press("e")
    page.keyboard.press("Shift+S")
    page.locator('.presets [data-suggestion="1"]').click()
    expect(page.locator("#pose-go")).to_be_enabled()
    page.locator("#pose-go").click()
    expect(page.locator(".diary-lines")).to_contain_text("moves.")


def test_a_form_is_made_from_the_schema(page):
    start(page, "spike-fyow", seats={"axis": "me", "allies": "bot:random"}, seed="4")
    for _ in range(40):
        wait_for_me(page)
        if page.locator(".form").count() or page.locator(".scores").count():
            break
        if not press(page, ".popover.menu button") and not press(page, ".choices button", words="Table"):
            touch(page, 0)
        page.wait_for_timeout(60)
    press(page, ".by-hand summary")
    page.locator(".form input[type=number]").first.fill("99999")
    expect(page.locator(".told")).to_contain_text("cannot lose 99999")
    shot(page, "form")
    expect(page.locator(".decision button.go")).to_be_disabled()
    page.locator(".preset").first.click()
    expect(page.locator(".told")).to_contain_text("This is allowed.")
    page.locator(".decision button.go").click()
    expect(page.locator(".diary-lines")).to_contain_text("points")


def test_what_others_wrote_is_text(page):
    start(page, "show", seats=ME)
    expect(page.locator(".status .chip")).to_contain_text("<img")
    expect(page.locator("img[onerror]")).to_have_count(0)
    submit(page)
    page.locator("#tab-button-text").click()
    page.locator("#tab-button-panels").click()
    expect(page.locator("table.sheet")).to_contain_text("<img")
    assert page.title() != "hacked"
    assert "<img" not in question(page)


def test_dice_thrown_by_hand(page):
    page.goto("/#/")
    page.locator('[data-game="show"]').click()
    page.locator(".more-options > summary").click()
    page.get_by_label("Real dice").check()
    page.locator('select[data-side="blue"]').select_option("bot:random")
    page.locator("#start").click()
    submit(page)
    for words in ("End of moves", "Pass", "Attack"):
        page.locator(".choices button", has_text=re.compile(f"^{words}")).click()
    page.locator("dialog[open] button", has_text="Do it").click()
    expect(page.locator(".question")).to_contain_text("Throw 2d6")
    page.keyboard.press("6")
    page.locator(".throw-row").nth(1).locator(".face").nth(4).click()
    shot(page, "throw")
    page.locator("button", has_text="So they fell").click()
    expect(page.locator(".diary-lines")).to_contain_text("2 hits.")
