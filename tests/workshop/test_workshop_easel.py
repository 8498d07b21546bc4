"""Files laid out on the workshop's table, and what a hand does to them: every game, by the same gestures."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

import grognard.games
from grognard.kernel import Match, Misuse, game
from grognard.kernel.formats import Gesture, edited, kind_of
from grognard.kernel.formats.canvas import value_at
from grognard.kernel.formats.reading import check_text
from grognard.server.drafts import from_match, written
from grognard.server.trials import Played, findings, tried

GAMES = Path(grognard.games.__path__[0])
NAMES = ("dbms", "draka", "fyow", "napalini", "nlc", "pog")
FILES = sorted([*GAMES.glob("*/data/scenarios/*.toml"), *GAMES.glob("*/data/situations/*.toml")])


def easel_of(name: str):
    easel = game(name).formats().easel
    assert easel is not None
    return easel


def done(name: str, text: str, *gestures: Gesture) -> str:
    for gesture in gestures:
        text = edited(text, easel_of(name).changes(tomllib.loads(text), gesture, None))
    return text


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}/{file.stem}")
def test_every_file_is_laid_out(file):
    name, text = file.parts[-4], file.read_text("utf-8")
    easel, data = easel_of(name), tomllib.loads(text)
    if kind_of(game(name), data) != easel.kind:
        return
    canvas = easel.lay_out(data, None)
    cells = {cell.id for cell in canvas.ground.cells}
    assert all(piece.at in cells or piece.x is not None for piece in canvas.pieces)
    assert canvas.tools and canvas.totals and len({tool.id for tool in canvas.tools}) == len(canvas.tools)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}/{file.stem}")
def test_a_file_full_of_holes_is_laid_out_too(file):
    """A draft in the making: anything may be missing, or be something else."""
    name, rng = file.parts[-4], random.Random(file.stem)
    data = tomllib.loads(file.read_text("utf-8"))
    for _ in range(12):
        around: object = data
        while isinstance(around, dict | list) and around:
            key = rng.choice(list(around) if isinstance(around, dict) else range(len(around)))
            inside = around[key]
            if not isinstance(inside, dict | list) or not inside or rng.random() < 0.2:
                if rng.random() < 0.5:
                    del around[key]
                else:
                    around[key] = rng.choice(["", "x", 3, [], {}])
                break
            around = inside
        easel_of(name).lay_out(data, None)


@pytest.mark.parametrize("name", NAMES)
def test_what_one_begins_with_from_nothing_is_nearly_right(name):
    """Nothing is wrong in it but what is not there yet."""
    easel = easel_of(name)
    easel.lay_out(tomllib.loads(easel.empty), None)
    words = "none yet|no boards yet|nothing is written here yet|has no elements yet"
    for mistake in check_text(game(name), easel.empty, ""):
        assert any(word in mistake.words for word in words.split("|")), mistake


@pytest.mark.parametrize(("name", "scenario"), [("fyow", "learning"), ("dbms", "learning"), ("napalini", "firefly"), ("nlc", "learning")])
def test_pieces_are_moved_copied_and_removed_and_the_file_stays_right(name, scenario):
    easel, text = easel_of(name), (GAMES / name / "data" / "scenarios" / f"{scenario}.toml").read_text("utf-8")
    canvas = easel.lay_out(tomllib.loads(text), None)
    single = [one for one in canvas.pieces if value_at(tomllib.loads(text), one.path).get("n", 1) == 1]
    piece = next(one for one in single if one.copies and one.symbol not in ("headquarters", "leader"))
    taken = {one.at for one in canvas.pieces}
    cell = next((one.id for one in canvas.ground.cells if one.id not in taken and one.fill != "#b5d0d6"), "")
    spot = (piece.x - 1000, piece.y) if piece.x is not None and piece.y is not None else (0.0, 0.0)
    moved = done(name, text, Gesture("move", piece.path, cells=[cell] if cell else [], points=[spot, spot]))
    assert moved != text
    now = next(one for one in easel.lay_out(tomllib.loads(moved), None).pieces if one.path == piece.path)
    assert now.at == cell and (piece.x is None or now.x == pytest.approx(piece.x - 1000))
    copied = done(name, moved, Gesture("copy", piece.path))
    assert len(easel.lay_out(tomllib.loads(copied), None).pieces) == len(canvas.pieces) + 1
    assert check_text(game(name), copied, "") == []
    again = easel.lay_out(tomllib.loads(copied), None).pieces
    last = max((one.path for one in again if one.path[:-1] == piece.path[:-1]), key=lambda path: path[-1])
    assert done(name, copied, Gesture("remove", list(last))) == moved


def test_a_board_that_is_renamed_is_renamed_everywhere():
    text = (GAMES / "fyow" / "data" / "new-campaign.txt").read_text("utf-8")
    data = tomllib.loads(done("fyow", text, Gesture("rename", ["board", 1], value="hamlet")))
    assert "village" not in str(data).replace("The village", "") and data["objectives"]["hamlet"] == 5
    assert check_text(game("fyow"), done("fyow", text, Gesture("rename", ["board", 1], value="hamlet")), "") == []
    with pytest.raises(Misuse, match="already"):
        done("fyow", text, Gesture("rename", ["board", 1], value="mill"))


def test_a_board_that_goes_takes_its_links_with_it():
    text = (GAMES / "fyow" / "data" / "new-campaign.txt").read_text("utf-8")
    data = tomllib.loads(done("fyow", text, Gesture("remove", ["board", 2])))
    assert len(data["links"]) == 4 and "wood" not in [board["id"] for board in data["board"]]


def put_down(text: str, *tools: str) -> str:
    return done("fyow", text, *(Gesture("use", tool=tool, cells=["farm"]) for tool in tools))


def of(text: str, key: str) -> list[dict]:
    return tomllib.loads(text)[key]


NOBODY = (GAMES / "fyow" / "data" / "new-scenario.txt").read_text("utf-8")


def test_a_brigade_is_led_by_its_hq():
    """The first Battlegroup leads until a Brigade HQ comes; the next HQ brings a Brigade of its own, and the troops after it."""
    text = put_down(NOBODY, "unit:blue:infantry", "unit:blue:headquarters", "unit:blue:headquarters", "unit:blue:tanks")
    first, second = of(text, "brigade")
    units = of(text, "unit")
    assert first["hq"] == units[1]["id"] and second["hq"] == units[2]["id"]
    assert [unit["brigade"] for unit in units] == [first["id"], first["id"], second["id"], second["id"]]
    assert (first["name"], second["name"], units[2]["name"]) == ("1st Brigade", "2nd Brigade", "HQ, 2nd Brigade")


def test_nobody_commands_twice():
    text = put_down(NOBODY, *("unit:red:infantry", "unit:blue:infantry") * 12)
    names = [one["commander"] for key in ("brigade", "unit") for one in of(text, key)]
    assert len(names) == len(set(names)) == 26 and any(name.startswith("Oberst ") for name in names)


def test_a_brigade_that_loses_its_hq_has_another_and_goes_with_its_last_unit():
    text = put_down(NOBODY, "unit:blue:headquarters", "unit:blue:infantry")
    text = done("fyow", text, Gesture("remove", ["unit", 0]))
    assert of(text, "brigade")[0]["hq"] == of(text, "unit")[0]["id"]
    text = done("fyow", text, Gesture("remove", ["unit", 0]))
    assert not tomllib.loads(text).get("brigade") and not tomllib.loads(text).get("unit")


def test_a_unit_that_is_dragged_takes_its_order_with_it():
    text = done("fyow", put_down(NOBODY, "unit:blue:infantry"), Gesture("move", ["unit", 0], cells=["mill"]))
    assert of(text, "unit")[0]["board"] == of(text, "unit")[0]["order"]["objective"] == "mill"


@pytest.mark.parametrize("name", ["dbms", "fyow", "napalini"])
def test_there_are_steps_from_nothing_to_a_battle(name):
    """Each with a tool that is there; none is left in what comes with the game."""
    easel = easel_of(name)
    canvas = easel.lay_out(tomllib.loads(easel.empty), None)
    assert [step for step in canvas.steps if not step.done and not step.may]
    assert {step.tool for step in canvas.steps} <= {"under", *(tool.id for tool in canvas.tools)}
    made = tomllib.loads((GAMES / name / "data" / "scenarios" / "learning.toml").read_text("utf-8"))
    assert not [step for step in easel.lay_out(made, None).steps if not step.done and not step.may]


def test_edges_of_a_table_are_named():
    canvas = easel_of("dbms").lay_out({"edges": {"red": "east", "blue": "west"}, "sides": {"red": "Panzer group"}}, None)
    assert {sign.words for sign in canvas.signs} == {"North", "South", "East: edge of Panzer group", "West: edge of Blue"}


def test_a_coast_that_is_drawn_is_drawn_on_the_map():
    text = (GAMES / "fyow" / "data" / "new-campaign.txt").read_text("utf-8")
    rim = [(-300.0, -400.0), (1300.0, -400.0), (1300.0, 500.0), (-300.0, 500.0)]
    text = done("fyow", text, Gesture("use", tool="shore:", points=rim), Gesture("use", tool="area:woods", points=rim[:3]))
    assert check_text(game("fyow"), text, "") == []
    board = Match.start("fyow", tomllib.loads(text), 1).board
    assert board is not None
    assert [len(feature.points) for feature in board.features if feature.kind == "land"] == [4]
    assert any(feature.kind == "woods" for feature in board.features)


def test_terrain_off_the_table_is_refused():
    with pytest.raises(Misuse, match="off the table"):
        done("dbms", easel_of("dbms").empty, Gesture("use", tool="terrain:woods", points=[(0, 0), (99999999, 0), (0, 5000)]))


@pytest.mark.parametrize(("name", "scenario"), [("dbms", "learning"), ("fyow", "learning"), ("nlc", "learning"), ("pog", "learning"), ("napalini", "learning")])
def test_a_match_becomes_a_draft(name, scenario):
    """As far as it can be checked from nothing: the position is a file of the game without mistakes."""
    match = Match.start(name, scenario, 1)
    draft = from_match(match, None, everything=True)
    assert check_text(game(name), draft.text, "") == []


def test_data_is_written_as_a_text():
    data = tomllib.loads((GAMES / "nlc" / "data" / "scenarios" / "learning.toml").read_text("utf-8"))
    assert tomllib.loads(written(data)) == data


def test_bots_try_a_draft_and_say_what_they_found():
    import msgspec

    text = (GAMES / "dbms" / "data" / "scenarios" / "learning.toml").read_text("utf-8")
    row = msgspec.json.decode(tried("dbms", text, "1", "random"), type=Played)
    lines = findings([row])
    assert row.finished and lines[0].startswith("After 1 match, wins:") and lines[1].startswith("Length:")


def test_what_never_mattered_is_named():
    first = Played("red", "", 10, "Turn 3", {"red": 3, "blue": 1}, {"a": "Tank", "b": "Gun"}, ["a"], {"x": "Hill", "y": "Farm"}, ["x"])
    lines = findings([first] * 6)
    assert "Never moved, never lost anything: Gun." in lines and "Nobody ever stood there: Farm." in lines
    assert any("Give blue 2 points" in line for line in lines)
    level = Played("", "", 10, "Turn 3", {"red": 2, "blue": 2})
    assert "By the score it is even: the margin in the middle is where nobody wins." in findings([level] * 6)
    first.sides = {"red": "Panzer group", "blue": "Rifle brigade"}
    lines = findings([first] * 6)
    assert "wins: Panzer group 6 (100%" in lines[0] and any("Give Rifle brigade 2 points" in line for line in lines)


@pytest.mark.parametrize("path", ["grid.hex_km", "turn.0.light", "turn.0.weather", "victory.objective.0.holder"])
def test_what_the_format_of_nlc_lets_one_leave_out_may_be_left_out(path):
    data = tomllib.loads((GAMES / "nlc" / "data" / "scenarios" / "learning.toml").read_text("utf-8"))
    keys = [int(key) if key.isdigit() else key for key in path.split(".")]
    around = data
    for key in keys[:-1]:
        around = around[key]
    del around[keys[-1]]
    assert check_text(game("nlc"), written(data), "") == []


def test_what_is_painted_over_a_compiled_map_is_drawn_on_it():
    """A stream and a road of a correction are seen by who plays the battle; a road that was taken up is not."""
    data = tomllib.loads((GAMES / "nlc" / "data" / "scenarios" / "learning.toml").read_text("utf-8"))

    def drawn(corrections: dict) -> list[tuple[str, int]]:
        board = Match.start("nlc", data | {"corrections": corrections}, 1).board
        return sorted((feature.kind, len(feature.points)) for feature in board.features if feature.kind != "bridge")

    before = drawn({})
    painted = drawn({"sides": {"0912|0913": ["stream"]}, "roads": [{"hexes": ["0114", "0214", "0314"], "kind": "trail"}]})
    assert painted == sorted([*before, ("stream", 2), ("trail", 3)])
    ground = Match.start("nlc", data, 1).static.ground
    road = max((part for road, parts in ground.roads.items() if ground.road_kind[road] == "chaussee" for part in parts), key=len)
    gap = [ground.grid.labels[hex] for hex in road[2:4]]
    assert drawn({"roads": [{"hexes": gap, "kind": "none"}]}) != before
