"""Printed tables: bands without gap or overlap, every cell filled, the rule cited."""

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel import cite
from grognard.kernel.bands import read_band
from grognard.kernel.refusal import BadData
from grognard.kernel.tables import Bands, Names, Span, axis, column, table, toml_file

SHARED = Path(__file__).parents[3] / "shared" / "rulebooks"

TABLES = """
[fire]
origin = "printed"
rolls = ["2-4", "5-6", "7+"]
[fire.rows]
"1-3" = [0, 0, 1]
"4" = [0, 1, 2]
"5+" = [1, 2, 3]

[[terrain]]
name = "woods"
attack = -50
charge = -75
[[terrain]]
name = "town"
attack = -25
charge = -50

[halved]
after = [0, 0, 1, 2]
"""


@pytest.fixture
def data(tmp_path):
    (tmp_path / "tables.toml").write_text(TABLES, encoding="utf-8")
    return toml_file(tmp_path, "tables.toml")


# ------------------------------------------------------------------ bands


@pytest.mark.parametrize(
    ("label", "inside", "outside"),
    [
        ("2-4", [2, 3, 4], [1, 5]),
        ("2 to 4", [2, 4], [1, 5]),
        ("2–4", [3], [5]),
        ("7", [7], [6, 8]),
        (7, [7], [6, 8]),
        ("-1", [-1], [0, 1]),
        ("-3--1", [-3, -1], [0, -4]),
        ("10+", [10, 99], [9]),
        ("7 or more", [7, 99], [6]),
        (">=7", [7, 99], [6]),
        ("<=1", [1, -9], [2]),
        ("2 or less", [2, -9], [3]),
        ("1,5-6", [1, 5, 6], [2, 4, 7]),
        ([5, 6], [5, 6], [4, 7]),
    ],
)
def test_a_band_covers_what_it_says(label, inside, outside):
    covers = [number for number in range(-10, 100) if any(low <= number <= high for low, high in read_band(label))]
    assert set(inside) <= set(covers) and not set(outside) & set(covers)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8), st.integers(-5, 5), st.integers(-20, 60))
def test_every_number_is_in_the_band_that_holds_it(widths, start, number):
    lows = [start + sum(widths[:n]) for n in range(len(widths))]
    bands = Bands([f"{low}-{low + width - 1}" for low, width in zip(lows, widths)])
    holding = [n for n, (low, width) in enumerate(zip(lows, widths)) if low <= number < low + width]
    if holding:
        assert bands.position(number) == holding[0]
    else:
        with pytest.raises(LookupError, match="off the table"):
            bands.position(number)


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (["2-4", "6-7"], "no gap.* no band for 5"),
        (["1", "5+"], "no gap.* no band for 2 to 4"),
        (["2-4", "4-6"], "no overlap.* 4 lies in two"),
        (["<=3", "3", "4+"], "no overlap.* 3 lies in two"),
        (["2-4", "2-4"], "no overlap"),
        (["5+", "7"], "no overlap"),
        (["4-2"], "from low to high"),
        ([], "got none"),
    ],
)
def test_bands_with_a_gap_or_an_overlap_are_refused(labels, says):
    with pytest.raises(BadData, match=says):
        Bands(labels)


def test_beyond_the_bands_is_an_error_unless_the_rulebook_clamps():
    with pytest.raises(LookupError, match=r"25 is off the table, which ends at 24"):
        Bands(["1-24"]).position(25)
    with pytest.raises(LookupError, match=r"0 is off the table, which begins at 1"):
        Bands(["1-24"]).position(0)
    clamped = Bands(["1-3", "4-24"], clamp=True)
    assert (clamped.position(-7), clamped.position(99)) == (0, 1)


def test_a_fraction_between_bands_must_be_rounded_first():
    with pytest.raises(LookupError, match="9/2 lies between 4 and 5: round it by its rule"):
        Bands(["1-4", "5-6"]).position(Fraction(9, 2))


def test_an_axis_is_bands_or_names_and_nothing_between():
    assert isinstance(axis(["2-4", "5+"]), Bands)
    assert isinstance(axis(["75mm", "149mm"]), Names)
    with pytest.raises(BadData, match="throughout, got '5/6'"):
        axis(["2-4", "5/6", "7"])


