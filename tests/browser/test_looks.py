"""What the map looks like: names at one size that cover nothing, counters that show what can be read, pages without a server."""

from __future__ import annotations

from hands import expect, start

OVERLAPS = """() => {
  const made = grognard.board.names.placed;
  const hit = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
  const found = [];
  made.forEach((a, i) => made.slice(i + 1).forEach((b) => hit(a, b) && found.push([a.text, b.text])));
  return found;
}"""
SMALL = """() => [...document.querySelectorAll("svg.pieces text")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && getComputedStyle(one).display !== "none" && parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a < 8.9;
}).map((one) => `${one.getAttribute("class")} ${one.textContent}`)"""


def zoom(page, z):
    """Come so near, and wait until the names have found their places again."""
    page.evaluate(
        """(z) => new Promise((rests) => {
            const { camera } = grognard.board;
            camera.on("rest", () => setTimeout(rests, 150));
            camera.set(camera.x, camera.y, z);
        })""",
        z,
    )


def test_no_name_covers_another_and_no_letter_is_too_small(page):
    start(page, "pog", seats={"cp": "me", "ap": "bot:random"})
    page.wait_for_selector(".port.painted")
    for near in (0.35, 0.7, 1.3, 2.4):
        zoom(page, near)
        assert page.evaluate("grognard.board.names.placed.length") > 3
        assert page.evaluate(OVERLAPS) == [], near
        assert page.evaluate(SMALL) == [], near


def test_nearer_shows_more_of_a_counter(page):
    start(page, "pog", seats={"cp": "me", "ap": "bot:random"})
    page.wait_for_selector(".port.painted")
    shown = []
    for size in (12, 22, 36, 56):
        zoom(page, size / 64)
        z = page.evaluate("grognard.board.camera.z * 64")
        visible = "(kind) => [...document.querySelectorAll(`.piece ${kind}`)].some((one) => getComputedStyle(one).display !== 'none')"
        shown.append((z, [page.evaluate(visible, kind) for kind in (".strength", ".values", ".name")]))
    for z, seen in shown:
        wanted = [17 <= z < 27, z >= 27, z >= 48]
        assert seen == wanted, (z, seen)


def test_a_stack_tells_its_count_and_its_total(page):
    start(page, "pog", seats={"cp": "me", "ap": "bot:random"})
    page.wait_for_selector(".port.painted")
    koblenz = page.evaluate("""() => {
      const here = grognard.table.scene.pieces.filter((piece) => piece.at === "koblenz");
      return [here.length, here.reduce((sum, piece) => sum + Number(piece.values[0]), 0)];
    }""")
    badges = page.locator(".stack-badge").evaluate_all(
        "(all) => all.map((one) => [one.querySelector('.count').textContent, one.querySelector('.total text')?.textContent ?? ''])"
    )
    assert [str(koblenz[0]), str(koblenz[1])] in badges


def test_a_rulebook_that_was_read_can_be_read_without_the_server(page, server):
    page.goto("/#/rules/pog")
    expect(page.locator(".book")).to_contain_text("adjacent")
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    page.wait_for_timeout(500)
    page.reload()
    expect(page.locator(".book")).to_be_visible()
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    try:
        page.reload()
        expect(page.locator(".book .rule-entry, .book p").first).to_be_visible()
    finally:
        page.context.set_offline(False)


def test_a_map_that_is_still_being_painted_is_paper_and_not_black(page):
    page.add_init_script("window.requestIdleCallback = (on) => window.__slow ? 0 : setTimeout(on, 0); window.__slow = true;")
    start(page, "pog", seats={"cp": "me", "ap": "bot:random"})  # the strip after the first never comes
    page.wait_for_function("() => document.querySelector('canvas.map-whole')?.width > 400")
    dark = """() => {
        const canvas = document.querySelector("canvas.map-whole");
        return [...canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height - 5, 1, 1).data].slice(0, 3);
    }"""
    page.wait_for_function(f"() => ({dark})().some((value) => value > 60)")
