"""Chapter 13: strategic redeployment."""

from __future__ import annotations

import pytest
from pog_situations import choose, front, places, pog, refused, where

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.movement.redeployment import box_targets, destinations, may_go_to_box, may_redeploy, may_start
from grognard.games.pog.supply.tracing import in_supply


def sr(match, card):
    match.choose(("sr", card))
    return match


def goes(match, unit):
    """Where a unit may redeploy, by name."""
    g = match.g
    return {"reserve" if p == -1 else g.board.ids[p] for p in destinations(g, g.U[unit])}


@pytest.mark.rule("pog.13.1.2", "pog.13.1.3", "pog.13.1.4", "pog.13.1.10")
def test_prices_and_once_an_action():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.a1": "nancy", "fr.c#1": "paris", "fr.c#2": "paris"})
    sr(m, "ap.01")
    choose(m, "fr.c#1", "nancy")
    assert m.g.state.action.points == 3 and where(m, "fr.c#1") == "nancy"
    assert m.decision.rule == "pog.13.1.10"
    with refused("pog.13.1.2", says="costs 4"):
        m.choose("fr.a1")
    with refused("pog.13.1.3"):
        m.choose("fr.c#1")
    with refused("pog.13.1.4"):
        m.choose("ge.a1")


@pytest.mark.rule("pog.13.1.5.a", "pog.14.3.2")
def test_overland_through_friendly_spaces():
    m = front({"cp": ["cp.12"]}, units={"ge.a4": "metz", "ge.a1": "tours", "ge.c#1": "berlin"}, control={"tours": "cp"})
    sr(m, "cp.12")
    assert may_start(m.g, m.g.U["ge.a1"]).rule == "pog.14.3.2"
    m.choose("ge.a4")
    assert {"berlin", "vienna", "insterberg"} <= set(offered(m))
    with refused("pog.13.1.7.a"):
        m.choose("sedan")
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "metz"})
    sr(m, "cp.12")
    m.choose("ge.c#1")
    with refused("pog.13.1.5.a", says="out of supply"):
        m.choose("tours")


@pytest.mark.rule("pog.13.1.5.b")
def test_a_siege_may_not_be_broken_by_redeployment():
    m = front({"cp": ["cp.12"]}, units={"ge.a4": "verdun", "ge.c#1": "verdun"})
    sr(m, "cp.12")
    assert may_start(m.g, m.g.U["ge.a4"]).rule == "pog.13.1.5.b"
    assert may_start(m.g, m.g.U["ge.c#1"]) is None


@pytest.mark.rule("pog.13.1.6")
def test_russians_redeploy_inside_russia_only():
    m = front(
        {"ap": ["ap.01"]},
        active="ap",
        units={"ru.c#1": "lemberg", "ru.c#2": "kiev", "ru.a1": "kiev"},
        control={"lemberg": "ap"},
    )
    sr(m, "ap.01")
    assert may_start(m.g, m.g.U["ru.c#1"]).rule == "pog.13.1.6"
    assert "warsaw" in goes(m, "ru.c#2") and "lemberg" not in goes(m, "ru.c#2")
    assert may_redeploy(m.g, ("ru.c#2", "lemberg")).rule == "pog.13.1.6"


@pytest.mark.rule("pog.13.1.7.a", "pog.13.1.7.2")
def test_allied_corps_go_by_sea_from_port_to_port():
    m = front(
        {"ap": ["ap.01"]}, active="ap", units={"br.c#1": "calais", "fr.c#1": "paris", "fr.a1": "calais", "br.c#2": "calais"}
    )
    sr(m, "ap.01")
    assert {"london", "marseilles", "le_havre"} <= goes(m, "br.c#1")
    m = front(
        {"ap": ["ap.01"]}, active="ap", units={"br.c#1": "calais", "fr.c#1": "calais", "fr.a1": "calais", "br.c#2": "basra"}
    )
    sr(m, "ap.01")
    assert "london" in goes(m, "fr.c#1")  # only by sea: the line to London is British
    assert goes(m, "br.c#2") <= {*m.g.graph.names(m.g.board.ports["ap"]), "reserve"}  # nothing but ports from Basra
    assert "athens" not in goes(m, "br.c#1")  # neutral
    assert "london" not in goes(m, "fr.a1")  # armies never by sea


