"""What if both: rules of the Draka Variant that meet in one position, played through decisions and dice."""

from __future__ import annotations

import pytest
from draka_situations import (
    EMPTY,
    activate,
    attack,
    choose,
    draka,
    drm,
    finish_action,
    finish_turn,
    front,
    holder,
    march,
    phase,
    reduced,
    refused,
    said,
    where,
)

from great_war import CARDS, offered
from grognard.games.pog.supply.tracing import in_supply

LIMITED = {"level": {"cp": 1, "ap": 1}}
TOTAL = {"level": {"cp": 2, "ap": 2}}
BALKANS = {"monastir": "ap", "salonika": "ap", "strumitsa": "ap"}


def balkans(units, control, **patch):
    """Allies in Serbia, supplied through Salonika."""
    held = {**BALKANS, **control}
    return front(units=units, join=["gr", "bu"], control=held, forts_fallen=["sofia", "belgrade"], turn=8, **LIMITED, **patch)


# ------------------------------------------------------------------ Draka control


@pytest.mark.rule("draka.14.2", "draka.14.9")
def test_the_draka_who_walk_into_a_ruined_fort_do_not_take_it_by_siege():
    m = balkans({"dr.jc#1": "nis", "br.a1": "skopje"}, {"belgrade": "cp"})
    activate(m, nis="move")
    march(m, "dr.jc#1", "belgrade")
    assert holder(m, "belgrade") == "draka" and said(m, "draka.14.2") and not said(m, "draka.14.12")
    assert said(m, "draka.14.9") == ["Belgrade: VP -1/2, now 9 1/2."]


@pytest.mark.rule("draka.12.4")
def test_turks_who_join_the_ana_take_the_space_for_good():
    """Jerusalem is Draka: the ANA alone only holds it, a Turkish corps beside it converts it and the marker is lost."""
    for joined, after in ((False, "draka"), (True, "cp")):
        units = {"tu.ana": "arabia", "tu.c#1": "damascus", "dr.jc#1": "cairo"}
        m = front({"cp": ["cp.12", "cp.14"]}, active="cp", units=units, draka=["jerusalem"], turn=8, **LIMITED)
        activate(m, arabia="move", damascus="move")
        march(m, "tu.ana", "jerusalem")
        assert holder(m, "jerusalem") == "cp"
        if joined:
            march(m, "tu.c#1", "amman", "jerusalem")
        finish_action(m)
        while m.decision.seat != "cp":
            m.choose(("auto", "") if ("auto", "") in offered(m) else "done")
        activate(m, jerusalem="move")
        march(m, "tu.ana", "arabia")
        assert holder(m, "jerusalem") == after


@pytest.mark.rule("draka.21.cp.e5")
def test_the_commune_gives_alexandria_to_nobody_whoever_joins_it():
    units = {"cp.commune": "alexandria", "tu.c#1": "port_said", "tu.c#2": "cairo", "tu.c#3": "libya"}
    held = {"port_said": "cp", "sinai": "cp", "cairo": "cp", "libya": "cp"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, control=held, nightmare=21, turn=21, **TOTAL)
    activate(m, port_said="move")
    march(m, "tu.c#1", "alexandria")
    assert where(m, "tu.c#1") == "alexandria" and holder(m, "alexandria") == "draka"
    finish_turn(m, stop="sieges")
    assert holder(m, "alexandria") == "draka"  # cut off from every Draka base, it does not pass by attrition either


# ------------------------------------------------------------------ attacks


@pytest.mark.rule("draka.1.3", "draka.10.1")
def test_the_security_directorate_attacks_the_senussi_in_libya():
    m = front(units={"dr.sd": "alexandria", "tu.sn": "libya"}, control={"libya": "cp"}, turn=8, **LIMITED)
    assert drm(m, ["dr.sd"], "libya") == -1


@pytest.mark.rule("draka.1.1")
def test_one_attacker_outside_sinai_lifts_its_modifier():
    units = {"dr.jc#1": "sinai", "dr.jc#2": "gaza", "tu.c#1": "beersheba"}
    m = front(units=units, turn=5, draka=["sinai", "gaza"], forts_fallen=["gaza"])
    assert drm(m, ["dr.jc#1"], "beersheba") == -1 and drm(m, ["dr.jc#1", "dr.jc#2"], "beersheba") == 0
    m = front(active="cp", units={"tu.c#1": "sinai", "dr.jc#2": "cairo"}, control={"sinai": "cp"}, turn=5)
    assert drm(m, ["tu.c#1"], "cairo") == -1


