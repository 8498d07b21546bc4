"""Every cell of the element chart, of the terrain table and of the movement rates against the printed play sheet.

The rows are copied from the source word for word and read here once more, apart from tables.toml.
"""

import re

import pytest

from grognard.games.dbms.tables import BEAT, DESTROYED_IF, DOUBLED, FACTOR, GOING, RANGE, RATES, TERRAIN

CHART = """
IN|+2|+3|+1|2"|Destroyed by a unit that moves into contact with it. Retreat by all others.|Retreat by FI, AT, AA. Destroyed by all others.
IH|+2|+3|+1|4"|Destroyed by a unit that moves into contact with it. Retreat by all others.|Retreat by FI, AT, AA. Destroyed by all others.
IE|+2|+3|+1|2"|Destroyed by a unit that moves into contact with it. Retreat by all others.|Retreat by FI, AT, AA. Destroyed by all others.
TA|+4|+4|+2|4"|Destroyed in Bad going. Retreat by all others.|Destroyed
TH|+5|+3|+2|6"|Destroyed in Bad going. Otherwise ignore.|Destroyed
RE|+1|+1|+1|2"|Destroyed if in Bad terrain. Retreat by all others.|Destroyed by TA, AT, AA, AR. Routed by all others.
AT|+4|+2|+1|4"|Destroyed by IN. Retreat by all others.|Routed by FI, AT, AA. Destroyed by all others.
AR|+3|+4|+1|4"|Destroyed by IN. Retreat by all others.|Routed by FI, AT, AA. Destroyed by all others.
AA|+3|+2|+3|8"|Destroyed by IN. Retreat by all others.|Routed by FI, AT, AA. Destroyed by all others.
FI|+2|+2|+4|Contact|Destroyed by FI. Return to Base by all others.|Destroyed by FI and AA. Routed by all others.
BO|+3|+2|+3|Contact|Destroyed by FI. Return to base by all others.|Destroyed by FI and AA. Routed by all others.
GE|+1|+1|+1|NA|Captured by IN. Destroyed by all others.|Destroyed
BS|+2|+2|+2|2"|NA|Captured
"""
ROWS = {row.split("|")[0]: row.split("|")[1:] for row in CHART.split("\n") if row}
RESULTS = {"destroyed": "destroyed", "retreat": "retreat", "routed": "rout", "captured": "captured", "return to base": "return_to_base",
           "na": "none", "otherwise ignore": "none"}  # fmt: skip
CONDITIONS = {"a unit that moves into contact with it": "enemy_moved_into_contact", "in bad going": "in_bad_going", "if in bad terrain": "in_bad_going"}


def read(words):
    """A printed result: what every opponent causes, and the conditions that destroy."""
    found, rest, conditions = {}, None, []
    for clause in (one.strip().lower() for one in words.split(".") if one.strip()):
        effect = next(RESULTS[key] for key in sorted(RESULTS, key=len, reverse=True) if clause.startswith(key))
        by = clause.partition(" by ")[2] if " by " in clause else clause.removeprefix("destroyed ")
        if by in CONDITIONS:
            conditions.append(CONDITIONS[by])
        elif by == "all others" or " by " not in clause:
            rest = effect
        else:
            found |= {code.upper(): effect for code in re.split(r", | and ", by)}
    return found, rest, conditions


@pytest.mark.parametrize("code", ROWS)
def test_every_cell_of_the_element_chart_is_as_printed(code):
    armor, soft, air, reach, beat, doubled = ROWS[code]
    assert [FACTOR["armor", code], FACTOR["soft", code], FACTOR["air", code]] == [int(armor), int(soft), int(air)]
    assert RANGE[code] == (int(reach[0]) * 2540 if reach.endswith('"') else 0)
    for table, words in ((BEAT, beat), (DOUBLED, doubled)):
        named, rest, conditions = read(words)
        assert conditions == (list(DESTROYED_IF[code]) if table is BEAT else [])
        for by in ROWS:
            if (code, by) == ("BS", "BS"):
                continue
            wanted = named.get(by, rest)
            assert table[by, code] == wanted, (code, by, words)
        if code not in ("FI", "BO", "BS"):
            assert table["MF", code] == rest, "a minefield is among all others"


GROUND = """
open|Good|Good|Good||
woods|Good|Impossible|Bad|blocks|-2
steep_hill|Bad|Impossible|Impossible|blocks|
gentle_hill|Good|Good|Good|blocks|
waterway|Impossible|Impossible|Impossible||
marsh|Bad|Impossible|Impossible||-2
soft_ground|Good|Bad|Bad||
town|Good|Bad|Bad|blocks|-2
road|Good|Good|Good||
dunes|Good|Bad|Good|blocks|
oasis|Good|Bad|Bad|blocks|-2
minefield|Bad|Bad|Bad||
"""


@pytest.mark.parametrize("row", [row for row in GROUND.split("\n") if row])
def test_every_cell_of_the_terrain_table_is_as_printed(row):
    kind, *going, blocks, cover = row.split("|")
    for column, word in zip(("foot", "wheeled", "tracked"), going):
        assert GOING[column, kind] == {"Good": "good", "Bad": "bad", "Impossible": "impassable"}[word], (kind, column)
    assert (TERRAIN[kind]["los"] != "none") == (blocks == "blocks")
    assert TERRAIN[kind]["cover"] == int(cover or 0)


def test_the_rates_are_as_printed():
    printed = {"foot": (2, 1, 3), "foot_mounted": (3, 1, 5), "wheeled": (4, 2, 6), "tracked": (3, 2, 6)}
    assert {kind: tuple(RATES[going, kind] for going in ("good", "bad", "road")) for kind in printed} == printed
