"""What am I here for, what happened, what came of it: objectives, traces, fights, the result."""

from __future__ import annotations

from hands import expect, play_to_the_end, shot, start, wait_for_me

ME = {"red": "me", "blue": "bot:random"}
MOVE = """() => {
    const { table } = grognard;
    const piece = { ...table.now.pieces.find(one => one.id === 'b6'), at: '0402' };
    table.live.tell("step", { kind: "step", seat: "blue", text: "", asked: ["red"], at: table.at, changes: [[["pieces", "b6"], piece]] });
}"""


def to_moves(page):
    start(page, "show", seats=ME)
    page.locator("#submit").click()
    expect(page.locator(".question")).to_contain_text("Move a unit")


def to_attack(page):
    to_moves(page)
    page.locator("button", has_text="End of moves").click()
    page.locator("button", has_text="Pass").click()
    expect(page.locator(".question")).to_contain_text("Attack?")


def test_the_objectives_stand_above_the_map(page):
    to_moves(page)
    strip = page.locator(".objectives")
    expect(strip).to_contain_text("Victory points")
    expect(strip.locator(".goal")).to_contain_text("3 / 5")
    expect(strip).to_contain_text("turns left")
    strip.locator(".worth", has_text="Hougoumont").click()
    expect(page.locator(".flash")).to_have_count(1)


def test_objectives_on_the_map_make_a_strip_where_a_game_gives_none(page):
    start(page, "nlc")
    expect(page.locator(".objectives .worth").first).to_be_visible()


def test_arrows_show_what_moved_until_i_choose(page):
    to_moves(page)
    page.evaluate(MOVE)
    expect(page.locator(".trace")).to_have_count(1)
    expect(page.locator(".since-mine")).to_contain_text("1 moved")
    shot(page, "traces")
    page.locator('[data-piece="u3"]').press("Enter")
    page.locator(".pieces .spot-group").first.press("Enter")
    expect(page.locator(".diary")).to_contain_text("Battery moves to")
    expect(page.locator(".trace")).to_have_count(0)


def test_a_fight_stands_face_to_face_with_its_odds_in_words(page):
    to_attack(page)
    fight = page.locator(".decision .fight-view")
    expect(fight.locator(".fight-side")).to_have_count(2)
    expect(fight).to_contain_text("The Duke loses a step in 56 %.")
    expect(fight).to_contain_text("The guard may die.")
    halves = fight.locator(".odds-halves .half")
    expect(halves).to_have_count(2)
    expect(halves.first).to_contain_text("Losses")  # 56 % good, 44 % bad; ours are 70 % good: to the right
    expect(halves.last).to_contain_text("Our losses")
    boxes = [half.locator(".bar").first.bounding_box() for half in halves.all()]
    bars = [half.locator(".bar span").first.bounding_box() for half in halves.all()]
    assert abs(bars[0]["x"] + bars[0]["width"] - boxes[0]["x"] - boxes[0]["width"]) < 2  # from the middle to the left
    assert abs(bars[1]["x"] - boxes[1]["x"]) < 2  # and to the right
    assert abs(bars[0]["width"] / boxes[0]["width"] - 0.44) < 0.03 and abs(bars[1]["width"] / boxes[1]["width"] - 0.7) < 0.03
    expect(page.locator('.layer-clash .clash[data-fight="The guard attacks the ridge"] .clash-line')).to_have_count(1)
    shot(page, "fight")