@pytest.mark.rule("draka.16.sup.3")
def test_the_card_and_the_biplanes_do_not_help_in_one_attack():
    """Whichever is played first keeps the other out."""
    units = {"br.a1": "cambrai", "ge.a1": "sedan"}
    patch = {"control": {"sedan": "cp"}, "trenches": {"sedan": 0}, "turn": 12, "baf": ["br"]}
    for cards in ([], ["ap.19"]):
        m = front({"ap": ["ap.01", "ap.19"]}, units=units, **patch, **TOTAL)
        choose(m, ("ops", "ap.01"), ("attack", "cambrai"))
        if m.decision.rule == "pog.9.2.1":
            m.choose("done")
        attack(m, "sedan", "br.a1", dice=(3, 3), cards=cards) if cards else _fly_first(m)
        assert bool(said(m, "draka.16.sup.1")) is not bool(cards)


def _fly_first(m):
    choose(m, *(["done"] if m.decision.rule == "pog.9.2.8" else []), "sedan", "br.a1")
    if "fight" in offered(m):
        m.choose("fight")
    while m.decision.rule == CARDS and m.decision.seat == "ap":
        m.choose("pass")
    with m.forced(6, 3, 3):
        m.choose("br")
        assert m.decision.rule != CARDS or "ap.19" not in offered(m)
        finish_action(m)


# ------------------------------------------------------------------ invasions


@pytest.mark.rule("draka.17.13", "draka.17.9")
def test_one_corps_without_a_shore_does_not_keep_the_others_at_home():
    """The BEF corps may go to no enemy coast; a British corps may."""
    for units, sails in (({"br.befc": "reserve"}, False), ({"br.befc": "reserve", "br.c#1": "reserve"}, True)):
        m = front(units={**units, "br.a1": "london"}, turn=8, fleet="", **LIMITED)
        m.choose(("ops", "ap.01"))
        assert (("invade", "") in offered(m)) is sails


@pytest.mark.rule("draka.17.6", "draka.17.7", "draka.17.16", "draka.17.17", "draka.4.5")
def test_who_may_land_where_with_the_fleet_at_either_base():
    units = {"br.c#1": "reserve", "dr.cfc#1": "alexandria", "dr.jc#1": "alexandria"}
    italy, near = {"genoa", "naples", "reggio"}, {"mef4", "mef5"}
    shores = {
        ("trieste", "br.c#1"): italy | {"mef1", "mef2", "mef3"},
        ("constantinople", "br.c#1"): italy | {"mef3", "taranto", "valona"},
        ("trieste", "dr.cfc#1"): italy | near | {"mef1", "mef2", "mef3"},
        ("constantinople", "dr.jc#1"): near | {"mef3", "valona"},
    }
    for (fleet, corps), expected in shores.items():
        m = front(units=units, turn=8, fleet=fleet, **LIMITED)
        choose(m, ("ops", "ap.01"), ("invade", ""))
        m.choose(corps)
        if "done" in offered(m):
            m.choose("done")
        assert set(offered(m)) == expected, (fleet, corps)


# ------------------------------------------------------------------ who may be where


@pytest.mark.rule("draka.4.2")
def test_one_bulgarian_corps_in_asia_and_a_stack_of_two_are_three():
    units = {"bu.c#1": "bursa", "bu.c#2": "bursa", "bu.c#3": "eskidor"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, join=["bu"], turn=8)
    activate(m, bursa="move")
    asia = [m.g.board.ids[s] for s in range(m.g.board.size) if m.g.board.asia >> s & 1]
    m.choose(("stack", "bursa"))
    assert not [v for v in offered(m) if v[0] == "to" and v[1] in asia]


@pytest.mark.rule("draka.20.1", "draka.20.2")
def test_a_stack_of_two_draka_armies_stops_in_their_bases_only():
    units = {"dr.cf1": "cairo", "dr.simba": "cairo"}
    m = front(units=units, turn=8, **LIMITED)
    activate(m, cairo="move")
    choose(m, ("stack", "cairo"), ("to", "port_said"))
    with refused("draka.20.1"):
        m.choose(("stop", ""))
    choose(m, ("to", "alexandria"), ("stop", ""))
    assert where(m, "dr.cf1") == where(m, "dr.simba") == "alexandria"


