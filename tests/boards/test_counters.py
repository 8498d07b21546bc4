"""Counters: every word has a drawing, and every drawing is clean."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grognard.boards.counters import ALIASES, GROUPS, SYMBOLS, drawing, symbol, symbol_sheet

SVG = "{http://www.w3.org/2000/svg}"

PROMISED = [
    "infantry",
    "guard",
    "landwehr",
    "militia",
    "light-infantry",
    "cavalry",
    "heavy-cavalry",
    "light-cavalry",
    "artillery",
    "horse-artillery",
    "heavy-artillery",
    "leader",
    "commander",
    "hq",
    "army",
    "corps",
    "fort",
    "trench",
    "tank",
    "heavy-tank",
    "armoured-car",
    "recon",
    "anti-tank",
    "anti-aircraft",
    "engineer",
    "heavy-weapons",
    "motorised",
    "mechanised",
    "mountain",
    "paratroop",
    "marine",
    "garrison",
    "partisan",
    "agent",
    "supply",
    "depot",
    "train",
    "armoured-train",
    "river-craft",
    "monitor",
    "gunboat",
    "landing-craft",
    "destroyer",
    "submarine",
    "merchant",
    "fighter",
    "bomber",
    "ground-attack",
    "recon-plane",
    "zeppelin",
    "balloon",
    "transport-plane",
    "glider",
    "convoy",
    "decoy",
    "dummy",
    "marker",
    "chit",
    "flag",
    "objective",
    "minefield",
    "bridge",
    "barrage",
]


@pytest.mark.parametrize("name", PROMISED)
def test_every_arm_has_its_symbol(name):
    assert SYMBOLS[name]
    assert f'id="sym-{name}"' in symbol_sheet()


def test_the_sheet_is_well_formed_and_has_each_symbol_once():
    root = ET.fromstring(symbol_sheet())
    ids = [node.get("id") for node in root.iter(f"{SVG}symbol")]
    assert ids == [f"sym-{name}" for name in SYMBOLS]
    assert symbol_sheet() == symbol_sheet()


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_is_drawn_in_the_counters_own_colour_and_stays_in_its_field(name):
    node = ET.fromstring(symbol(name))
    assert node.get("viewBox") == "0 0 100 60"
    assert node[0].text == SYMBOLS[name]
    colours = {part.get(key) for part in node.iter() for key in ("fill", "stroke")} - {None}
    assert colours <= {"currentColor", "none"}
    for path in node.iter("path"):
        for x, y in re.findall(r"[ML](-?[\d.]+)[ ,](-?[\d.]+)", path.get("d")):
            assert -5 <= float(x) <= 105 and -5 <= float(y) <= 65


def test_groups_and_aliases_name_known_symbols():
    assert sum(len(group) for group in GROUPS.values()) + len(ALIASES) == len(SYMBOLS)
    assert set(ALIASES.values()) <= {name for group in GROUPS.values() for name in group}
    assert drawing("dummy") == drawing("decoy")
    assert drawing("no such arm") == drawing("marker")