def test_names_are_unique_and_the_nearest_is_suggested():
    with pytest.raises(LookupError, match='Did you mean "woods"'):
        Names(["woods", "town"]).position("wood")
    with pytest.raises(BadData, match="'town' twice"):
        Names(["town", "woods", "town"])


# ------------------------------------------------------------------ tables


def test_rows_by_label(data):
    fire = table(data["fire"], rule="toy.1", cells="rows", columns="rolls")
    assert [fire[2, 3], fire[4, 6], fire[30, 12]] == [0, 1, 3]
    with pytest.raises(LookupError, match=r"tables\.toml: \[fire\]: 0 is off the table"):
        fire[0, 7]


def test_rows_by_number():
    loss = table([[0, 1], [1, 2]], rule="toy.1", rows=range(1, 3), columns=Bands(["1-4", "5+"]))
    assert loss[2, 9] == 2
    assert loss.cells == ((0, 1), (1, 2))


def test_rows_as_records(data):
    terrain = table(data["terrain"], rule="toy.1", rows="name", columns=["attack", "charge"])
    assert terrain["woods", "charge"] == -75
    printed = [{"strength": "1-3", "hits": [0, 1]}, {"strength": "4+", "hits": [1, 2]}]
    assert table(printed, rule="toy.1", rows="strength", cells="hits", columns=["1-3", "4-6"])[7, 5] == 2


def test_rows_that_are_tables_give_the_columns():
    matrix = {"origin": "printed", "bold": {"weak": 1, "strong": 2}, "shy": {"weak": 3, "strong": 4}}
    assert table(matrix, rule="toy.1")["shy", "strong"] == 4


def test_columns_of_one_axis(data):
    assert column(data["halved"], rule="toy.1", cells="after", rows=range(4))[3] == 2
    assert column({"1-3": 0, "4-6": -1}, rule="toy.1")[5] == -1
    assert column({"better": [5, 6], "same": [3, 4], "worse": [1, 2]}, rule="toy.1", faces=True)[4] == "same"
    spans = [{"from": 1, "to": 3, "n": 1}, {"from": 4, "n": 2}]
    assert column(spans, rule="toy.1", rows=Span("from", "to"), cells="n")[9] == 2
    ratings = {"low": {"faces": [1], "rating": 5}, "high": {"faces": [2, 3], "rating": 7}}
    assert column(ratings, rule="toy.1", rows="faces", cells="rating")[3] == 7


def test_clamping_is_only_by_order(data):
    fire = table(data["fire"], rule="toy.1", cells="rows", columns="rolls", clamp=True)
    assert fire[-3, 1] == 0
    assert column({"1-3": 0, "4-6": -1}, rule="toy.1", clamp=True)[9] == -1


@pytest.mark.parametrize(
    ("data", "words", "says"),
    [
        ({"1": [0, 1], "2": [0]}, {"columns": range(2)}, r"row 2: expected 2 cells \(0, 1\), got 1"),
        ({"1": [0, 1], "3": [0, 1]}, {"columns": range(2)}, "no band for 2"),
        ({"1": [0, ""]}, {"columns": range(2)}, "row 1, column 1: expected a cell, and it is empty"),
        ({"1": [0]}, {"columns": range(1), "rows": range(1, 3)}, "expected a row '2'"),
        ({"1": [0], "2": [1]}, {"columns": range(1), "rows": [1]}, "got '2' as well"),
        ([[0], [1]], {"columns": range(1), "rows": [1]}, r"expected 1 rows \(1\), got 2"),
        ([[0]], {"columns": range(1)}, "expected rows="),
        ({"1": [0]}, {}, "expected columns="),
        ({"a": {"x": 1}, "b": {"y": 1}}, {}, "row b: expected the columns x, got 'y' as well"),
        ({"a": {"x": 1, "y": 2}, "b": {"x": 1}}, {}, "row b, column y: expected a cell"),
        ({"1": [0]}, {"columns": "rols"}, "expected the key 'rols'"),
        ({"1": [0, 1]}, {"columns": range(2), "rule": {"0": "toy.1"}}, "expected a rule for '1' too"),
    ],
)
def test_a_wrong_table_is_refused(data, words, says):
    with pytest.raises(BadData, match=f"the table of toy.1: {says}|the table of toy.1: .*{says}"):
        table(data, **{"rule": "toy.1", **words})


