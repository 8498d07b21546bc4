"""The workshop: campaigns and battles made from nothing on the table, checked, tried, played and handed to a friend."""

from __future__ import annotations

import re
import struct
import tomllib
import zlib

import pytest
from hands import shot
from playwright.sync_api import expect
from workshop_hands import (
    cell,
    changed,
    drag,
    fill_in,
    hand_over,
    middle_of,
    no_mistakes,
    piece,
    play_it,
    table_point,
    take,
    text_of,
    touch,
    workshop,
)

pytestmark = pytest.mark.browser

ISLAND = [(0.18, 0.30), (0.45, 0.12), (0.80, 0.22), (0.86, 0.60), (0.60, 0.86), (0.25, 0.78)]
BOARDS = [(0.25, 0.35), (0.42, 0.24), (0.60, 0.26), (0.76, 0.34), (0.76, 0.58), (0.60, 0.72), (0.40, 0.70), (0.30, 0.56)]


@pytest.fixture
def wide() -> dict:
    return {"viewport": {"width": 1366, "height": 768}, "accept_downloads": True}


def a_picture(path) -> None:
    """A real island, as far as eight by eight pixels are one."""
    rows = b"".join(b"\0" + bytes(90 + 10 * (x + y) for x in range(8)) for y in range(8))

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))


def test_a_campaign_of_eight_boards_from_nothing(page, tmp_path):
    """An island from a picture, eight boards, roads, a coast, two armies; played; handed over as a file and as a link."""
    page.goto("/")
    page.get_by_role("link", name="Workshop", exact=True).click()
    page.get_by_role("link", name=re.compile("Fight Your Own Wars")).click()
    workshop(page, "fyow")
    island = tmp_path / "island.png"
    a_picture(island)
    page.get_by_text("A picture of a real map under it").click()
    page.get_by_label("A picture to lay under the map").set_input_files(island)
    page.wait_for_selector("svg.easel .real-map", state="attached")
    steps = page.get_by_role("list", name="What to do first")
    expect(steps.locator("li.done")).to_have_count(1)  # the picture lies there
    steps.get_by_role("button", name="Draw the coast").click()
    for spot in ISLAND:
        touch(page, table_point(page, *spot))
    changed(page, lambda: page.get_by_role("button", name="Finish").click())
    for number, spot in enumerate(BOARDS):
        take(page, "board:light" if number % 2 else "board:broken")
        changed(page, lambda spot=spot: touch(page, table_point(page, *spot)))
    fill_in(page, "name", "The harbour")
    assert len(tomllib.loads(text_of(page))["board"]) == 8
    take(page, "link:metalled")
    for a, b in zip(range(1, 8), range(2, 9)):
        touch(page, cell(page, f"board-{a}"))
        changed(page, lambda b=b: touch(page, cell(page, f"board-{b}")))
    take(page, "link:track")
    changed(page, lambda: drag(page, cell(page, "board-8"), cell(page, "board-1")))
    take(page, "home:blue")
    changed(page, lambda: touch(page, cell(page, "board-1")))
    take(page, "home:red")
    changed(page, lambda: touch(page, cell(page, "board-5")))
    take(page, "hold:blue")
    changed(page, lambda: drag(page, cell(page, "board-1"), cell(page, "board-2")))
    take(page, "hold:red")
    changed(page, lambda: drag(page, cell(page, "board-4"), cell(page, "board-5")))
    take(page, "points:5")
    changed(page, lambda: touch(page, cell(page, "board-3")))
    for tool, board in (("unit:blue:headquarters", 1), ("unit:blue:infantry", 2), ("unit:red:headquarters", 5), ("unit:red:infantry", 4)):
        take(page, tool)
        changed(page, lambda board=board: touch(page, cell(page, f"board-{board}")))
    no_mistakes(page)
    expect(steps).to_be_hidden()
    take(page, "")
    before = tomllib.loads(text_of(page))["board"][7]
    after = tomllib.loads(changed(page, lambda: drag(page, cell(page, "board-8"), table_point(page, 0.34, 0.48))))["board"][7]
    assert after["x"] != before["x"] and after["name"] == "The harbour"
    changed(page, lambda: drag(page, piece(page, "1st Battalion"), cell(page, "board-3")))
    data = tomllib.loads(text_of(page))
    assert [unit["board"] for unit in data["unit"]] == ["board-1", "board-3", "board-5", "board-4"]
    changed(page, lambda: page.get_by_role("button", name="Undo").click())
    changed(page, lambda: page.get_by_role("button", name="Redo").click())
    assert tomllib.loads(text_of(page)) == data
    assert "# [from, to, kind, cost, V]" in text_of(page), "comments stay"
    assert [one["hq"] for one in data["brigade"]] == ["b1", "r1"] and len({one["commander"] for one in [*data["brigade"], *data["unit"]]}) == 6
    page.reload()  # neither the draft nor the picture is lost
    page.wait_for_selector("svg.easel .real-map", state="attached")
    assert tomllib.loads(text_of(page)) == data
    no_mistakes(page)
    expect(page.locator(".totals")).to_contain_text("British: points")
    shot(page, "workshop-island")
    with page.expect_download() as handed:
        page.get_by_role("button", name="Download").click()
    file = tmp_path / "island.toml"
    handed.value.save_as(file)
    assert tomllib.loads(file.read_text("utf-8")) == data
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The link to this draft").input_value()
    play_it(page)
    page.goto(link)
    page.wait_for_function("() => document.querySelector('.workshop .draft')?.value.includes('The harbour')")
    page.locator("[data-tab=Begin]").click()
    changed(page, lambda: page.get_by_role("button", name="From nothing").click())
    page.locator("[data-tab=Begin]").click()
    changed(page, lambda: page.get_by_label("Open a file").set_input_files(file))
    assert tomllib.loads(text_of(page)) == data


