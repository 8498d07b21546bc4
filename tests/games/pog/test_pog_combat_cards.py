"""Combat cards of both sides, one by one."""

from __future__ import annotations

import pytest
from pog_combats import activate_first, fight_of, finish_losses, playable, tried
from pog_situations import attack, choose, front, refused, said

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.combat.strength import fire_table, shifts

# ------------------------------------------------------------------ Allied combat cards


@pytest.mark.rule("pog.card.ap.04")
def test_pleve():
    m = front(units={"ru.a1": "kovno", "ge.a8": "insterberg", "fr.a1": "verdun", "ge.a4": "metz"})
    assert tried(m, "ap", ["ru.a1"], "insterberg", "ap.04")[1] == 1
    m = front(units={"ru.a1": "kovno", "ge.a8": "insterberg", "fr.a1": "verdun", "ge.a4": "metz"})
    assert tried(m, "cp", ["ge.a8"], "kovno", "ap.04")[1] == 1
    assert playable(m, fight_of(m, "ap", ["fr.a1"], "metz"), "ap.04", "ap") is not None


@pytest.mark.rule("pog.card.ap.05")
def test_putnik_until_1915():
    units = {"sb.a1": "belgrade", "ah.a5": "novi_sad"}
    assert tried(front(units=units, turn=7), "cp", ["ah.a5"], "belgrade", "ap.05")[1] == 1
    m = front(units=units, turn=8)
    assert playable(m, fight_of(m, "cp", ["ah.a5"], "belgrade"), "ap.05", "ap").rule == "pog.card.ap.05"


@pytest.mark.rule("pog.card.ap.07", "pog.card.cp.04")
def test_severe_weather():
    units = {"fr.c#1": "belfort", "ge.a7": "mulhouse", "br.c#1": "calais", "ge.a1": "cambrai"}
    for turn, fits in ((3, True), (4, True), (5, False), (1, False)):
        m = front(units=units, control={"cambrai": "cp"}, turn=turn)
        fight = fight_of(m, "cp", ["ge.a7"], "belfort")
        assert (playable(m, fight, "ap.07", "ap") is None) == fits
        fight = fight_of(m, "cp", ["ge.a1"], "calais")
        assert (playable(m, fight, "ap.07", "ap") is None) == (turn in (3, 5))  # swamp in spring or fall
    m = front(units=units, control={"cambrai": "cp"}, turn=3)
    assert tried(m, "cp", ["ge.a7"], "belfort", "ap.07")[1] == 2
    m = front(units={"ah.c#1": "munkacs", "ru.a8": "stanislau"}, control={"stanislau": "ap"}, turn=4)
    assert tried(m, "ap", ["ru.a8"], "munkacs", "cp.04")[1] == 2
    assert playable(m, fight_of(m, "cp", ["ah.c#1"], "stanislau"), "cp.04", "cp") is not None  # a defence only


@pytest.mark.rule("pog.card.ap.18", "pog.card.ap.19", "pog.card.ap.21")
def test_british_and_french_attack_cards():
    units = {"br.a1": "verdun", "fr.a1": "nancy", "ge.a4": "metz", "br.aus": "sedan", "it.a1": "bar_le_duc"}
    for card, good, bad in (("ap.18", "br.a1", "fr.a1"), ("ap.19", "fr.a1", "br.aus"), ("ap.21", "fr.a1", "br.a1")):
        m = front(units=units)
        assert tried(m, "ap", [good], "metz", card)[1] == 1
        m.g.state.used = 0
        assert playable(m, fight_of(m, "ap", [bad], "metz"), card, "ap").rule == f"pog.card.{card}"


@pytest.mark.rule("pog.card.ap.36")
def test_mine_attack_needs_a_trench():
    units = {"br.a1": "verdun", "ge.a4": "metz"}
    m = front(units=units, trenches={"metz": 0})
    assert playable(m, fight_of(m, "ap", ["br.a1"], "metz"), "ap.36", "ap").rule == "pog.card.ap.36"
    m = front({"ap": ["ap.36", "ap.01"]}, active="ap", units=units, trenches={"metz": 1}, level={"ap": 2, "cp": 0})
    activate_first(m, verdun="attack")
    attack(m, "metz", "br.a1", dice=(5, 1), cards=["ap.36"])
    finish_losses(m)
    assert m.g.state.discard["ap"] >> 36 & 1  # one combat a turn: discarded even if won