def test_a_wrong_column_is_refused():
    with pytest.raises(BadData, match="row 1: expected a cell"):
        column({"1": "", "2": 3}, rule="toy.1")
    with pytest.raises(BadData, match="no overlap"):
        column({"a": [5, 6], "b": [4, 5]}, rule="toy.1", faces=True)


def test_a_printed_dash_must_be_allowed():
    assert table({"a": {"x": 1, "y": 2}, "b": {"x": 1}}, rule="toy.1", dash=None)["b", "y"] is None
    assert column({"1": "", "2": "green"}, rule="toy.1", dash="none")[1] == "none"


def test_the_file_and_the_missing_key_are_named(data, tmp_path):
    with pytest.raises(BadData, match=r'tables\.toml: fier: expected a value.*Did you mean "fire"'):
        data["fier"]
    with pytest.raises(BadData, match=r"tables\.toml: fire\.cells: expected"):
        data["fire"]["cells"]
    with pytest.raises(BadData, match=r'expected this file.*Did you mean "tables\.toml"'):
        toml_file(tmp_path, "table.toml")
    (tmp_path / "latin.toml").write_bytes(b'a = "\xe9"')
    with pytest.raises(BadData, match=r"latin\.toml: expected text in UTF-8, and byte 5 is none"):
        toml_file(tmp_path, "latin.toml")


# ------------------------------------------------------------------ citing


def test_a_lookup_cites_the_rule_and_a_peek_does_not(data):
    rules = {"attack": "toy.6", "charge": "toy.7"}
    terrain = table(data["terrain"], rule=rules, rows="name", columns=["attack", "charge"])
    halved = column(data["halved"], rule="toy.3", cells="after", rows=range(4))
    heard: list[str] = []
    with cite.recording(heard.append):
        terrain.peek("woods", "attack"), halved.peek(2)
        assert heard == []
        terrain["woods", "attack"], terrain["town", "charge"], halved[2]
    assert heard == ["toy.6", "toy.7", "toy.3"]


# ------------------------------------------------------------------ the tables there are


def test_the_printed_tables_of_the_shared_rulebooks_can_be_read():
    """One of each shape that the five games print; a bare clone has no shared folder and nothing to read."""
    if not SHARED.exists():
        return
    nlc, draka, fyow, napalini = (
        toml_file(SHARED / game, "tables.toml") for game in ("nlc", "draka", "fyow", "napalini")
    )
    assert table(nlc["fire"], rule="nlc.7.1.1", cells="rows", columns="rolls")[24, 12] == 9
    compliance = table(nlc["compliance"], rule="nlc.20.7.2", cells="result", columns="rolls", clamp=True)
    assert (compliance[-4, 12], compliance[14, 2]) == ("C", "1T")
    corps, warfare = draka["fire"]["corps"], draka["draka"]["air"]["warfare"]
    factors = Bands([*(f"{low}-{after - 1}" if after > low + 1 else str(low) for low, after in pairwise(corps["factors"])), f"{corps['factors'][-1]}+"])
    assert table(corps, rule="pog.12.2.8", cells="loss", rows=range(1, 7), columns=factors)[6, 11] == 4
    bombing = table(warfare, rule="draka.16.chart.1", cells="result", rows="die", columns=range(1, 5))
    assert (bombing[-1, 4], bombing[8, 4]) == (0, 2)
    assert table(fyow["weather"]["winter"], rule="fyow.12.1", cells="table", columns=range(1, 13))[12, 1] == "snow"
    assert table(fyow["flying"]["desert"], rule="fyow.16.1", columns="columns")["fine", "recce"] == 1
    assert column(napalini["dummies"], rule="napalini.4.1", rows=Span("real_min", "real_max"), cells="dummies")[20] == 4
    assert table(napalini["spotting"], rule="napalini.6.1", rows="row", columns=["flat", "air"])["open", "air"] == 5