def test_what_the_file_names_is_chosen_by_what_people_call_it(page):
    """fyow: a side's home, a Brigade's HQ, the boards that are held, a link: no bare names of the file."""
    workshop(page, "fyow", "learning")
    no_mistakes(page)

    def into(*keys: str) -> None:
        page.get_by_role("button", name="The whole file").click()
        for key in keys:
            page.locator(f'.forms .into[data-key="{key}"]').click()

    into("sides", "british")
    data = tomllib.loads(changed(page, lambda: page.locator(".forms select[data-key=home]").select_option(label="Cobo Bay")))
    assert data["sides"]["british"]["home"] == "cobo-bay"
    into("control")
    held = page.locator(".forms .few", has=page.locator("[data-key=german]"))
    expect(held).to_contain_text("St Sampson")
    data = tomllib.loads(changed(page, lambda: held.get_by_role("button", name="Remove St Sampson").click()))
    assert "st-sampson" not in data["control"]["german"]
    data = tomllib.loads(changed(page, lambda: held.locator("select").select_option(label="St Sampson")))
    assert data["control"]["german"][-1] == "st-sampson"
    into("brigade")
    page.locator(".forms .entry .into").first.click()
    expect(page.locator(".forms select[data-key=hq] option:checked")).to_have_text(re.compile("HQ"))


def test_a_link_has_a_form_of_its_own(page):
    workshop(page, "fyow")
    for across in (0.3, 0.6):
        take(page, "board:light")
        changed(page, lambda across=across: touch(page, table_point(page, across, 0.5)))
    take(page, "link:metalled")
    touch(page, cell(page, "board-1"))
    changed(page, lambda: touch(page, cell(page, "board-2")))
    take(page, "")
    page.get_by_role("button", name="The whole file").click()
    page.locator('.forms .into[data-key="links"]').click()
    page.locator(".forms .into", has_text="Board 1 – Board 2").click()
    changed(page, lambda: page.locator(".forms select[data-key=kind]").select_option("track"))
    data = tomllib.loads(fill_in(page, "cost", "9"))
    assert data["links"] == [["board-1", "board-2", "track", 9, False]]