@pytest.mark.rule("pog.13.1.7.1")
def test_cp_ports_are_in_germany_and_russia():
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "kiel", "ge.c#2": "libau"}, control={"libau": "cp", "szawli": "ap"})
    sr(m, "cp.12")
    assert {"danzig", "konigsberg", "libau"} <= goes(m, "ge.c#1")
    m = front({"cp": ["cp.12"]}, units={"ge.c#1": "riga"}, control={"riga": "cp"})
    sr(m, "cp.12")
    assert goes(m, "ge.c#1") <= {*m.g.graph.names(m.g.board.ports["cp"]), "reserve"}


@pytest.mark.rule("pog.13.1.8.a", "pog.13.1.1", "pog.10.1.3")
def test_out_of_the_reserve_box():
    units = {"fr.c#1": "reserve", "fr.a1": "nancy", "fr.a2": "tours", "br.aus": "reserve", "br.a1": "amiens"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    assert goes(m, "fr.c#1") == {"nancy", "paris", "tours"}
    assert goes(m, "br.aus") == {"amiens", "london"}
    with refused("pog.13.1.8.a"):
        choose(m, "fr.c#1", "dijon")
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "reserve", "fr.a1": "nancy", "fr.a2": "nancy", "fr.a3": "nancy"})
    sr(m, "ap.01")
    assert goes(m, "fr.c#1") == {"paris"}
    assert may_redeploy(m.g, ("fr.c#1", "nancy")).rule == "pog.10.1.3"


@pytest.mark.rule("pog.13.1.8.b")
def test_serbian_and_american_corps_leave_the_box():
    units = {"sb.c#1": "reserve", "us.c#1": "reserve", "sb.a1": "nis"}
    m = front(
        {"ap": ["ap.01"]}, active="ap", units=units, events=["ap.30"], control={"belgrade": "cp", "monastir": "cp"}, join=["us"]
    )
    sr(m, "ap.01")
    assert goes(m, "sb.c#1") == {"salonika"}  # supply at home does not open spaces
    assert {"calais", "cherbourg", "marseilles"} <= goes(m, "us.c#1")


@pytest.mark.rule("pog.13.1.9", "pog.13.1.12")
def test_into_the_reserve_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "nancy", "ru.c#1": "belgrade"})
    sr(m, "ap.01")
    choose(m, "fr.c#1", "reserve")
    assert where(m, "fr.c#1") == "reserve"
    assert may_go_to_box(m.g, m.g.U["ru.c#1"]).rule == "pog.13.1.12"  # it can trace only to Belgrade
    m = front(
        units={"ge.c#1": "nis", "tu.c#1": "vienna"}, join=["bu", "tu"], control={"nis": "cp", "essen": "ap", "breslau": "ap"}
    )
    m.choose(("sr", "cp.12"))
    assert may_go_to_box(m.g, m.g.U["ge.c#1"]).rule == "pog.13.1.12"


@pytest.mark.rule("pog.13.1.11.a")
def test_a_lost_or_besieged_capital_closes_the_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"fr.c#1": "reserve", "fr.a1": "nancy", "ge.a1": "paris", "be.c": "reserve", "be.a1": "antwerp"},
              control={"brussels": "cp"})  # fmt: skip
    sr(m, "ap.01")
    assert may_start(m.g, m.g.U["fr.c#1"]).rule == "pog.13.1.11.a"  # Paris is besieged
    assert may_start(m.g, m.g.U["be.c"]) is None  # Belgium is exempt


@pytest.mark.rule("pog.13.1.11.b")
def test_montenegro_only_between_cetinje_and_the_box():
    m = front({"ap": ["ap.01"]}, active="ap", units={"mn.c": "cetinje"})
    sr(m, "ap.01")
    assert goes(m, "mn.c") == {"reserve"}
    m = front({"ap": ["ap.01"]}, active="ap", units={"mn.c": "reserve"})
    assert box_targets(m.g, m.g.U["mn.c"]) == 1 << m.g.S["cetinje"]