@pytest.mark.rule("pog.card.ap.48", "pog.card.ap.28", "pog.12.2.4")
def test_royal_tank_corps_ignores_the_shifts_only():
    units = {"br.a1": "amiens", "ge.a4": "cambrai"}
    patch = {"control": {"cambrai": "cp", "sedan": "cp"}, "trenches": {"cambrai": 2}}
    m = front(units=units, **patch)
    assert playable(m, fight_of(m, "ap", ["br.a1"], "cambrai"), "ap.48", "ap", "trench").rule == "pog.card.ap.48"
    m = front({"ap": ["ap.28"]}, active="ap", units=units, level={"ap": 1, "cp": 0}, **patch)
    m.choose(("event", "ap.28"))
    assert m.g.played("ap.28")
    fight, _ = tried(m, "ap", ["br.a1"], "cambrai", "ap.48", "trench")
    assert int(shifts(m.g, fight, "ap")) == 0 and int(shifts(m.g, fight, "cp")) == 0
    assert fight.trench_level == 2  # flank attempts stay barred, retreats may be ignored


# ------------------------------------------------------------------ CP combat cards


@pytest.mark.rule("pog.card.cp.02")
def test_wireless_intercepts_turn_the_flank_without_a_roll():
    units = {"ge.a8": "insterberg", "ge.c#1": "konigsberg", "ru.a2": "tannenberg"}
    m = front({"cp": ["cp.02", "cp.12"]}, units=units, control={"tannenberg": "ap"}, trenches={"konigsberg": 0})
    activate_first(m, insterberg="attack", konigsberg="attack")
    attack(m, "tannenberg", "ge.a8", "ge.c#1", flank="insterberg", dice=(4,), cards=["cp.02"])
    finish_losses(m)
    assert said(m, "pog.card.cp.02") and m.g.state.removed["cp"] >> 2 & 1


@pytest.mark.rule("pog.card.cp.03")
def test_von_francois():
    m = front(units={"ru.a1": "kovno", "ge.a8": "insterberg", "fr.a1": "verdun", "ge.a4": "metz"}, events=["cp.11"])
    assert tried(m, "cp", ["ge.a8"], "kovno", "cp.03")[1] == 1
    assert playable(m, fight_of(m, "cp", ["ge.a4"], "verdun"), "cp.03", "cp") is not None


@pytest.mark.rule("pog.card.cp.15", "pog.card.cp.19", "pog.card.cp.35", "pog.card.cp.40")
def test_german_attack_cards():
    units = {"ge.a4": "metz", "fr.a3": "verdun", "ah.a1": "cracow", "ru.c#1": "czestochowa"}
    for card in ("cp.15", "cp.19", "cp.35", "cp.40"):
        m = front(units=units)
        assert tried(m, "cp", ["ge.a4"], "verdun", card)[1] == 1
        m.g.state.used = 0
        assert playable(m, fight_of(m, "cp", ["ah.a1"], "czestochowa"), card, "cp").rule == f"pog.card.{card}"


@pytest.mark.rule("pog.card.cp.16", "pog.card.cp.31", "pog.12.3.4.1")
def test_turkish_cards():
    units = {"tu.c#1": "gaza", "br.c#1": "sinai", "tu.c#2": "beersheba reduced"}
    m = front(units=units, join=["tu"], control={"sinai": "ap"})
    assert tried(m, "ap", ["br.c#1"], "gaza", "cp.16")[1] == 1
    m = front(units=units, join=["tu"], control={"sinai": "ap"})
    fight, _ = tried(m, "ap", ["br.c#1"], "gaza", "cp.31")
    assert fire_table(m.g, fight, "cp") == "army"
    fight.first = "ap"
    m.g.eliminate(m.g.U["tu.c#1"], False, "pog.12.4.2")
    assert fire_table(m.g, fight, "cp") == "army"  # even if that unit is gone
    fight = fight_of(m, "ap", ["br.c#1"], "beersheba")
    assert playable(m, fight, "cp.31", "cp") is not None  # CF 0