def test_dice_fall_in_a_window_that_can_be_opened_again(page):
    to_attack(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.locator("button.option.act-attack").click()
    page.locator("dialog[open] button.go").click()
    window = page.locator(".ground > .fight")
    expect(window.locator(".thrown .die")).to_have_count(2)
    expect(window).to_contain_text("hits.")
    expect(window.locator(".fight-head")).to_contain_text("The guard attacks the ridge")
    expect(page.locator(".layer-clash .clash")).to_have_count(0)
    expect(window.locator(".battle-side")).to_have_count(2)  # face to face, with their counters
    expect(window.locator(".battle-counter")).to_have_count(2)
    covered = page.evaluate("""() => {
        const { board } = grognard, box = document.querySelector('.ground > .fight').getBoundingClientRect();
        const [x, y] = board.camera.to_screen(...board.where('b6'));
        return x > box.left && x < box.right && y > box.top && y < box.bottom;
    }""")
    assert not covered, "the window lies over the fight"
    shot(page, "dice-fall")
    page.keyboard.press(" ")
    expect(window).to_be_hidden()
    page.locator(".diary .line.roll button.again").first.click()
    expect(window.locator(".thrown .die")).to_have_count(2)


HEARD = """window.__heard = 0; const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...how) { window.__heard++; return start.apply(this, how); };"""


def test_dice_are_heard_only_by_who_wishes_it(page):
    page.add_init_script(HEARD)
    to_attack(page)
    page.locator("button.option.act-attack").click()
    page.locator("dialog[open] button.go").click()
    expect(page.locator(".diary")).to_contain_text("hits.")
    assert page.evaluate("window.__heard") == 0
    page.locator(".head button[aria-label=Menu]").click()
    page.get_by_label("Sounds").check()
    assert page.evaluate("window.__heard") > 0  # how it sounds


def test_losses_rise_from_the_counters(page):
    to_moves(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.evaluate(
        "() => { const { table } = grognard; const piece = { ...table.now.pieces.find(one => one.id === 'u2'), steps: 1 };"
        " table.live.tell('step', { kind: 'step', seat: 'blue', text: 'Hit.', asked: ['red'], at: table.at,"
        " changes: [[['pieces', 'u2'], piece]] }) }"
    )
    expect(page.locator(".loss-sign")).to_have_text("−1")


def test_a_fight_of_the_others_is_looked_at_before_they_go_on(page):
    to_moves(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.evaluate(
        "() => { const { table } = grognard; const piece = { ...table.now.pieces.find(one => one.id === 'u2'), steps: 1 };"
        " const line = { number: 900, rule: 'show.5', text: 'Fire', dice: [5], sides: 6, side: 'blue', place: '0301' };"
        " const step = { kind: 'step', seat: 'blue', text: '', asked: ['red'], at: table.at };"
        " table.live.tell('step', { ...step, changes: [[['pieces', 'u2'], piece], [['diary', 900], line]] });"
        " table.live.tell('step', { ...step, text: 'And then.', changes: [[['phase'], 'later']] }) }"
    )
    window = page.locator(".ground > .fight")
    expect(window.locator(".battle-counter .lost-word")).to_have_text("−1")
    expect(page.locator(".step")).to_be_hidden()
    assert page.evaluate("grognard.table.now.phase") != "later"
    window.locator(".fight-foot .go").click()
    page.wait_for_function("() => grognard.table.now.phase === 'later'")
    expect(window).to_be_hidden()


SAID = """lines => { const { table } = grognard; table.live.tell('difference', { kind: 'difference', asked: ['red'], at: table.at,
    changes: lines.map((line, n) => [['diary', 900 + n], { number: 900 + n, rule: 'show.5', sides: 6, ...line }]) }) }"""


def test_a_throw_that_starts_no_fight_is_a_line_and_stops_nobody(page):
    to_moves(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    page.evaluate(SAID, [{"text": "Activation", "dice": [3], "side": "red"}, {"text": "The guard is activated."}])
    banner = page.locator(".ground > .thrown-banner")
    expect(banner).to_contain_text("The guard is activated.")
    expect(banner.locator(".die")).to_have_count(1)
    expect(banner.locator("button")).to_have_count(0)
    expect(page.locator(".ground > .fight")).to_be_hidden()
    page.locator('[data-piece="u3"]').press("Enter")
    page.locator(".pieces .spot-group").first.press("Enter")
    expect(page.locator(".diary")).to_contain_text("Battery moves to")
    expect(banner).to_be_hidden()


def test_a_fight_without_losses_has_two_sides(page):
    to_moves(page)
    page.evaluate("localStorage.setItem('grognard.pace', 'slow')")
    at = page.evaluate("grognard.table.now.pieces.find(one => one.id === 'b6').at")
    strength = {"title": "attack", "total": "3", "terms": [{"text": "Old Guard", "amount": "3"}]}
    fire = {"text": "Fire on the ridge", "dice": [1], "side": "red", "place": at, "tallies": [strength]}
    page.evaluate(SAID, [fire, {"text": "No hits."}])
    window = page.locator(".ground > .fight")
    expect(window.locator(".battle-side")).to_have_count(2)
    expect(window.locator(".battle-counter")).to_have_count(2)
    expect(window.locator(".battle-side").first).to_contain_text("Fire on the ridge")
    expect(window.locator(".battle-came")).to_contain_text("No hits.")


def test_the_result_tells_how_it_went_and_leads_on(page):
    match = start(page, "show", seats=ME)
    play_to_the_end(page)
    sheet = page.locator(".result")
    expect(sheet.locator("h2")).to_contain_text("Two turns are over.")
    expect(sheet.locator(".result-word")).to_have_text("● Victory")  # for who played red
    expect(sheet).to_contain_text("Victory points")
    expect(sheet.locator(".result-terms")).to_contain_text("(needed: ")
    expect(sheet.locator(".curve svg")).to_be_visible()
    expect(sheet).to_contain_text("The fog is lifted")
    shot(page, "result")
    page.locator("#look-around").click()
    expect(page.locator('[data-piece="b4"] .symbol').first).to_be_attached()  # what was hidden has its face
    expect(sheet).to_be_hidden()
    page.locator("#show-result").click()
    page.locator("#change-sides").click()
    page.wait_for_function("(id) => location.hash.startsWith('#/match/') && !location.hash.includes(id)", arg=match)
    wait_for_me(page)
    assert page.evaluate("grognard.table.row.seats.blue.kind") == "me"


def test_a_question_with_one_answer_answers_itself(page):
    start(page, "show", seats=ME)
    page.evaluate("() => { const { table } = grognard; const choose = table.choose; window.chosen = []; table.choose = (value) => {"
                  " window.chosen.push(value); return Promise.resolve({}) } }")  # fmt: skip
    page.evaluate(
        "() => { const { table } = grognard; table.now = { ...table.now, decision: { seat: 'red', form: 'options', prompt: 'Only this?',"
        " rule: 'show.1', number: 77, options: [{ value: 'so', label: 'so' }] } }; table.tell('scene', table.scene) }"
    )
    page.wait_for_function("() => window.chosen.includes('so')")


def test_acts_have_their_colours(page):
    to_moves(page)
    page.locator('[data-piece="u3"]').press("Enter")
    spot = page.locator(".spot-group.act-move .can-spot").first
    move = spot.evaluate("one => getComputedStyle(one).stroke")
    assert move == "rgb(31, 95, 168)"