@pytest.mark.rule("draka.5.4", "pog.11.2.8")
def test_of_all_corps_the_grenadier_guards_alone_dig():
    units = {"ah.gg": "villach", "ah.c#1": "villach", "ge.c#1": "metz", "ge.a1": "metz"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, events=["cp.06"], turn=8, **LIMITED)
    activate(m, villach="move", metz="move")
    assert {v[1] for v in offered(m) if v[0] == "entrench"} == {"ah.gg", "ge.a1"}


# ------------------------------------------------------------------ cards and joining


@pytest.mark.rule("draka.card.ap.44", "draka.ap.gr.1")
def test_the_volunteers_come_with_greece_and_with_nobody_else():
    for card, asked in (("ap.44", True), ("ap.16", False)):
        m = front({"ap": [card]}, units={"fr.a1": "paris"}, turn=12, **TOTAL)
        m.choose(("event", card))
        assert (m.decision.rule == "draka.ap.gr.1") is asked


@pytest.mark.rule("draka.card.cp.36")
def test_u_boats_may_strike_a_citizen_army_in_london_or_none():
    for answer, hit in (("dr.cf1", True), ("pass", False)):
        m = front(
            {"cp": ["cp.36"]}, "cp", units={"dr.cf1": "london", "dr.cf2": "cairo reduced"}, events=["cp.54"], turn=12, **TOTAL
        )
        m.choose(("event", "cp.36"))
        assert set(offered(m)) == {"dr.cf1", "pass"}
        m.choose(answer)
        assert reduced(m, "dr.cf1") is hit


@pytest.mark.rule("draka.card.ap.41")
def test_every_use_of_its_card_brings_the_ana():
    for use in ("ops", "sr", "rp"):
        m = front({"ap": ["ap.41"]}, units={"dr.jc#1": "cairo"}, turn=12, **TOTAL)
        assert ("event", "ap.41") not in offered(m)
        m.choose((use, "ap.41"))
        assert m.decision.seat == "cp" and set(offered(m)) == {"medina", "arabia"}
        m.choose("medina")
        finish_action(m)
        assert where(m, "tu.ana") == "medina" and m.g.state.removed["ap"] >> m.g.static.cards["ap.41"].number & 1


@pytest.mark.rule("draka.card.ap.50", "draka.card.ap.17", "draka.card.plus")
def test_war_status_of_the_draka_cards():
    cards = (
        ("ap.15", 0, "dr.cf3", True),
        ("ap.22", 0, "dr.cheetah", False),
        ("ap.17", 2, "dr.rhino", True),
        ("ap.50", 1, "dr.cmc", False),
    )
    for card, status, army, state in cards:
        m = front({"ap": [card]}, units={"dr.jc#1": "cairo"}, turn=12, **TOTAL)
        m.choose(("event", card))
        while m.decision.seat == "ap" and m.decision.rule == "pog.9.5.3.3.a":
            m.choose(("here", "cairo"))
        assert m.g.state.ws["ap"] == status and where(m, army) == "cairo" and reduced(m, army) is state


@pytest.mark.rule("pog.5.4")
def test_the_limited_war_scenario_keeps_the_bands_of_its_parent():
    for vp, winner in ((12, "ap"), (16, ""), (17, "cp")):
        m = draka("limited-war", turn=10, vp=vp, hands=EMPTY, units={"ge.a1": "berlin"}, **LIMITED)
        m.g.state.offensive = {"ap": "none", "cp": "none"}
        finish_turn(m)
        assert m.result is not None and (m.result.winner or "") == winner


@pytest.mark.rule("draka.err.3.a")
def test_the_reserve_army_comes_from_a_corps_in_london_or_calais():
    m = phase(
        "replacements", units={"br.c#1": "london", "br.c#2": "rouen", "br.befc": "calais"}, turn=8, rp={"br": 4}, **LIMITED
    )
    made = [v for v in offered(m) if v[0] == "create"]
    assert made == [("create", "br.rad", "br.c#1")] or made == [["create", "br.rad", "br.c#1"]]
    m.choose(made[0])
    assert where(m, "br.rad") == "london" and where(m, "br.c#1") == "gone"