@pytest.mark.rule("pog.card.cp.18")
def test_fortified_machine_guns():
    units = {"ge.a4": "cambrai", "fr.a1": "amiens"}
    patch = {"control": {"cambrai": "cp", "sedan": "cp"}}
    m = front(units=units, trenches={"cambrai": 1}, **patch)
    fight, gain = tried(m, "ap", ["fr.a1"], "cambrai", "cp.18")
    assert gain == 1
    m = front(units=units, trenches={"cambrai": 1}, **patch)
    fight = fight_of(m, "ap", ["fr.a1"], "cambrai")
    fight.trench_cancelled = True
    assert playable(m, fight, "cp.18", "cp").rule == "pog.card.cp.18"


@pytest.mark.rule("pog.card.cp.26", "pog.card.cp.13")
def test_place_of_execution():
    units = {"ge.a4": "metz", "fr.a3": "verdun"}
    for events, fits in (([], False), (["cp.13"], True), (["cp.13", "cp.54"], False)):
        m = front(units=units, events=events)
        assert (playable(m, fight_of(m, "cp", ["ge.a4"], "verdun"), "cp.26", "cp") is None) == fits
    m = front(units=units, events=["cp.13"])
    assert tried(m, "cp", ["ge.a4"], "verdun", "cp.26")[1] == 2 and m.g.state.ws["cp"] == 1
    m = front(
        {"cp": ["cp.26"]},
        units={"ge.a4": "metz"},
        level={"cp": 1, "ap": 0},
        events=["cp.13"],
        forts_fallen=["verdun", "nancy", "belfort", "paris"],
    )
    m.choose(("event", "cp.26"))  # all French forts are destroyed
    assert m.g.state.ws["cp"] == 1
    m = front({"cp": ["cp.13"]}, units={"ge.a4": "metz"})
    with refused("pog.card.cp.13"):
        m.choose(("event", "cp.13"))  # on turns 1 and 2 only after Moltke
    m = front({"cp": ["cp.13"]}, units={"ge.a4": "metz"}, turn=3)
    m.choose(("event", "cp.13"))
    assert m.g.state.ws["cp"] == 2


@pytest.mark.rule("pog.card.cp.30")
def test_alpenkorps():
    units = {
        "ge.a1": "trent",
        "it.a1": "verona",
        "ge.a2": "venice",
        "it.a2": "bologna",
        "ge.a7": "mulhouse",
        "fr.a1": "belfort",
    }
    m = front(units=units, join=["it"], control={"venice": "cp"})
    assert tried(m, "cp", ["ge.a1"], "verona", "cp.30")[1] == 1  # out of mountains
    assert playable(m, fight_of(m, "cp", ["ge.a7"], "belfort"), "cp.30", "cp").rule == "pog.9.5.4.4"  # used this round
    m = front(units=units, join=["it"], control={"venice": "cp"})
    assert playable(m, fight_of(m, "cp", ["ge.a2"], "bologna"), "cp.30", "cp").rule == "pog.card.cp.30"


@pytest.mark.rule("pog.card.cp.43", "pog.card.cp.44", "pog.12.2.4")
def test_von_below_and_von_hutier():
    units = {
        "ge.a1": "trieste",
        "it.a2": "udine",
        "ge.a8": "insterberg",
        "ru.a1": "kovno",
        "fr.c#1": "maggiore",
        "ge.a14": "villach",
    }
    patch = {"join": ["it"], "trenches": {"udine": 2, "kovno": 1, "maggiore": 1}, "events": ["cp.11"]}
    m = front(units=units, **patch)
    fight, _ = tried(m, "cp", ["ge.a1"], "udine", "cp.43", "trench")
    assert fight.trench_level == 0 and int(shifts(m.g, fight, "cp")) == 0
    assert playable(m, fight_of(m, "cp", ["ge.a14"], "maggiore"), "cp.43", "cp", "trench") is not None
    m = front(units=units, **patch)
    fight, _ = tried(m, "cp", ["ge.a8"], "kovno", "cp.44", "trench")
    assert fight.trench_level == 0 and fight.first == "cp"


