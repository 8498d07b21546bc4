"""The figures of the client: 250 pieces shown, and panned. Written to build/browser-figures.json; the bounds here are for a very busy machine."""

from __future__ import annotations

import json

from hands import SCREENS, start, wait_for_me

MEASURE = """async () => {
  const { board, table } = grognard, scene = structuredClone(table.now), places = [...board.layout.regions.keys()];
  const signs = ['line-infantry', 'light-cavalry', 'foot-artillery', 'leader', 'hq', 'heavy-cavalry'];
  scene.pieces = Array.from({length: 250}, (_, i) => ({id: 'x' + i, side: i % 2 ? 'french' : 'allied', at: places[(i * 7) % places.length],
    name: 'Unit ' + i, symbol: signs[i % 6], size: 'x', values: [String(i % 9), String(i % 5)], steps: 2, steps_full: 2, states: i % 5 ? [] : ['disrupted']}));
  const frame = () => new Promise((on) => requestAnimationFrame(on)), rest = (ms) => new Promise((on) => setTimeout(on, ms));
  board.fit(); await rest(900); await frame();
  const start = performance.now(); board.show(scene); await frame(); await frame();
  const shown = performance.now() - start, fps = {};
  for (const z of [0.4, 0.6, 1.2]) {
    board.camera.set(board.bounds[2] / 2, board.bounds[3] / 2, z); await rest(900);
    let n = 0; const from = performance.now();
    while (performance.now() - from < 1500) { board.camera.pan(14 * Math.sin(n / 20), 10 * Math.cos(n / 25)); await frame(); n++; }
    fps[z] = Math.round(n / 1.5);
  }
  return {shown_ms: Math.round(shown), fps};
}"""


def test_250_pieces_are_shown_and_panned(page):
    start(page, "nlc", "quatre-bras")
    wait_for_me(page)
    figures = page.evaluate(MEASURE)
    SCREENS.parent.mkdir(exist_ok=True)
    (SCREENS.parent / "browser-figures.json").write_text(json.dumps(figures) + "\n")
    assert figures["shown_ms"] < 8000, figures
    assert min(figures["fps"].values()) > 2, figures


def test_two_fingers_come_nearer(page):
    start(page, "nlc")
    wait_for_me(page)
    page.wait_for_timeout(400)
    before = page.evaluate("grognard.board.camera.z")
    touch = page.context.new_cdp_session(page)

    def fingers(kind, away):
        points = [{"x": 450 - away, "y": 400, "id": 1}, {"x": 450 + away, "y": 400, "id": 2}] if kind != "touchEnd" else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 40)
    for away in range(50, 161, 10):
        fingers("touchMove", away)
    fingers("touchEnd", 0)
    page.wait_for_timeout(200)
    assert page.evaluate("grognard.board.camera.z") > before * 1.5