def test_a_table_of_terrain_and_tanks(page, tmp_path):
    """dbms: a wood drawn and pulled by its points, a road, elements put down, dragged, turned, copied, removed."""
    workshop(page, "dbms")
    take(page, "terrain:woods")
    for spot in ((0.40, 0.40), (0.50, 0.36), (0.54, 0.46), (0.44, 0.50)):
        touch(page, table_point(page, *spot))
    changed(page, lambda: page.keyboard.press("Enter"))
    take(page, "terrain:road")
    for spot in ((0.60, 0.10), (0.62, 0.50), (0.60, 0.90)):
        touch(page, table_point(page, *spot))
    changed(page, lambda: page.get_by_role("button", name="Finish").click())
    for side, down in (("red", 0.2), ("blue", 0.8)):
        for code, across in (("GE", 0.45), ("TA", 0.52), ("IN", 0.58)):
            take(page, f"element:{side}:{code}")
            changed(page, lambda across=across, down=down: touch(page, table_point(page, across, down)))
    no_mistakes(page)
    take(page, "")
    data = tomllib.loads(text_of(page))
    assert [piece["kind"] for piece in data["terrain"]] == ["woods", "road"] and len(data["elements"]) == 6
    before = data["elements"][1]["at"]
    after = tomllib.loads(changed(page, lambda: drag(page, piece(page, "Tank TA"), table_point(page, 0.5, 0.3))))["elements"][1]["at"]
    assert after[1] > before[1] and after[2] == before[2] == 180
    turned = tomllib.loads(changed(page, lambda: page.locator(".chosen-bar").get_by_role("button", name="⟳").click()))
    assert turned["elements"][1]["at"][2] == 195
    expect(page.locator(".forms select[data-key=code] option:checked")).to_have_text("Tank")
    expect(page.locator(".forms .few", has=page.locator("[data-key=forms]"))).to_contain_text("armoured, on tracks")
    assert len(tomllib.loads(changed(page, lambda: page.locator(".chosen-bar").get_by_role("button", name="Copy").click()))["elements"]) == 7
    touch(page, piece(page, "Infantry IN"))
    assert len(tomllib.loads(changed(page, lambda: page.keyboard.press("Delete")))["elements"]) == 6
    changed(page, lambda: page.get_by_role("button", name="Undo").click())
    touch(page, table_point(page, 0.47, 0.43))
    page.wait_for_selector("svg.easel [data-handle='0']", state="attached")
    shaped = changed(page, lambda: drag(page, middle_of(page, "svg.easel [data-handle='0']"), table_point(page, 0.38, 0.30)))
    assert tomllib.loads(shaped)["terrain"][0]["points"][0] != data["terrain"][0]["points"][0]
    no_mistakes(page)
    shot(page, "workshop-table")
    hand_over(page, tmp_path)
    play_it(page, "Both at this screen")


def test_a_battle_of_hexes(page, tmp_path):
    """nlc: units dragged from hex to hex, woods and a stream painted over the compiled map, kept as corrections."""
    workshop(page, "nlc", "learning")
    no_mistakes(page)
    page.wait_for_selector("svg.easel.drawn")
    changed(page, lambda: drag(page, piece(page, "Piré"), cell(page, "0808")))
    take(page, "terrain:woods")
    changed(page, lambda: drag(page, cell(page, "0210"), cell(page, "0310")))
    take(page, "side:stream")
    a, b = cell(page, "0912"), cell(page, "0913")
    changed(page, lambda: touch(page, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)))
    take(page, "road:trail")
    changed(page, lambda: drag(page, cell(page, "0114"), cell(page, "0214"), cell(page, "0314")))
    data = tomllib.loads(text_of(page))
    pire = next(unit for one in data["formation"] for unit in one["units"] if unit["id"] == "fr-2c-pire")
    assert pire["hex"] == "0808" and not {"at", "dx", "dy"} & set(pire)
    assert data["corrections"]["hexes"]["0210"] == data["corrections"]["hexes"]["0310"] == {"terrain": "woods"}
    assert list(data["corrections"]["sides"].values()) == [["stream"]]
    assert data["corrections"]["roads"][0]["hexes"] == ["0114", "0214", "0314"]
    assert text_of(page).startswith("# The learning scenario"), "comments stay"
    no_mistakes(page)
    shot(page, "workshop-hexes")
    hand_over(page, tmp_path)
    play_it(page, "You: Anglo-Allied")