# ------------------------------------------------------------------ points, reserves, the Arabs


def janissary_points(played, before="", **patch):
    """J points that may be spent at the end of a turn in which `before` is played after a card for replacements."""
    cards = ["ap.52", "ap.01"]
    units = {"dr.simba": "cairo reduced", "dr.jc#1": "eliminated", "dr.jc#2": "eliminated", "dr.jc#3": "eliminated"}
    m = front({"ap": cards}, units=units, events=["cp.54", *played], turn=12, **TOTAL, **patch)
    m.choose(("rp", "ap.01"))
    finish_action(m)
    while m.decision.seat == "cp":
        m.choose(("auto", "") if ("auto", "") in offered(m) else "done")
    if before:
        m.choose(("event", before))
    finish_turn(m, stop="replacements")
    return m.g.state.rp.get("dr_j", 0)


@pytest.mark.rule("draka.card.cp.36", "draka.card.cp.55", "draka.dr.rp.3")
def test_u_boats_take_a_janissary_point_unless_convoy_comes_in_time():
    assert janissary_points([]) == 4
    assert janissary_points(["cp.36"]) == 2
    assert janissary_points(["cp.36"], "ap.52") == 4  # Convoy, played after the card for replacements
    assert janissary_points(["cp.36"], lloyd=12) == 0  # and Lloyd George takes the other


@pytest.mark.rule("draka.23.2")
def test_draka_who_besiege_a_capital_are_near_enough_for_the_last_ditch():
    units = {"tu.c#1": "sivas reduced", "dr.cf1": "ankara"}
    m = phase("replacements", join=["tu"], units=units, turn=8, rp={"tu": 2}, **LIMITED)
    assert m.g.besieged >> m.g.S["ankara"] & 1
    m.choose(("reserves", "tu"))
    assert m.g.state.rp["tu"] == 2 + 2 + 4  # a point, the bonus of both capitals (a besieged one is held), and 2 more


@pytest.mark.rule("draka.card.ap.41")
def test_the_arabs_who_waited_for_turkey_rise_when_it_enters():
    levels = {"level": {"cp": 0, "ap": 1}, "ws": {"cp": 4, "ap": 4}}
    m = front({"ap": ["ap.41"]}, war=False, keep=True, turn=3, **levels)
    m.choose(("ops", "ap.41"))
    finish_action(m)
    finish_turn(m, stop="status")
    choose(m, "pass", "medina")  # the Asia Korps, and then the ANA
    assert where(m, "tu.ana") == "medina" and m.g.state.turn == 3


# ------------------------------------------------------------------ retreats, landings, advances


@pytest.mark.rule("draka.20.1", "pog.12.5.5.b")
def test_an_army_retreats_past_the_army_of_the_next_space():
    """One army a space in the Near East binds the end of a retreat, not its way."""
    turks = {"tu.a1": "nablus", "tu.c#1": "nablus", "tu.c#2": "nablus", "tu.a2": "beersheba", "tu.c#3": "beersheba"}
    units = {"dr.simba": "gaza", "dr.jc#2": "gaza", "dr.jc#3": "gaza", "dr.tantor": "sinai", **turks}
    m = front({"cp": ["cp.14"]}, active="cp", units=units, draka=["gaza", "sinai"], turn=8, **LIMITED)
    activate(m, nablus="attack", beersheba="attack")
    attack(m, "gaza", *turks, dice=(6, 1))
    while m.decision.name != "retreat":
        m.choose("pass" if "pass" in offered(m) else offered(m)[-1] if m.decision.name == "loss" else "dr.simba")
    assert m.decision.about["piece"] == "dr.simba" and offered(m) == ["cairo", "port_said"]
    m.choose("cairo")
    assert where(m, "dr.simba") == "cairo"


