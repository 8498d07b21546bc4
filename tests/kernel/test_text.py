"""A scene as text: everything a player needs is said, and nothing hidden is."""

from __future__ import annotations

import math

from grognard.kernel.briefing import briefing
from grognard.kernel.scene import (
    BoardPicture,
    Card,
    Cell,
    DecisionView,
    EventView,
    Marker,
    Objective,
    OddsView,
    OptionView,
    Overlay,
    Panel,
    Piece,
    RefusalView,
    Region,
    Scene,
    Style,
    TallyView,
    TermView,
)
from grognard.kernel.text import scene_as_text


def hexagon(x: float, y: float) -> list[tuple[float, float]]:
    r = 1 / math.sqrt(3)
    return [(x + r * math.cos(math.radians(60 * i - 90)), y + r * math.sin(math.radians(60 * i - 90))) for i in range(6)]


def board() -> BoardPicture:
    regions = []
    for j in range(3):
        for i in range(4):
            x, y, name = i + (0.5 if j % 2 else 0), j * 0.866, f"{i + 1:02}{j + 1:02}"
            kind = {"0201": "woods", "0302": "town"}.get(name, "clear")
            label = "Frasnes" if name == "0302" else ""
            regions.append(Region(name, (x, y), hexagon(x, y), kind, label, name))
    return BoardPicture("hex", 5, 3, regions=regions)


def scene() -> Scene:
    return Scene(
        game="nlc",
        scenario="quatre-bras",
        seat="fr",
        title="Quatre Bras",
        turn="Turn 3, 15:00, rain",
        phase="Movement",
        sides={"fr": Style(fill="#335"), "al": Style(fill="#a33")},
        side_names={"fr": "French", "al": "Allied"},
        pieces=[
            Piece("b1", "fr", at="0302", symbol="infantry", name="II Corps Bachelu", values=["6", "4"], steps=1, steps_full=2, states=["disrupted"]),
            Piece("g1", "fr", at="0302", symbol="artillery", name="Guns", values=["4", "3"]),
            Piece("x9", "al", at="0201", hidden=True, name="SECRET", values=["9"], symbol="guard"),
            Piece("t1", "al", x=12.5, y=3.0, facing=90.0, symbol="tank", name="Churchill"),
        ],
        markers=[Marker("m1", "trench", at="0101", side="fr", tip="dug last night")],
        overlays=[Overlay("zoc", "Zones of control", regions=["0302", "0101"], rule="nlc.6.1")],
        panels=[
            Panel("turns", "Turns", "track", cells=[Cell("14:00"), Cell("15:00", current=True, pieces=["b1"])]),
            Panel("dead", "Eliminated", "box", pieces=["g1"], side="fr"),
            Panel("hand", "Your hand", "hand", cards=[Card("c", "Guns of August", corner="3", text="Draw two", uses=["ops"]), Card("h", "HIDDEN", hidden=True)]),
            Panel("sheet", "Corps", "sheet", columns=["Corps", "Losses", "Limit"], rows=[[Cell("II"), Cell("4"), Cell("12", rule="nlc.9")]]),
            Panel("note", "Notes", "text", lines=["Ney commands."]),
        ],
        status=["initiative French", "wind 2"],
        score={"fr": "12", "al": "7"},
        waiting=["Allied: writing orders"],
        marks=["house-ruled"],
        diary=[EventView(n, f"nlc.1.{n}", f"Event {n}.", dice=[3, 5] if n == 20 else []) for n in range(1, 21)],
        decision=DecisionView(
            "fr", "options", "Retreat to halve the hits?", "nlc.7.4.1", 57, stakes="This cannot be undone.", piece="b1",
            options=[
                OptionView("stand", "Stand"),
                OptionView("r", "Retreat", place="0201", piece="g1", cost="3 points", path=["0302", "0201"]),
            ],
            tallies=[TallyView("Fire strength", "8", [TermView("Bachelu", "10"), TermView("disrupted", "-2", "nlc.7.6.1")])],
            odds=[OddsView("hits", [("none", 0.5), ("one", 0.5)], "nlc.7.1")],
        ),
    )  # fmt: skip


def test_the_head_says_when_who_and_how_it_stands():
    text = scene_as_text(scene(), board())
    for words in (
        "Quatre Bras.", "You are French.", "Turn 3, 15:00, rain, phase Movement.", "Status: initiative French; wind 2.",
        "Score: French 12; Allied 7.", "Waiting for Allied: writing orders.", "house-ruled",
    ):  # fmt: skip
        assert words in text


def test_pieces_are_listed_by_place():
    text = scene_as_text(scene(), board(), width=200)
    line = next(line for line in text.splitlines() if line.startswith("Frasnes"))
    assert line == (
        "Frasnes (0302), town: French II Corps Bachelu 6-4, infantry, 1 of 2 steps, disrupted; French Guns 4-3, artillery."
    )
    assert "Allied Churchill, tank, at 12.5 across and 3 down facing east (90 degrees)." in text
    assert "0101, clear: marker French trench, dug last night." in text
    assert "Zones of control: Frasnes, 0101. [nlc.6.1]" in text


def test_a_hidden_piece_shows_side_and_place_only():
    text = scene_as_text(scene(), board())
    assert "Allied hidden piece" in text
    assert "SECRET" not in text and "guard" not in text and "HIDDEN" not in text