@pytest.mark.rule("pog.13.2.1.a", "pog.13.2.4", "pog.13.2.5")
def test_one_british_corps_a_turn_to_or_from_the_near_east():
    units = {"br.c#1": "london", "br.c#2": "london", "br.c#3": "alexandria", "br.a1": "london"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    choose(m, "br.c#1", "port_said")  # before Turkey is at war
    m.choose("br.c#2")
    with refused("pog.13.2.1.a"):
        m.choose("alexandria")
    m.choose("calais")
    choose(m, "br.c#3", "basra")  # inside the Near East there is no limit
    assert where(m, "br.c#3") == "basra"
    from grognard.games.pog.movement.redeployment import quota

    assert quota(m.g, m.g.U["br.c#3"], m.g.S["basra"], m.g.S["cairo"], False) == ""


@pytest.mark.rule("pog.13.2.1.b", "pog.13.2.1.c")
def test_who_may_not_go_to_the_near_east():
    units = {"fr.c#1": "marseilles", "br.cnd": "london", "br.ana": "arabia", "br.c#1": "arabia", "br.c#2": "cairo"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units, join=["tu"])
    sr(m, "ap.01")
    assert may_redeploy(m.g, ("fr.c#1", "alexandria")).rule == "pog.13.2.1.b"
    assert may_redeploy(m.g, ("br.cnd", "alexandria")).rule == "pog.13.2.1.b"
    assert may_redeploy(m.g, ("br.ana", "reserve")).rule == "pog.13.2.1.c"


@pytest.mark.rule("pog.13.2.2")
def test_one_russian_corps_a_turn_over_the_caucasus():
    m = front({"ap": ["ap.01"]}, active="ap", units={"ru.c#1": "kiev", "ru.c#2": "kiev", "ru.a1": "kiev"})
    sr(m, "ap.01")
    assert "tbilisi" in goes(m, "ru.c#1") and "tbilisi" not in goes(m, "ru.a1")
    choose(m, "ru.c#1", "tbilisi")
    assert "tbilisi" not in goes(m, "ru.c#2")
    assert m.g.hooks.sr_allowed(m.g, m.g.U["ru.c#2"], m.g.S["kiev"], m.g.S["tbilisi"], True).rule == "pog.13.2.2"


@pytest.mark.rule("pog.13.2.3")
def test_one_cp_corps_a_turn_to_the_near_east_turks_not_counted():
    units = {"ge.c#1": "sofia", "ge.c#2": "sofia", "tu.c#1": "adrianople"}
    m = front({"cp": ["cp.12"]}, units=units, join=["bu", "tu"], turn=8)
    sr(m, "cp.12")
    choose(m, "ge.c#1", "constantinople")
    assert "baghdad" not in goes(m, "ge.c#2") and "baghdad" in goes(m, "tu.c#1")
    assert m.g.hooks.sr_allowed(m.g, m.g.U["ge.c#2"], m.g.S["sofia"], m.g.S["baghdad"], True).rule == "pog.13.2.3"


@pytest.mark.rule("pog.11.1.9")
def test_no_cp_redeployment_to_the_coast_before_the_race():
    units = {"ge.c#1": "cambrai"}
    m = front({"cp": ["cp.12"]}, units=units, control={"cambrai": "cp", "sedan": "cp", "amiens": "cp"})
    sr(m, "cp.12")
    assert "amiens" not in goes(m, "ge.c#1")
    assert may_redeploy(m.g, ("ge.c#1", "amiens")).rule == "pog.11.1.9"


def test_destinations_and_judge_agree():
    m = pog(keep=True, hands={"cp": ["cp.12"], "ap": ["ap.01"]})
    m.choose(("sr", "cp.12"))
    for unit in ("ge.c#3", "ge.a4", "ah.c#5", "ge.c#1"):
        offered = goes(m, unit)
        for name in [*m.g.board.ids, "reserve"]:
            if where(m, unit) == name or (name == "reserve" and where(m, unit) == "reserve"):
                continue
            refusal = may_redeploy(m.g, (unit, name))
            if name in offered:
                assert refusal is None or refusal.rule in ("pog.13.1.7.a", "pog.13.1.5.a"), (unit, name, refusal)
            else:
                assert refusal is not None, (unit, name)


@pytest.mark.rule("pog.13.1.3", "pog.13.1.4")
def test_a_unit_like_one_that_has_redeployed_may_still_go():
    units = {"fr.c#1": "reserve", "fr.c#2": "nancy", "fr.a1": "paris"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    choose(m, "fr.c#1", "nancy")
    assert "fr.c#2" in offered(m) and "fr.c#1" not in offered(m)
    choose(m, "fr.c#2", "reserve")
    assert where(m, "fr.c#2") == "reserve"


def test_a_player_is_warned_of_units_that_would_be_lost():
    units = {"ge.a1": "tours", "ge.a4": "metz"}
    m = front(units=units, control={"tours": "cp"})
    assert m.decision.stakes == "Out of supply: GE 1st Army."
    m = front(units=units, control={"tours": "cp"}, options={"warnings": False})
    assert m.decision.stakes == ""


@pytest.mark.rule("pog.13.1.4")
def test_any_of_several_identical_corps_may_be_pointed_at():
    units = {"fr.c#1": "reserve", "fr.c#2": "reserve", "fr.c#3": "reserve reduced", "fr.a1": "nancy"}
    m = front({"ap": ["ap.01"]}, active="ap", units=units)
    sr(m, "ap.01")
    assert offered(m) == ["fr.a1", "fr.c#1", "fr.c#3", "done"]
    assert m.why_not("fr.c#2") is None
    choose(m, "fr.c#2", "nancy")
    assert where(m, "fr.c#1") == "nancy"  # the one that stands for them


@pytest.mark.rule("pog.13.1.8.a", "pog.13.1.5.a")
@pytest.mark.parametrize("cut_off", [False, True])
def test_a_corps_stays_in_the_box_when_its_capital_is_cut_off(cut_off):
    around = ("caracal", "ploesti", "galatz", "plevna", "varna", "barlad")
    units = {"fr.a1": "nancy", "ge.a4": "metz", "ro.c#1": "reserve", "ru.c#1": "reserve"}
    held = dict.fromkeys(around, "cp") if cut_off else {}
    m = front({"ap": ["ap.02"]}, active="ap", units=units, join=["ro", "bu"], control=held, turn=9)
    m.choose(("sr", "ap.02"))
    assert ("ro.c#1" in offered(m)) is not cut_off and "ru.c#1" in offered(m)
    if cut_off:
        with refused("pog.13.1.5.a", "no place"):
            m.choose("ro.c#1")


@pytest.mark.rule("pog.13.1.6")
def test_russian_corps_leave_the_box_to_russian_spaces_only():
    units = {"ru.c#1": "reserve", "ru.a1": "insterberg", "ru.a2": "vilna"}
    m = front(active="ap", units=units, control={"insterberg": "ap"})
    m.choose(("sr", "ap.01"))
    m.choose("ru.c#1")
    assert "vilna" in offered(m) and "insterberg" not in offered(m)
    with refused("pog.13.1.6", "Russia"):
        m.choose("insterberg")


@pytest.mark.rule("pog.13.1.5.b")
def test_redeployment_never_lifts_a_siege():
    m = front(units={"ge.c#1": "kovno", "ge.c#2": "grodno"}, control={"grodno": "cp"})
    m.choose(("sr", "cp.12"))
    with refused("pog.13.1.5.b", "siege"):
        m.choose("ge.c#1")  # one corps besieges Kovno: nobody would stay
    m = front(units={"ge.c#1": "kovno", "ge.c#2": "kovno"}, control={"grodno": "cp"})
    m.choose(("sr", "cp.12"))
    assert "ge.c#1" in offered(m)  # the other one stays


@pytest.mark.rule("pog.10.1.5", "pog.13.1.8.a", "pog.9.5.3.3.a")
def test_nobody_comes_to_a_home_space_where_the_enemy_stands():
    units = {"ru.c#1": "breslau", "ge.c#1": "reserve"}  # one corps is too weak to besiege level 2
    m = front(units=units)
    m.choose(("sr", "cp.12"))
    m.choose("ge.c#1")
    assert "breslau" not in offered(m) and "essen" in offered(m)
    with refused("pog.10.1.5"):
        m.choose("breslau")
    reinforcing = next(card for card in m.g.static.deck["cp"] if card.kind == "reinforcement" and card.reinforces == "ge")
    m = front({"cp": [reinforcing.id]}, units={"ru.c#1": "breslau"}, turn=3, level={"cp": 2, "ap": 0})
    m.choose(("event", reinforcing.id))
    while m.decision.name == Ask.REINFORCEMENT:
        assert ("here", "breslau") not in offered(m)
        m.choose(offered(m)[0])
    assert "breslau" not in [place for unit, place in places(m).items() if unit.startswith("ge.")]


@pytest.mark.rule("pog.13.1.8.a", "pog.13.1.1")
def test_canadians_may_join_the_beachhead_that_cannot_supply_them():
    units = {"br.mef": "mef1", "br.cnd": "reserve", "br.pt": "reserve"}
    m = front(active="ap", units=units, join=["tu"], beachhead=215, turn=5)
    choose(m, ("sr", "ap.01"), "br.cnd")
    assert "mef1" in offered(m)
    m.choose("mef1")
    assert where(m, "br.cnd") == "mef1" and not in_supply(m.g, m.g.U["br.cnd"]) and in_supply(m.g, m.g.U["br.mef"])