def test_a_map_of_squares(page, tmp_path):
    """napalini: ground, arteries and edges painted, armies put down, from nothing."""
    workshop(page, "napalini")
    take(page, "ground:W")
    changed(page, lambda: drag(page, cell(page, "B4"), cell(page, "B6")))
    take(page, "line:roads")
    changed(page, lambda: drag(page, *(cell(page, f"D{n}") for n in range(1, 9))))
    take(page, "edge:streams")
    a, b = cell(page, "E4"), cell(page, "E5")
    changed(page, lambda: touch(page, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)))
    for tool, square in (("objective:", "D5"), ("sources:A", "D1"), ("sources:B", "D8")):
        take(page, tool)
        changed(page, lambda square=square: touch(page, cell(page, square)))
    for side, kind, square in (("A", "hq", "D1"), ("A", "infantry", "C2"), ("A", "infantry", "E2"), ("B", "hq", "D8"), ("B", "infantry", "C7")):
        take(page, f"unit:{side}:{kind}")
        changed(page, lambda square=square: touch(page, cell(page, square)))
    data = tomllib.loads(text_of(page))
    assert data["map"]["rows"][2:5] == [".W....", ".W....", ".W...."] and "# 8" in text_of(page)
    assert data["map"]["roads"] == [[f"D{n}" for n in range(1, 9)]] and data["map"]["streams"] in (["E4|E5"], ["E5|E4"])
    assert [len(army["units"]) for army in data["formation"]] == [3, 2]
    no_mistakes(page)
    shot(page, "workshop-squares")
    hand_over(page, tmp_path)
    play_it(page)


@pytest.mark.parametrize("game", ["pog", "draka"])
def test_a_situation_of_the_war(page, game):
    """Control and trenches painted, an army moved; a position to be played."""
    workshop(page, game, "new")
    take(page, "control:cp")
    changed(page, lambda: touch(page, cell(page, "amiens")))
    take(page, "trench:cp 1")
    changed(page, lambda: touch(page, cell(page, "amiens")))
    take(page, "")
    units = page.evaluate("[...document.querySelectorAll('svg.easel [data-piece] title')].map((one) => one.textContent)")
    army = next(words for words in units if words.startswith("GE 1st"))
    changed(page, lambda: drag(page, piece(page, army), cell(page, "sedan")))
    page.locator("[data-tab=Mistakes]").click()
    expect(page.locator(".mistakes")).to_contain_text("both sides in sedan", timeout=60000)  # the French are there
    changed(page, lambda: drag(page, piece(page, army), cell(page, "amiens")))
    data = tomllib.loads(text_of(page))["situation"]
    assert data["control"] == {"amiens": "cp"} and data["trenches"] == {"amiens": "cp 1"} and "amiens" in data["units"].values()
    no_mistakes(page)
    shot(page, f"workshop-{game}")
    play_it(page)


def test_mistakes_are_named_and_jumped_to(page):
    workshop(page, "dbms", "learning")
    no_mistakes(page)
    page.wait_for_selector("svg.easel.drawn")
    page.locator("[data-tab=Text]").click()
    draft = page.get_by_label("The scenario as TOML")
    draft.fill(draft.input_value().replace('kind = "woods"', 'kind = "wods"'))
    page.locator("[data-tab=Mistakes]").click()
    expect(page.locator(".mistakes")).to_contain_text('Did you mean "woods"?', timeout=60000)
    page.locator(".mistakes button").first.click()
    chosen = page.evaluate("(() => { const one = document.querySelector('.workshop .draft'); return one.value.slice(one.selectionStart, one.selectionEnd) })()")
    assert chosen == 'kind = "wods"'