def test_the_map_in_letters_has_ground_and_pieces_where_they_are():
    lines = scene_as_text(scene(), board()).splitlines()
    start = lines.index("Map; each line begins with its first place:")
    rows = lines[start + 1 : start + 4]
    assert rows[0].startswith("0101") and "wA" in rows[0]
    assert "tF2" in rows[1] and rows[1].index("tF2") > rows[0].index("wA")
    assert lines[start + 4].startswith("Ground: . clear, t town, w woods")
    assert "F French, A Allied" in lines[start + 5]


def test_a_map_that_does_not_fit_is_left_out_and_the_list_stays():
    text = scene_as_text(scene(), board(), width=20)
    assert "Map;" in text  # four hexes fit
    text = scene_as_text(scene(), BoardPicture("hex", 99, 3, regions=[r for n in range(9) for r in wide_row(n)]), width=40)
    assert "Map;" not in text and "Where things stand" in text


def wide_row(n: int) -> list[Region]:
    return [Region(f"{i}.{n}", (float(i), float(n)), hexagon(i, n)) for i in range(40)]


def test_panels_of_all_kinds():
    text = scene_as_text(scene(), board(), width=200)
    assert "14:00; 15:00 (now, II Corps Bachelu)." in text
    assert "Eliminated (French):\nFrench Guns 4-3, artillery." in text
    assert "Guns of August (3). Draw two. Uses: ops." in text
    assert "A hidden card." in text
    assert "II; Losses 4; Limit 12 [nlc.9]." in text
    assert "Ney commands." in text


def test_the_decision_has_prompt_rule_numbers_and_numbered_options():
    text = scene_as_text(scene(), board(), width=200)
    assert "French decides, choice 57:\nRetreat to halve the hits? [nlc.7.4.1]" in text
    assert "Mind: This cannot be undone." in text
    assert "It is about II Corps Bachelu." in text
    assert "Fire strength: 8, from Bachelu 10; disrupted -2 [nlc.7.6.1]." in text
    assert "Odds, hits: none 50%; one 50%. [nlc.7.1]" in text
    assert "  1. Stand\n  2. Retreat (Guns; 0201; by Frasnes, 0201; cost 3 points)" in text


def test_a_draft_names_its_items_and_all_that_is_wrong():
    s = scene()
    s.decision = DecisionView(
        "fr", "draft", "Write orders", "nlc.20.1", 3, items=[OptionView(1, "Bachelu attacks")],
        options=[OptionView(2, "Foy attacks", group="Attacks"), OptionView(3, "Piré waits", group="Waits")],
        violations=[RefusalView("nlc.20.4", "Two orders a turn.", {"limit": 2}), RefusalView("nlc.20.9", "No leader.")],
    )  # fmt: skip
    text = scene_as_text(s, board(), width=200)
    assert "Item 1. Bachelu attacks" in text
    assert "Wrong: Two orders a turn. (limit: 2) [nlc.20.4]" in text and "Wrong: No leader. [nlc.20.9]" in text
    assert "It cannot be submitted yet." in text
    assert "Attacks:\n  1. Foy attacks\nWaits:\n  2. Piré waits" in text
    s.decision.complete = True
    assert "It may be submitted." in scene_as_text(s)


def test_a_checked_decision_tells_the_shape_of_a_value():
    s = scene()
    s.decision = DecisionView(
        "fr", "checked", "Move the tank", "dbms.4", 3, options=[OptionView({"x": 1}, "Straight on")],
        shape={"type": "object", "properties": {"x": {"type": "number"}, "facing": {"type": "integer"}}},
    )  # fmt: skip
    text = scene_as_text(s)
    assert "Any value may be given and is checked. Suggestions:\n  1. Straight on" in text
    assert "A value holds: x (number), facing (integer)." in text


def test_the_last_lines_of_the_diary_cite_their_rules():
    text = scene_as_text(scene(), board())
    assert "20. Event 20. Dice: 3, 5. [nlc.1.20]" in text
    assert "9. Event 9. [nlc.1.9]" in text and "8. Event 8." not in text.replace("18. Event 18.", "")


def test_the_end_and_a_spectator():
    text = scene_as_text(Scene("nlc", "x", None, "Ligny", over="Prussian victory."))
    assert "can be undone" not in text
    assert "The last choice can be undone." in scene_as_text(Scene("nlc", "x", "fr", "Ligny", undo=True))
    assert "You watch." in text and "The match is over: Prussian victory." in text
    assert "Nothing stands on the board." in text


def test_no_line_is_longer_than_asked_and_no_name_steers_the_terminal():
    s = scene()
    s.pieces[0].name = "\x1b[31mred " + "very " * 40
    text = scene_as_text(s, board(), width=60)
    assert max(len(line) for line in text.splitlines()) <= 60
    assert "\x1b" not in text and all(ord(c) < 0x2500 for c in text)


def test_a_briefing_counts_those_alike_and_says_aims_in_plain_words():
    made = scene()
    made.pieces = [Piece(f"c{n}", "fr", symbol="corps", name="FR corps", values=["1", "1"]) for n in range(3)]
    made.pieces += [Piece("a", "fr", at="0302", symbol="army", name="FR 5th Army")]
    made.status = ["overcast"]
    made.objectives = [Objective("cp", "Central Powers:", now="10", needed="12 VP or more"), Objective("qb", "Quatre Bras"), Objective("fr", "Frasnes")]
    lines = briefing(made, board(), "fr").splitlines()
    assert "Overcast." in lines and "Aim: Central Powers: 10, enough is 12 VP or more." in lines
    assert "What counts: Quatre Bras and Frasnes." in lines
    assert "  Off the map: 3 x FR corps 1-1." in lines and "  Frasnes (0302, town): FR 5th Army." in lines