@pytest.mark.rule("draka.17.10", "draka.17.6")
def test_who_comes_ashore_on_a_beach_does_nothing_else_in_that_action():
    units = {"dr.cfc#1": "reserve", "dr.cfc#2": "reserve", "dr.simba": "cairo", "tu.c#1": "beirut"}
    m = front(units=units, turn=6, **LIMITED)
    m.choose(("ops", "ap.01"))
    choose(m, ("invade", ""), "dr.cfc#1", "dr.cfc#2", "mef5")
    assert where(m, "dr.cfc#1") == "mef5" and m.g.state.action.points > 0
    assert not [v for v in offered(m) if "mef5" in v or "dr.cfc#1" in v]
    with refused("pog.11.1.1", says="something else"):
        m.choose(("attack", "mef5"))
    finish_action(m)
    while m.decision.seat == "cp":
        m.choose(("auto", "") if ("auto", "") in offered(m) else "done")
    m.choose(("die ops", ""))
    assert ("attack unit", "dr.cfc#1") in offered(m)


@pytest.mark.rule("draka.14.3", "draka.22.3")
def test_americans_may_not_advance_where_the_draka_must():
    """They stand together since a retreat. Whoever enters first keeps the other out: it must be the Draka."""
    units = {"us.a1": "salonika", "dr.cf1": "salonika", "bu.c#1": "strumitsa reduced"}
    m = balkans(units, {"strumitsa": "cp", "monastir": "cp"}, events=["ap.54", "ap.55"])
    activate(m, salonika="attack")
    attack(m, "strumitsa", "us.a1", "dr.cf1", dice=(6, 1))
    while m.decision.name != "advance":
        m.choose(offered(m)[0])
    assert offered(m) == ["dr.cf1", "done"]
    with refused("draka.14.3", says="could not do so after"):
        m.choose("us.a1")
    m.choose("dr.cf1")
    assert holder(m, "strumitsa") == "draka" and where(m, "us.a1") == "salonika"


# ------------------------------------------------------------------ what the ledger says of both at once


@pytest.mark.rule("pog.13.1.8.a", "draka.12.4", "draka.24.6")
@pytest.mark.parametrize(
    ("there", "place", "fit"), [("tu.ana", "damascus", False), ("tu.kurd#1", "kirkuk", False), ("tu.c#2", "damascus", True)]
)
def test_no_turkish_corps_joins_the_arabs_or_the_kurds_out_of_the_box(there, place, fit):
    m = front({"cp": ["cp.12"]}, active="cp", units={there: place, "tu.c#1": "reserve"}, turn=14, **TOTAL)
    choose(m, ("sr", "cp.12"), "tu.c#1")
    assert (place in offered(m)) is fit and "ankara" in offered(m)
    if not fit:
        with refused("pog.13.1.8.a"):
            m.choose(place)


@pytest.mark.rule("pog.card.ap.29")
def test_the_caucasus_army_arrives_in_no_space_under_draka_control():
    m = front({"ap": ["ap.29"]}, units={"ru.c#1": "tbilisi", "dr.jc#1": "kars"}, draka=["kars"], turn=8, **LIMITED)
    m.choose(("event", "ap.29"))
    assert ("here", "kars") not in offered(m) and {("here", "batum"), ("here", "tbilisi")} <= set(offered(m))


@pytest.mark.rule("draka.5.8", "pog.12.5.6")
def test_a_panzer_korps_that_has_retreated_still_keeps_its_stack_from_being_flanked():
    germans = {"ge.pz": "sedan", "ge.c#1": "sedan", "ge.a2": "cambrai"}
    french = {"fr.a1": "verdun", "fr.a2": "amiens", "fr.a3": "chateau_thierry"}
    held = dict.fromkeys(("sedan", "cambrai", "brussels", "liege"), "cp")
    flat = {"sedan": 0, "cambrai": 0}
    m = front(units={**germans, **french}, control=held, forts_fallen=["liege"], trenches=flat, turn=8, **LIMITED)
    activate(m, verdun="attack", amiens="attack", chateau_thierry="attack")
    attack(m, "sedan", "fr.a1", dice=(3, 1))  # 2 against 1: a step of each corps, and one space back
    while m.decision.name != "attack":
        m.choose(next(v for v in ("cambrai", "pass", "done", *offered(m)) if v in offered(m)))
    assert where(m, "ge.pz") == "cambrai"
    choose(m, "cambrai", "fr.a2", "fr.a3")
    assert m.decision.rule != "pog.12.3.1"


