"""Quatre Bras in the fog, by hand, as Ney and as Wellington: orders, what is on its way, moves, fights; and nothing of what the
other side hides ever reaches the page."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from hands import expect, is_over, press, question, shot, start, touch, wait_for_me

SCENARIO = Path(__file__).parents[2] / "src/grognard/games/nlc/data/scenarios/quatre-bras.toml"
NEY = {"french": "me", "allied": "bot:staff officer"}
WELLINGTON = {"french": "bot:staff officer", "allied": "me"}
FOY_IS_CLOSE = '{"units": {"fr-9-jamin": "1012", "fr-9-gauthier": "1012"}}'  # before Gemioncourt, so that the fight is not far
QUIET = "^(None|No|Done|Pass|Decline|End the|Stand|Keep|Stay|Hold|Return|No more)"
BUTTONS = (".decision button.go:enabled", ".popover.menu button.option", ".decision .choices button.option")


class Ears:
    """Everything that the server says to this page, and every counter that the page has shown face up."""

    def __init__(self, page, side: str) -> None:
        self.page, self.frames, self.answers = page, [], []
        armies = {army["id"]: army["side"] for army in tomllib.loads(SCENARIO.read_text())["army"]}
        self.theirs = {
            unit["id"]: unit["name"]
            for formation in tomllib.loads(SCENARIO.read_text())["formation"]
            for unit in formation["units"]
            if armies[formation["army"]] != side
        }
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))
        page.on("response", lambda answer: self.answers.append(answer) if "/api/matches" in answer.url else None)
        page.add_init_script("""
            window.shown = new Set();
            new MutationObserver(() => {
                for (const one of document.querySelectorAll('[data-piece]')) window.shown.add(one.dataset.piece);
            }).observe(document, {childList: true, subtree: true});
        """)

    def heard(self) -> str:
        return "\n".join(self.frames) + "\n".join(answer.text() for answer in self.answers if answer.ok)

    def unseen(self) -> set[str]:
        """Enemy units that never lay face up, and that no line of the diary names."""
        shown = set(self.page.evaluate("[...window.shown]"))
        diary = self.page.locator(".diary-lines").inner_text()
        return {unit for unit, name in self.theirs.items() if unit not in shown and name.split(" (")[0] not in diary}

    def check(self) -> int:
        """Nobody who was never seen is named in what was heard; how many those are."""
        heard, unseen = self.heard(), self.unseen()
        names = {unit: re.compile(rf'"{unit}"|(?<!\w){re.escape(self.theirs[unit])}') for unit in unseen}
        leaked = [unit for unit, words in names.items() if words.search(heard)]
        assert not leaked, leaked
        return len(unseen)


def enter(page):
    """Bring on what waits at the edge of the map: the hex glows."""
    edge = page.locator('.spot-group[aria-label*="the map"]')
    if "Move which unit" not in question(page) or not edge.count():
        return False
    edge.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    press(page, ".popover.menu button.option")
    page.wait_for_timeout(100)
    return True


def until(page, words, most=120):
    """Answer in the quietest way until a question with these words is asked."""
    for _ in range(most):
        try:
            wait_for_me(page)
        except Exception:
            shot(page, "nlc-stuck")
            raise
        if is_over(page) or re.search(words, question(page)):
            return
        if press(page, "dialog[open] button.go") or enter(page):
            continue
        if not press(page, ".decision .choices button.option", words=QUIET) and not any(press(page, button) for button in BUTTONS):
            touch(page, 0)
        page.wait_for_timeout(40)
    shot(page, "nlc-stuck")
    raise AssertionError(f"still asked: {question(page)}")


def click_place(page, place):
    """A click on the map where it stands now."""
    x, y = page.evaluate(f"grognard.board.camera.to_screen(...grognard.board.layout.centre('{place}'))")
    page.mouse.click(x, y)


def write_order(page, leader, place, kind):
    """Touch who gets it, touch where it leads, say what it is."""
    page.keyboard.press("0")  # see all
    page.wait_for_timeout(500)
    page.locator(f'[data-piece="{leader}"]').click(force=True)
    expect(page.locator(".order-row.open")).to_have_count(1)
    click_place(page, place)
    page.locator(".popover.menu button.option", has_text=kind).click()


def add(page, value):
    """To the order of the open row: whatever verb it stands under."""
    wanted = page.locator(f".order-row.open button.option[data-value*='{value}'][data-value*='\"more\"']")
    for verb in page.locator(".order-row.open button.verb").all():
        if wanted.count():
            break
        verb.click()
    wanted.first.click()


def defend_late(page, turn):
    """Orders to defend that arrive at that turn, of whichever formation has them: what to press, or nothing."""
    for head in page.locator(".row-head").all():
        head.click()
        verb = page.locator(".order-row.open button.verb", has_text="Defend")
        if not verb.count():
            continue
        verb.click()
        late = page.locator(".order-row.open .row-places button.option", has_text=f"turn {turn}")
        if late.count():
            return late.first
    return None


def panel(page, name):
    page.locator("#tab-button-panels").click()
    return page.locator(f"#panel-{name}")


def move(page, piece, place):
    """Touch a counter, then a hex that glows."""
    page.locator(f'[data-piece="{piece}"]').click(force=True)
    expect(page.locator(".question")).to_contain_text("where to")
    page.locator(f'.spot-group[data-place="{place}"]').click(force=True)
    expect(page.locator(f'[data-piece="{piece}"]')).to_have_attribute("data-at", place)


def submit(page):
    page.locator("#submit").click()
    expect(page.locator("#submit")).to_have_count(0)


def declare(page):
    """Add attacks until nothing is wrong, then submit."""
    for _ in range(12):
        if page.locator(".draft-items li").count() and page.locator("#submit").is_enabled():
            break
        written = page.locator(".draft-items li").count()
        page.locator(".draft-offers button.option").first.click()
        expect(page.locator(".draft-items li")).to_have_count(written + 1)  # the umpire has weighed it
    expect(page.locator(".draft-items li").first).to_contain_text("attacks")
    submit(page)


def test_ney_goes_for_the_crossroads(page):
    ears = Ears(page, "french")
    options = ("Artillery support", "Advanced disruption")
    start(page, "nlc", "quatre-bras", seats=NEY, seed="ney", options=options, situation=FOY_IS_CLOSE)
    expect(page.locator(".question")).to_contain_text("initiative")
    page.keyboard.press("0")
    page.wait_for_timeout(600)
    shot(page, "nlc-quatre-bras")
    expect(page.locator("canvas, img.map, .map-picture").first).to_be_attached()
    assert ears.check() > 15  # nearly the whole army of Wellington is unseen
    until(page, "Write orders")

    write_order(page, "reille", "1011", "March")
    expect(page.locator(".order-row.open .row-orders li")).to_contain_text(["March Gemioncourt"])
    expect(page.locator(".order-row.open .verbs")).not_to_contain_text("Attack")  # Ney himself is under Probe (20.15.7)
    add(page, '"target":"quatre-bras"')
    expect(page.locator(".row-orders li")).to_have_count(2)
    expect(page.locator(".row-orders li").last).to_contain_text("Then Probe Quatre Bras")
    add(page, '"route":["charleroi-brussels"]')
    expect(page.locator(".row-orders li")).to_have_count(3)
    expect(page.locator(".told")).to_contain_text("Nothing is wrong")
    page.keyboard.press("Escape")
    shot(page, "nlc-draft")
    submit(page)
    expect(page.locator(".diary-lines")).to_contain_text("Ney orders II Corps: March Gemioncourt")

    until(page, "Move which unit")
    shot(page, "nlc-orders-sent")
    expect(panel(page, "orders")).to_contain_text("then Probe Quatre Bras")
    page.locator('[data-piece="fr-2c-pire"]').click(force=True)
    expect(page.locator(".question")).to_contain_text("where to")
    page.wait_for_timeout(400)
    shot(page, "nlc-move")
    spots = page.locator(".spot-group")
    assert spots.count() > 3 and "MP" in spots.first.text_content()
    page.keyboard.press("0")
    page.wait_for_timeout(500)
    click_place(page, "0901")  # Loupoigne, behind the enemy
    expect(page.locator(".popover .why-not")).to_contain_text("5.0.")
    page.keyboard.press("Escape")
    goal = spots.nth(1).get_attribute("data-place")
    page.locator(f'.spot-group[data-place="{goal}"]').click(force=True)
    expect(page.locator('[data-piece="fr-2c-pire"]')).to_have_attribute("data-at", goal)

    until(page, "Declare the attacks")  # a Probe must close in and attack
    shot(page, "nlc-attack")
    declare(page)
    until(page, "Write orders")  # the next turn
    page.locator("#tab-button-diary").click()
    expect(page.locator(".diary-lines")).to_contain_text("Turn 2")
    expect(page.locator(".diary-lines")).to_contain_text("Gemioncourt")
    expect(page.locator(".diary-lines")).not_to_contain_text(re.compile("(Orange|Wellington) orders"))
    assert ears.check() > 5
    assert not re.search("(Orange|Wellington) orders", ears.heard())
    shot(page, "nlc-turn-2")


def test_wellington_holds_it(page):
    """As the Allies, with hidden movement: Orange commands until the Duke is there; his orders take their time."""
    ears = Ears(page, "allied")
    start(page, "nlc", "quatre-bras", seats=WELLINGTON, seed="duke", options=("Hidden movement",))
    until(page, "Write orders")
    nether = page.locator(".order-row", has_text="2nd Netherlands Division")
    expect(nether.locator(".row-head")).to_contain_text("Prince of Orange")
    assert ears.check() > 5
    shot(page, "nlc-wellington")
    submit(page)
    for turn in (2, 3):
        until(page, "Write orders")
        late = defend_late(page, turn + 1)
        if late:
            break
        submit(page)
    late.click()
    expect(page.locator(".row-orders li").first).to_contain_text(f"turn {turn + 1}")
    submit(page)
    until(page, "Move which unit|Declare|bombard|charges")
    expect(panel(page, "orders")).to_contain_text(f"arrives turn {turn + 1}")
    shot(page, "nlc-in-transit")
    assert not re.search("Ney orders", ears.heard())
    ears.check()