@pytest.mark.rule("pog.card.cp.49", "pog.card.cp.50", "pog.card.cp.51", "pog.card.cp.54", "pog.card.cp.55")
def test_the_german_offensives_of_1918():
    units = {"ge.a4": "cambrai", "fr.a1": "amiens", "br.a1": "calais", "ge.a5": "ostend"}
    patch = {"control": {"cambrai": "cp", "sedan": "cp", "ostend": "cp", "brussels": "cp", "liege": "cp"}, "forts_fallen": ["liege"],
             "trenches": {"amiens": 2}}  # fmt: skip
    m = front(units=units, **patch)
    assert playable(m, fight_of(m, "cp", ["ge.a4"], "amiens"), "cp.49", "cp", "trench").rule == "pog.card.cp.49"
    for card, gain in (("cp.49", 1), ("cp.50", 0), ("cp.51", 0)):
        m = front(units=units, events=["cp.54"], this_turn=["cp.55"], **patch)
        fight, got = tried(m, "cp", ["ge.a4"], "amiens", card, "trench")
        assert got == gain and fight.trench_level == 0
        assert m.g.state.ws["cp"] == (1 if card == "cp.49" else 0)
        assert m.g.state.this_turn == []  # Lloyd George is over
    m = front({"cp": ["cp.51", "cp.12"]}, units=units, events=["cp.54"], level={"cp": 2, "ap": 0}, vp=12, **patch)
    activate_first(m, cambrai="attack")
    attack(m, "amiens", "ge.a4", dice=(1, 6), cards=["cp.51"])
    finish_losses(m)
    assert m.g.state.vp == 11  # no advance into the space attacked


@pytest.mark.rule("pog.card.cp.55")
def test_lloyd_george_forbids_attacks_on_german_level_2_trenches():
    from grognard.games.pog.combat.attacks import forbidden

    units = {"br.a1": "amiens", "ge.a4": "cambrai", "fr.a1": "amiens", "br.aus": "amiens"}
    patch = {"control": {"cambrai": "cp", "sedan": "cp"}, "trenches": {"cambrai": 2}}
    m = front({"cp": ["cp.55"]}, units=units, level={"cp": 2, "ap": 0}, **patch)
    m.choose(("event", "cp.55"))
    g = m.g
    assert forbidden(g, g.U["br.a1"], g.S["cambrai"]).rule == "pog.card.cp.55"
    assert forbidden(g, g.U["fr.a1"], g.S["cambrai"]) is None and forbidden(g, g.U["br.aus"], g.S["cambrai"]) is None
    m = front({"cp": ["cp.55"]}, units=units, level={"cp": 2, "ap": 0}, events=["cp.50"], **patch)
    with refused("pog.card.cp.55"):
        m.choose(("event", "cp.55"))


@pytest.mark.rule("pog.card.cp.26")
@pytest.mark.parametrize(
    ("army", "held", "target", "fit"), [("ge.a5", "metz", "verdun", True), ("ge.a4", "brussels", "antwerp", False)]
)
def test_the_place_of_execution_is_a_french_fort(army, held, target, fit):
    """The fort of Antwerp is intact too, but Belgian."""
    units = {"ge.a4": "brussels", "be.a1": "antwerp", "ge.a5": "metz", "fr.a1": "verdun"}
    m = front({"cp": ["cp.26", "cp.12"]}, units=units, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"],
              events=["cp.13"], trenches={"verdun": 0, "brussels": 0}, level={"cp": 2, "ap": 2}, turn=8)  # fmt: skip
    activate_first(m, **{held: "attack"})
    choose(m, target, army)
    assert ("cp.26" in offered(m)) is fit


@pytest.mark.rule("pog.12.2.4", "pog.card.cp.49")
def test_michael_is_played_against_a_fort_without_units():
    m = front({"cp": ["cp.49", "cp.12"]}, units={"ge.a4": "metz"}, events=["cp.54"], level={"cp": 2, "ap": 2}, turn=14,
              trenches={"verdun": 0})  # fmt: skip
    for value in (("ops", "cp.12"), ("attack", "metz"), "verdun", "ge.a4"):
        m.choose(value)
    assert m.decision.name == Ask.COMBAT_CARD
    m.choose("cp.49")
    assert m.g.state.table["cp"] >> 49 & 1