@pytest.mark.rule("draka.ap.gr.3", "draka.dr.supply.1")
def test_the_volunteers_are_draka_for_supply():
    """London is lost; an Allied port is enough for the Draka."""
    units = {"gr.hvc": "athens", "gr.c#1": "athens", "ge.c#1": "london"}
    m = front(units=units, join=["gr"], control={"london": "cp"}, turn=12, **TOTAL)
    supplied = [in_supply(m.g, m.g.U[u]) for u in ("gr.hvc", "gr.c#1")]
    assert supplied == [True, False]


@pytest.mark.rule("draka.14.2")
def test_with_the_turn_the_last_attack_is_over():
    units = {"dr.simba": "port_said", "dr.jc#1": "cairo", "tu.c#1": "sinai"}
    m = front(units=units, control={"sinai": "cp"}, turn=8, round=7, **LIMITED)
    activate(m, port_said="attack")
    attack(m, "sinai", "dr.simba", dice=(6, 1))
    assert m.g.fighting
    finish_turn(m, stop="status")
    assert not m.g.fighting


@pytest.mark.rule("draka.10.1", "pog.12.3.3.c")
def test_the_security_directorate_counts_though_it_falls_before_the_attacker_fires():
    units = {"dr.simba": "nablus", "dr.sd": "amman reduced", "tu.ana": "damascus"}
    held = ["nablus", "amman", "gaza", "sinai", "jerusalem"]
    m = front(units=units, draka=held, forts_fallen=["gaza"], turn=9, **LIMITED)
    activate(m, nablus="attack", amman="attack")
    attack(m, "damascus", "dr.simba", "dr.sd", dice=(2, 5, 3), flank="nablus")
    finish_action(m)
    assert where(m, "dr.sd") == "eliminated"
    assert said(m, "pog.12.2.11")[-1].startswith("Damascus: the attacker inflicts 3, the defender 1")  # 3 factors, die 3 + 1


@pytest.mark.rule("draka.5.2", "pog.16.4.9.c")
@pytest.mark.parametrize(("unit", "fit"), [("ge.asia", True), ("tu.c#1", True), ("ge.c#1", False)])
def test_after_the_treaty_the_asia_korps_attacks_russians_as_a_turk(unit, fit):
    units = {unit: "rize", "ru.c#1": "batum", "ge.a1": "essen"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, events=["cp.52", "cp.53", "cp.45"], turn=16, **TOTAL)
    m.choose(("ops", "cp.12"))
    assert (("attack", "rize") in offered(m)) is fit


@pytest.mark.rule("pog.11.2.5", "pog.11.2.6", "draka.12.4")
@pytest.mark.parametrize(("level", "left"), [(1, 0), (2, 1)])
def test_the_trench_of_a_space_is_lost_to_arabs_who_do_not_convert_it(level, left):
    units = {"tu.ana": "arabia", "dr.jc#1": "cairo"}
    trenches = {"jerusalem": f"ap {level}"}
    m = front({"cp": ["cp.12"]}, active="cp", units=units, draka=["jerusalem"], trenches=trenches, turn=8, **LIMITED)
    activate(m, arabia="move")
    march(m, "tu.ana", "jerusalem")
    jerusalem = m.g.S["jerusalem"]
    assert (m.g.trench(jerusalem, "ap"), m.g.trench(jerusalem, "cp")) == (0, left)


@pytest.mark.rule("draka.card.ap.51", "draka.17.14")
@pytest.mark.parametrize(("this_turn", "price"), [([], 3), (["ap.51"], 2)])
def test_beside_a_unit_at_a_poor_harbour_the_others_are_still_one_nationality(this_turn, price):
    """A British corps supplied through Valona is paid for by itself, Serbs and Romanians as the card says."""
    units = {"br.c#1": "monastir", "sb.c#1": "monastir", "ro.c#1": "monastir", "fr.a1": "paris"}
    held = {"valona": "ap", "florina": "ap", "monastir": "ap", "salonika": "cp", "larisa": "cp", "athens": "cp"}
    m = front(units=units, join=["gr", "bu", "ro"], control=held, this_turn=this_turn, turn=12, fleet="", **TOTAL)
    m.choose(("die ops", ""))
    m.g.state.action.points = 6
    m.choose(("move", "monastir"))
    assert m.g.state.action.points == 6 - price