def test_nothing_can_be_kept_while_a_draft_is_being_opened(page):
    held, free = [], []
    page.route("**/api/workshop/dbms/lay", lambda route: route.continue_() if free else held.append(route))
    page.goto("/#/workshop/dbms/learning")
    expect(page.get_by_role("status").filter(has_text="Opening the draft")).to_be_visible(timeout=90000)
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    free.append(True)
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Play it")).to_be_enabled(timeout=90000)


def test_a_file_that_cannot_be_read_leaves_nothing_of_the_draft_before(page):
    workshop(page, "dbms", "learning")
    no_mistakes(page)
    page.locator("[data-tab=Begin]").click()
    page.get_by_label("Open a file").set_input_files({"name": "b3.toml", "mimeType": "application/toml", "buffer": b'title = "x"\n[campaign\n'})
    expect(page.locator(".workshop.no-table")).to_be_visible(timeout=90000)
    assert text_of(page).startswith('title = "x"') and page.locator("svg.easel").is_hidden()


def test_bots_try_it_in_the_background(page):
    workshop(page, "dbms", "learning")
    no_mistakes(page)
    page.locator("[data-tab=Bots]").click()
    page.get_by_label("How many matches").fill("2")
    page.get_by_label("Which bot").select_option("random")
    page.get_by_role("button", name="Let bots play").click()
    expect(page.locator(".trial-lines")).to_contain_text("After 2 matches, wins:", timeout=240000)
    expect(page.locator(".trial-lines")).to_contain_text("Length:")
    expect(page.locator(".trial-state")).to_contain_text("2 of 2 matches played in")
    page.reload()
    page.locator("[data-tab=Bots]").click()
    expect(page.locator(".trial-lines")).to_contain_text("After 2 matches, wins:")


def test_a_trial_goes_on_when_the_page_is_left_and_can_be_stopped(page):
    workshop(page, "dbms", "learning")
    no_mistakes(page)
    page.locator("[data-tab=Bots]").click()
    page.get_by_label("How many matches").fill("100")
    page.get_by_label("Which bot").select_option("random")
    page.get_by_role("button", name="Let bots play").click()
    expect(page.locator(".trial-lines")).to_contain_text("After ", timeout=240000)
    page.reload()
    page.locator("[data-tab=Bots]").click()
    expect(page.locator(".trial-state")).to_contain_text("of 100 is being played. About")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".trial-state")).to_contain_text("stopped after")
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_a_match_becomes_a_scenario(page):
    row = page.request.post("/api/matches", data={"game": "dbms", "scenario": "learning", "seats": {}, "seed": "1"}).json()
    page.goto(f"/#/workshop/dbms/match/{row['id']}")
    page.wait_for_function("() => document.querySelector('.workshop .draft')?.value.includes('Fir Wood')")
    assert len(tomllib.loads(text_of(page))["elements"]) == 12
    no_mistakes(page)


class TestOnAPhone:
    @pytest.fixture
    def wide(self) -> dict:
        return {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

    def test_pieces_are_put_down_and_dragged_with_a_finger(self, page):
        workshop(page, "dbms", "learning")
        no_mistakes(page)
        take(page, "element:red:TA")
        changed(page, lambda: page.touchscreen.tap(*table_point(page, 0.3, 0.4)))
        assert len(tomllib.loads(text_of(page))["elements"]) == 13
        take(page, "")
        at, to = piece(page, "General GE"), table_point(page, 0.3, 0.25)
        finger = page.context.new_cdp_session(page)

        def swipe() -> None:
            steps = [(at[0] + (to[0] - at[0]) * n / 6, at[1] + (to[1] - at[1]) * n / 6) for n in range(7)]
            finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
            for x, y in steps:
                finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
            finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        before = tomllib.loads(text_of(page))["elements"][0]["at"]
        after = tomllib.loads(changed(page, swipe))["elements"][0]["at"]
        assert after[0] != before[0] and after[2] == before[2]
        shot(page, "workshop-phone")
