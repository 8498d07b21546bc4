"""Drawing boards: one sample of each kind, in all themes, and what must hold of every page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grognard.boards.draw import AREAS, LINES, MARKS, PATTERN_NAMES, STYLES, draw, extent
from grognard.boards.draw_styles import ALIASES, LINE_PATTERNS, Ink, merged, mix, plain_kind
from grognard.boards.marks import MARKS as MARK_ART
from grognard.boards.marks import TAGS
from grognard.boards.patterns import SCATTERS, SYMBOLS, TILES
from grognard.boards.pictures import (
    along_sides,
    graph_picture,
    grid_picture,
    hex_corners,
    land_around,
    regions,
    road,
    roads,
    run_off,
    shared_side,
    squares,
    table_picture,
    territories,
)
from grognard.kernel.scene import BoardPicture, Feature, Link, Region, Style

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("light", "dark", "print")


def hex_centre(cell: tuple[int, int]) -> tuple[float, float]:
    i, j = cell
    return 0.24 + 0.48 * i + (0.24 if j % 2 else 0), 0.277 + 0.4157 * j


def hex_sample(columns: int = 9, rows: int = 8) -> BoardPicture:
    """Woods, a village on a road, a stream along hexsides, a crest, two heights and a bridge."""
    cells = [(i, j) for j in range(rows) for i in range(columns)]
    kinds = {(2, 2): "woods", (3, 2): "woods", (2, 3): "woods", (5, 4): "town", (6, 6): "chateau", (0, 7): "marsh"}
    corners = {cell: hex_corners(hex_centre(cell), 0.48) for cell in cells}
    made = regions(
        cells,
        centre=hex_centre,
        corners=corners.__getitem__,
        name=lambda c: f"{c[0] + 1:02}{c[1] + 1:02}",
        note=lambda c: f"{c[0] + 1:02}{c[1] + 1:02}",
        terrain=lambda c: kinds.get(c, "clear"),
        label=lambda c: {"town": "Frasnes", "chateau": "Gemioncourt"}.get(kinds.get(c, ""), ""),
        elevation=lambda c: 120 + 10 * (c[0] > 3) + 10 * (c[0] > 5 and c[1] > 3),
        tags=lambda c: ["objective"] if c == (5, 4) else [],
    )
    row, below = [corners[(i, 4)] for i in range(1, 8)], [corners[(i, 5)] for i in range(8)]
    pairs = [(a, b) for a in row for b in below]
    sides = [side for a, b in pairs if (side := shared_side(a, b))]
    features = [
        *along_sides(sides, "stream", "Gemioncourt brook"),
        *run_off([road([(0, 4), (3, 4), (5, 4), (8, 4)], hex_centre, "chaussee", "To Brussels")], 4.5, 3.6, 0.5),
        Feature("crest", [(2.0, 2.6), (2.6, 2.5), (3.2, 2.7)]),
        Feature("bridge", [hex_centre((4, 4))]),
    ]
    legend = {"woods": "Woods", "town": "Town", "chateau": "Chateau", "stream": "Stream", "bridge": "Bridge"}
    return grid_picture(
        "hex", made, features=features, unit=0.3, title="Quatre Bras", legend={**legend, "scale:1": "1 km"}, credit="Ours"
    )


def square_sample() -> BoardPicture:
    rows = ["F..H", "..WM", "S.BR"]
    codes = {".": "flat", "F": "forest", "H": "hills", "W": "woods", "M": "mountains", "S": "soft", "B": "bua", "R": "rubble"}
    made = squares(rows, terrain=codes, label=lambda s: "Kaltbach" if s == "C1" else "")
    at = {r.id: r.at for r in made}
    features = roads([["A2", "B2", "C2", "D2"], ["B1", "B2", "B3"]], at.__getitem__)
    features += [
        Feature("rail", [at["A1"], at["D3"]]),
        Feature("trench", [(0.2, 1.0), (1.8, 1.0)]),
        Feature("wire", [(0.2, 0.8), (1.8, 0.8)]),
    ]
    return grid_picture("square", made, features=features, unit=0.3, title="Kaltbach")


def graph_sample() -> BoardPicture:
    places = {"paris": (60.0, 60.0), "metz": (110.0, 50.0), "lyon": (90.0, 120.0), "berne": (140.0, 110.0)}
    nodes = [
        Region("paris", places["paris"], label="Paris", tags=["capital", "fort:1"]),
        Region("metz", places["metz"], kind="forest", label="Metz", tags=["fort:3", "victory"]),
        Region("lyon", places["lyon"], label="Lyon", note="2", tags=["port", "supply", "unheard-of"]),
        Region("berne", places["berne"], kind="mountain", label="Berne"),
        Region("gulf", (30.0, 160.0), kind="sea", label="Gulf"),
    ]
    links = [Link("paris", "metz", label="4"), Link("paris", "lyon", "rail"), Link("lyon", "gulf", "sea-way")]
    land = land_around(list(places.values()), [(places["paris"], places["lyon"])], reach=28)
    nations = territories(places, {"paris": "fr", "metz": "fr", "lyon": "fr", "berne": "ch"}, land, kind="nation {}")
    styles = {"nation fr": Style(fill="#dfe3c0", order=-14), "nation ch": Style(fill="#e8d5b0", order=-14)}
    return graph_picture(
        nodes, [*links, ("metz", "berne")], width=200, height=190, features=[*land, *nations], styles=styles, unit=15
    )


def table_sample(ground: str = "grass") -> BoardPicture:
    def blob(kind: str, x: float, y: float, label: str = "") -> Feature:
        points = [(x, y), (x + 3, y - 0.5), (x + 4, y + 2), (x + 1.5, y + 3.5), (x - 0.5, y + 2)]
        return Feature(kind, points, closed=True, label=label)

    features = [
        blob("gentle_hill", 3, 3, "Hill 112"),
        blob("steep_hill", 15, 14),
        blob("woods", 14, 3, "Bois Carré"),
        blob("marsh", 3, 15),
        blob("minefield", 9, 19),
        Feature("river", [(0, 10), (8, 9), (16, 11), (24, 10)], width=1, label="L'Aure"),
        Feature("road", [(12, 0), (12, 10), (13, 24)], width=0.5),
        Feature("bridge", [(12.0, 9.8)]),
    ]
    return table_picture(24, 24, ground=ground, features=features, unit=1.6, title="A table")


SAMPLES = {"hex": hex_sample, "square": square_sample, "graph": graph_sample, "table": table_sample}


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", SAMPLES)
def test_a_page_is_well_formed_self_contained_and_the_same_each_time(kind, theme):
    svg = draw(SAMPLES[kind](), theme)
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert draw(SAMPLES[kind](), theme) == svg
    assert not re.search(r"<script|<image|<foreignObject|javascript:|@import", svg)
    assert set(re.findall(r"https?://[^\"']+", svg)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("kind", SAMPLES)
def test_all_references_lead_somewhere_and_no_id_is_given_twice(kind):
    svg = draw(SAMPLES[kind]())
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


@pytest.mark.parametrize("kind", SAMPLES)
def test_numbers_have_two_decimals_at_most(kind):
    svg = re.sub(r'data-extent="[^"]*"| transform="scale[^"]*"', "", draw(SAMPLES[kind]()))
    assert not re.search(r"\d\.\d{3,}", svg)


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_label_and_note_is_lettered(kind):
    picture = SAMPLES[kind]()
    shown = texts(draw(picture))
    wanted = [picture.title, picture.credit, *(f.label for f in picture.features), *(n.label for n in picture.links)]
    wanted += [word for r in picture.regions for word in (r.label, r.note)]
    wanted += [words for key, words in picture.legend.items()]
    assert {word for word in wanted if word} <= set(shown)


def test_every_hex_has_its_sides_in_the_grid_once():
    picture = hex_sample()
    grid = re.search(r'<path d="([^"]+)" fill="none" stroke-linecap="round"', draw(picture, bare=True)).group(1)
    drawn = [frozenset(side.split("L")) for side in grid[1:].split("M")]
    wanted = set()
    for region in picture.regions:
        corners = [(round(x, 4), round(y, 4)) for x, y in region.outline]
        wanted |= {frozenset(side) for side in zip(corners, [*corners[1:], corners[0]])}
    assert len(drawn) == len(set(drawn)) == len(wanted)


def test_every_node_and_link_is_drawn():
    picture = graph_sample()
    svg = draw(picture)
    scale = float(ET.fromstring(svg).get("width")) / extent(picture)[2]
    places = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)"><', svg)
    for region in picture.regions:
        x, y = region.at[0] * scale, region.at[1] * scale
        assert any(abs(float(px) - x) < 0.02 and abs(float(py) - y) < 0.02 for px, py in places), region.id


def test_a_game_overrides_a_style_field_by_field():
    picture = hex_sample()
    picture.styles = {"woods": Style(fill="#123456"), "swamp-thing": Style(fill="#654321", pattern="marsh")}
    picture.regions[0].kind = "swamp-thing"
    svg = draw(picture)
    assert "#123456" in svg and "#654321" in svg
    assert STYLES["woods"].fill not in svg
    assert merged("woods", picture.styles).pattern == "woods"  # what the game left empty stays


def test_kinds_are_known_by_many_names():
    assert plain_kind("Steep_hill") == "steep-hill"
    assert merged("wood", {}) == STYLES["woods"]
    assert set(ALIASES.values()) <= set(STYLES)


def test_an_unknown_kind_is_drawn_all_the_same():
    picture = hex_sample()
    picture.regions[0].kind = "quicksilver"
    picture.features += [Feature("ley-line", [(0, 0), (1, 1)]), Feature("blot", [(0, 0), (1, 0), (1, 1)], closed=True)]
    picture.features += [Feature("nothing", []), Feature("speck", [(1, 1)]), Feature("fort", [(1, 1)])]
    picture.links.append(Link("0101", "nowhere"))
    ET.fromstring(draw(picture))


HOSTILE = '<script>alert(\'x\')</script>"><g onload="evil()"> & \x00\x1b ]]>'


def test_hostile_labels_and_styles_cannot_break_out():
    picture = hex_sample()
    picture.title = picture.credit = HOSTILE
    picture.regions[0].label = picture.regions[1].note = picture.regions[2].kind = HOSTILE
    picture.regions[3].tags = [HOSTILE, "fort:" + HOSTILE]
    picture.features[0].label = HOSTILE
    picture.legend = {HOSTILE: HOSTILE, "woods": HOSTILE}
    picture.background = HOSTILE
    picture.styles = {HOSTILE: Style(fill=HOSTILE, stroke=HOSTILE, dash=HOSTILE, text=HOSTILE, width=2, casing=HOSTILE)}
    for kind in ("hex", "graph", "table"):
        picture.kind = kind
        root = ET.fromstring(draw(picture))
        assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
            "svg", "title", "defs", "pattern", "clipPath", "symbol", "g", "path", "rect", "circle", "ellipse", "use", "text", "textPath",
        }  # fmt: skip
        assert not [name for node in root.iter() for name in node.attrib if name.lower().startswith("on")]
        assert any("<script>" in text for text in texts(draw(picture)))  # as text


def test_the_extent_places_the_board_on_the_page():
    picture = hex_sample()
    left, top, wide, high = extent(picture)
    root = ET.fromstring(draw(picture))
    box = [float(v) for v in root.get("viewBox").split()]
    scale = box[2] / wide
    assert box == pytest.approx([left * scale, top * scale, wide * scale, high * scale], abs=0.02)
    assert left < 0 and top < 0 and wide > picture.width
    assert extent(picture, bare=True) == pytest.approx((0, 0, picture.width, picture.height))
    assert [float(v) for v in root.get("data-extent").split()] == pytest.approx([left, top, wide, high], rel=1e-4)


def test_the_sea_is_all_round_where_there_is_land():
    assert STYLES["sea"].fill in draw(graph_sample())
    dry = graph_sample()
    dry.features = [f for f in dry.features if f.kind != "land"]
    dry.regions = [r for r in dry.regions if r.kind != "sea"]
    assert STYLES["sea"].fill not in draw(dry)


def test_trees_keep_off_the_road():
    picture = table_sample()
    wood = next(f for f in picture.features if f.kind == "woods")
    picture.features = [f for f in picture.features if f.kind in ("grass", "woods")]
    trees = draw(picture).count(" 0 0 0 ")  # the bow of a crown
    picture.features.append(Feature("road", [(12, 4), (19, 5)], width=1))
    picture.features[1] = wood
    assert 0 < draw(picture).count(" 0 0 0 ") < trees


def test_higher_ground_is_drawn_over_lower_ground():
    picture = hex_sample()
    flat = hex_sample()
    for region in flat.regions:
        region.elevation = 0
    assert draw(picture).count('stroke-opacity="0.1"') == 2  # a shadow below each of the two contours
    assert draw(flat).count('stroke-opacity="0.1"') == 0


def test_a_large_map_is_small():
    picture = hex_sample(40, 40)
    for n, region in enumerate(picture.regions):
        region.kind = "woods" if n % 4 == 0 else region.kind
        region.elevation = int(region.at[0] / 2)
    assert len(draw(picture)) < 1_000_000


@pytest.mark.parametrize("theme", THEMES)
def test_every_kind_of_the_library_can_be_drawn(theme):
    areas = [Feature(k, [(0, 0), (3, 0), (3, 3), (0, 3.2), (-1, 1)], closed=True, label=k) for k in AREAS]
    lines = [Feature(k, [(0, 0), (2, 1), (4, 0)], label=k) for k in [*LINES, *AREAS]]
    marks = [Feature(k, [(2, 2)], label=k) for k in MARKS]
    picture = table_picture(6, 6, features=[*areas, *lines, *marks], legend={k: k for k in STYLES})
    shown = " ".join(texts(draw(picture, theme)))
    assert all(kind in shown for kind in STYLES)


def test_patterns_and_marks_of_the_library_exist():
    known = {*PATTERN_NAMES, *LINE_PATTERNS, ""}
    assert {style.pattern for style in STYLES.values()} <= known
    assert set(MARKS) - {"name"} <= set(MARK_ART)
    assert set(TAGS) == set(MARK_ART)
    for scatter in SCATTERS.values():
        assert {*scatter.symbols, *scatter.rare} <= set(SYMBOLS)
    for svg in [*SYMBOLS.values(), *MARK_ART.values(), *(tile.svg for tile in TILES.values())]:
        ET.fromstring(f"<g>{svg}</g>")


def test_themes_change_every_ink_and_leave_what_is_no_colour():
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    night, day = Ink("dark"), Ink("light")
    assert day.fill("#e9e2cc") == "#e9e2cc"
    assert night.fill("#e9e2cc") < "#606060" < night.text("#2b2016")
    assert night.fill("none") == "none" and night.line("red") == "red"
