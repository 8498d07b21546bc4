"""Map, set-up and forces of the variant (draka.map, draka.cp, draka.ap, draka.dr)."""

from __future__ import annotations

from itertools import count

import pytest
from draka_situations import activate, attack, draka, finish_action, finish_turn, front, holder, reduced, refused, said, where

from great_war import offered
from grognard.games.pog.map.places import room
from grognard.kernel import Match

FRESH = count()


def start(**patch):
    """The set-up, made anew for every test, so that the rules that it carries out are heard."""
    return draka(keep=True, this_turn=[f"fresh {next(FRESH)}"], **patch)


def spaces_of(match, side="", kind=""):
    g = match.g
    return {g.units.id[u]: g.board.ids[p] for u, p in enumerate(g.state.at) if p >= 0 and g.units.id[u].startswith(kind)}


def joined(match, a, b):
    g = match.g
    return g.board.solid[g.S[a]] >> g.S[b] & 1 == 1


@pytest.mark.rule("draka.intro.3")
def test_every_base_rule_holds_and_the_parent_is_the_campaign():
    m = draka(vp=12, keep=True)
    assert ("peace", "") in offered(m)  # peace terms exist (pog.16.5)
    assert m.g.static.last_turn == 22 and not m.g.static.historical


@pytest.mark.rule("draka.map.1", "draka.map.2", "draka.map.5", "draka.map.6", "draka.map.7", "draka.map.11")
def test_new_spaces_and_ports():
    m = start()
    board = m.g.board
    assert joined(m, "upper_egypt", "cairo") and joined(m, "tripoli", "libya")
    assert holder(m, "upper_egypt") == "draka" and holder(m, "tripoli") == "draka"
    assert joined(m, "reggio", "naples") and joined(m, "reggio", "taranto") and holder(m, "reggio") == "cp"
    for other in ("lyon", "st_amand", "massif_central", "poitiers"):
        assert joined(m, "vichy", other)
    assert joined(m, "massif_central", "avignon")
    assert board.terrain[board.number["massif_central"]] == board.terrain[board.number["reggio"]] == "mountain"
    assert holder(m, "vichy") == holder(m, "massif_central") == "ap"
    for port in ("tripoli", "reggio", "valona"):
        assert board.ports["ap"] >> board.number[port] & 1
    m.g.set_control(m.g.S["valona"], "ap", "pog.11.1.14")
    assert m.g.hooks.ports(m.g, "ap", False) >> m.g.S["valona"] & 1


@pytest.mark.rule("draka.map.3")
def test_cp_units_attack_upper_egypt_but_never_enter_it():
    m = front({"cp": ["cp.12"]}, "cp", units={"tu.a1": "cairo", "dr.jc#1": "upper_egypt reduced", "tu.c#1": "gaza"},
              control={"cairo": "cp", "port_said": "cp", "sinai": "cp"})  # fmt: skip
    activate(m, cairo="attack")
    attack(m, "upper_egypt", "tu.a1", dice=(6, 1))
    assert "tu.a1" not in offered(m)
    finish_action(m)
    assert where(m, "tu.a1") == "cairo" and holder(m, "upper_egypt") == "draka"
    m = front(
        {"cp": ["cp.12"]},
        "cp",
        units={"tu.c#1": "cairo", "tu.c#2": "gaza"},
        control={"cairo": "cp", "port_said": "cp", "sinai": "cp"},
    )
    m.choose(("ops", "cp.12"))
    m.choose(("move", "cairo"))
    m.choose("done")
    m.choose(("unit", "tu.c#1"))
    with refused("draka.map.3", says="Upper Egypt"):
        m.choose(("to", "upper_egypt"))


@pytest.mark.rule("draka.map.4", "draka.dr.7")
def test_draka_armies_arrive_in_egypt_or_tripoli():
    m = front({"ap": ["ap.22"]}, turn=5, level={"ap": 1, "cp": 1}, units={})
    m.choose(("event", "ap.22"))
    places = {v[1] for v in offered(m)}
    assert places == {"alexandria", "cairo", "upper_egypt", "tripoli"}
    m.choose(("here", "tripoli"))
    assert where(m, "dr.cheetah") == "tripoli" and where(m, "dr.cfc#1") == "reserve"


@pytest.mark.rule("draka.map.8", "draka.map.9")
def test_vp_spaces_lost_and_gained():
    m = start()
    g = m.g
    for lost in ("trent", "bologna"):
        assert not g.static.vp_spaces >> g.S[lost] & 1
    g.set_control(g.S["trent"], "ap", "pog.11.1.14")
    g.set_control(g.S["bologna"], "ap", "pog.11.1.14")
    assert g.state.vp == 10
    for n, name in enumerate(("sarajevo", "kiel"), 1):
        g.set_control(g.S[name], "ap", "pog.11.1.14")
        assert g.state.vp == 10 - n
    for n, name in enumerate(("lyon", "marseilles", "libya", "athens"), 1):
        g.set_control(g.S[name], "cp", "pog.11.1.14")
        assert g.state.vp == 8 + n


@pytest.mark.rule("draka.map.10")
def test_monastir_is_bulgarian_and_philippoli_turkish():
    m = start()
    nation = m.g.board.nation
    assert nation[m.g.S["monastir"]] == "bu" and nation[m.g.S["philippoli"]] == "tu"
    assert holder(m, "monastir") == holder(m, "philippoli") == "neutral"
    m = start(join=["tu"])
    assert holder(m, "philippoli") == "cp" and holder(m, "monastir") == "neutral"
    assert holder(start(join=["bu"]), "monastir") == "cp"


@pytest.mark.rule("draka.cp.ah.1", "draka.cp.ah.2", "draka.cp.ah.3", "draka.cp.ge.1", "draka.cp.ge.2", "draka.cp.it.4")
def test_the_central_powers_in_august():
    m = start()
    g = m.g
    at = spaces_of(m)
    assert at["ah.a3"] == "tarnopol" and g.trench(g.S["tarnopol"], "cp") == 1
    assert all(g.trench(g.S[n]) == 0 for n in ("trent", "villach", "trieste")) and not g.stack[g.S["villach"]]
    assert len(g.of_kind("ah.c", -1)) == 5 and len(g.of_kind("ge.c", -1)) == 7 and len(g.of_kind("it.c", -1)) == 4
    assert g.state.fleet == "trieste"
    assert holder(m, "tirana") == holder(m, "valona") == "cp"
    west = {"ge.a7": "frankfurt", "ge.a6": "strasbourg", "ge.a1": "aachen", "ge.a2": "aachen", "ge.a3": "koblenz",
            "ge.a4": "koblenz", "ge.a5": "metz", "ge.a8": "insterberg"}  # fmt: skip
    assert {u: at[u] for u in west} == west and reduced(m, "ge.a7")
    for name in ("metz", "insterberg", "konigsberg", "mulhouse", "turin", "genoa", "naples", "verona"):
        assert g.trench(g.S[name], "cp") == 1
    for name in ("metz", "konigsberg", "oppeln", "bremen"):
        assert any(g.units.kind[u] == "ge.c" for u in g.stack[g.S[name]])
    assert at["it.a1"] == "mulhouse" and at["it.a2"] == at["it.a3"] == "turin" and at["it.a4"] == "rome" and reduced(m, "it.a4")
    assert sorted(at[u] for u in at if u.startswith("it.c")) == ["genoa", "naples", "taranto"]


@pytest.mark.rule("draka.cp.it.1", "draka.cp.it.2", "draka.cp.it.5")
def test_italy_fights_for_the_central_powers_from_rome():
    m = start()
    g = m.g
    assert g.at_war("it") and g.units.side[g.U["it.a1"]] == "cp" and holder(m, "milan") == "cp"
    assert "ap.17" not in [c for c in g.static.cards if g.static.cards[c].enters == "it"]
    assert g.board.fort[g.S["rome"]] == 2 and g.forts >> g.S["rome"] & 1 and g.hooks.capital_lost(g, "it") is False
    g.set_control(g.S["milan"], "ap", "pog.11.1.14")
    assert g.hooks.capital_lost(g, "it") is False
    g.set_control(g.S["rome"], "ap", "pog.11.1.14")
    assert g.hooks.capital_lost(g, "it") is True


@pytest.mark.rule("draka.cp.it.3", "draka.ap.it.1")
def test_italian_points_come_with_austrian_cards_only():
    m = front({"cp": ["cp.09", "cp.02"], "ap": ["ap.01"]}, "cp", units={})
    m.choose(("rp", "cp.09"))
    assert m.g.state.rp["it"] == 2
    m = front({"cp": ["cp.02"], "ap": ["ap.01"]}, "cp", units={})
    m.choose(("rp", "cp.02"))
    assert m.g.state.rp.get("it", 0) == 0
    assert m.g.static.cards["ap.01"].rp["it"]  # printed on the Allied card ..
    m.choose(("rp", "ap.01"))
    assert m.g.state.rp.get("it", 0) == 0  # .. and ignored


@pytest.mark.rule("draka.cp.tu.1", "draka.cp.tu.7", "draka.cp.tu.8", "draka.cp.tu.9", "draka.cp.pe.1", "draka.cp.pe.2")
def test_turkey_and_persia_enter_at_cp_limited_war():
    m = start(phase="status", turn=2, ws={"cp": 4, "ap": 0}, hands={"cp": [], "ap": []})
    g = m.g
    assert g.at_war("tu") and said(m, "draka.cp.pe.1")
    at = spaces_of(m, kind="tu.")
    assert at["tu.a1"] == "constantinople" and at["tu.a2"] == "gaza" and at["tu.a3"] == "baghdad" and reduced(m, "tu.a3")
    assert [g.factors(g.U[a]) for a in ("tu.a1", "tu.a3")] == [(2, 2, 3), (1, 2, 3)]
    corps = sorted(at[u] for u in at if u.startswith("tu.c"))
    assert corps == sorted(
        ["gallipoli", "balikesir", "ankara", "adana", "damascus", "medina", "mosul", "rize", "erzerum", "van", "beersheba"]
    )
    assert len(g.of_kind("tu.c", -1)) == 3
    for name in ("constantinople", "gallipoli", "balikesir", "ankara", "adana", "beersheba", "gaza", "baghdad", "samsun"):
        assert g.trench(g.S[name], "cp") == 1
    assert g.trench(g.S["giresun"]) == 0
    assert where(m, "pe.c1") == "hamadan" and where(m, "pe.c2") == "kermanshah"
    assert g.factors(g.U["pe.c1"]) == (1, 1, 2) and g.factors(g.U["pe.c2"]) == (0, 1, 2) and not g.units.back[g.U["pe.c2"]]


@pytest.mark.rule("draka.cp.pe.3", "draka.dr.6")
def test_control_in_persia_and_draka_territory():
    m = start(join=["tu"])
    for name in ("tabriz", "dilman", "hamadan", "kermanshah"):
        assert holder(m, name) == "cp"
    for name in (
        "alexandria",
        "cairo",
        "port_said",
        "basra",
        "libya",
        "sinai",
        "ahwaz",
        "khorramabad",
        "upper_egypt",
        "tripoli",
    ):
        assert holder(m, name) == "draka"
    m = start()  # Turkey neutral: open to the Draka alone (draka.R101)
    g = m.g
    assert holder(m, "ahwaz") == "draka" and holder(m, "hamadan") == "neutral"
    assert not g.hooks.closed(g, g.U["dr.jc#1"]) >> g.S["ahwaz"] & 1
    assert g.hooks.may_enter(g, g.U["br.c#1"], g.S["sinai"]).rule in ("draka.dr.6", "draka.ap.br.2")


@pytest.mark.rule("draka.cp.tu.10", "draka.cp.bu.3")
def test_forts_of_turkey_and_sofia():
    m = start()
    board = m.g.board
    assert [board.fort[m.g.S[n]] for n in ("constantinople", "ankara", "sofia")] == [1, 2, 1]
    assert all(m.g.forts >> m.g.S[n] & 1 for n in ("constantinople", "ankara", "sofia"))


@pytest.mark.rule("draka.cp.bu.1", "draka.cp.bu.2", "draka.card.cp.34")
def test_bulgaria_joins_with_an_army():
    m = front({"cp": ["cp.34"], "ap": ["ap.01"]}, "cp", turn=5, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "cp.34"))
    g = m.g
    assert g.at_war("bu") and where(m, "bu.a1") == "sofia" and g.trench(g.S["sofia"], "cp") == 1
    assert m.g.forts >> m.g.S["sofia"] & 1
    places = sorted(g.board.ids[p] if p >= 0 else "reserve" for u, p in enumerate(g.state.at) if g.units.kind[u] == "bu.c")
    assert places == sorted(["sofia", "strumitsa", "monastir", "plevna", "varna", "reserve"])


@pytest.mark.rule("draka.ap.be.1", "draka.ap.sb.1", "draka.ap.br.1", "draka.ap.ru.1", "draka.ap.fr.1", "draka.dr.5")
def test_the_allies_in_august():
    m = start()
    g = m.g
    at = spaces_of(m)
    assert at["be.a1"] == "antwerp" and at["sb.a1"] == "belgrade" and at["sb.a2"] == "valjevo" and at["sb.c.new"] == "nis"
    assert at["br.bef"] == "brussels" and {at[u] for u in at if u.startswith("br.c")} == {"brussels", "london"}
    assert len(g.of_kind("br.c", -1)) == 1 and where(m, "br.befc") == "reserve"
    assert at["ru.a1"] == "kovno" and at["ru.a5"] == "lublin" and at["ru.a3"] == "dubno"
    for name in ("lublin", "dubno", "kovno", "riga", "odessa"):
        assert g.trench(g.S[name], "ap") == 1
    french = {"fr.a9": "nice", "fr.d8": "grenoble", "fr.a4": "nancy", "fr.a5": "nancy", "fr.a2": "verdun", "fr.a3": "verdun",
              "fr.a1": "sedan", "fr.a6": "cambrai"}  # fmt: skip
    assert {u: at[u] for u in french} == french and reduced(m, "fr.a9") and reduced(m, "fr.a6")
    for name in ("nice", "grenoble", "belfort", "nancy", "verdun", "sedan", "cambrai", "paris"):
        assert g.trench(g.S[name], "ap") == 1
    assert g.trench(g.S["brussels"]) == 0 and len(g.of_kind("fr.c", -1)) == 7
    assert at["dr.simba"] == "cairo" and reduced(m, "dr.simba") and at["dr.cf1"] == "alexandria" and reduced(m, "dr.cf1")
    assert sorted(at[u] for u in at if u.startswith("dr.jc")) == ["basra", "port_said"]
    assert len(g.of_kind("dr.jc", -1)) == 2 and where(m, "dr.sd") == "reserve" and len(g.of_kind("dr.cfc", -1)) == 1
    for name in ("basra", "port_said", "cairo"):
        assert g.trench(g.S[name], "ap") == 1


@pytest.mark.rule("draka.ap.br.3", "draka.ap.cnd.1", "draka.dr.3", "draka.dr.4", "draka.dr.2")
def test_which_units_there_are():
    m = start()
    units = m.g.units
    for gone in ("br.mef", "br.ne", "br.a4", "br.cnd", "br.ana"):
        assert gone not in units.kinds
    cf = [u for u in range(units.size) if units.service[u] == "cf"]
    j = [u for u in range(units.size) if units.service[u] == "j"]
    assert len(cf) == 11 and len(j) == 17
    assert m.g.factors(m.g.U["dr.cfc#1"]) == (2, 2, 4) and m.g.factors(m.g.U["dr.jc#1"]) == (1, 1, 4)
    assert m.g.hooks.may_enter(m.g, m.g.U["dr.jc#1"], m.g.S["paris"]) is not None
    assert m.g.hooks.may_enter(m.g, m.g.U["dr.cfc#1"], m.g.S["paris"]) is None
    factors = {k: (tuple(units.kinds[k]["front"]), tuple(units.kinds[k]["back"])) for k in units.kinds if k.startswith("dr.")}
    assert factors["dr.cf1"] == ((5, 3, 4), (4, 2, 4)) and factors["dr.cfc"] == ((2, 2, 4), (2, 1, 4))
    assert factors["dr.cmc"] == ((3, 2, 5), (2, 2, 5)) and factors["dr.sd"] == ((2, 1, 4), (1, 1, 4))
    assert factors["dr.tull"] == ((3, 2, 3), (2, 2, 3)) and factors["dr.kempf"] == ((2, 2, 3), (1, 2, 2))
    assert factors["dr.jc"] == ((1, 1, 4), (0, 1, 4))


@pytest.mark.rule("draka.ap.ro.1", "draka.ap.ro.2")
def test_romania_joins_with_its_guards():
    m = front({"ap": ["ap.16"]}, turn=5, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "ap.16"))
    g = m.g
    while m.decision.rule == "pog.9.5.2.1":
        m.choose(offered(m)[0])
    assert where(m, "ro.gds") == "bucharest" and g.factors(g.U["ro.gds"]) == (2, 1, 3)
    assert len(g.of_kind("ro.c", -1)) == 1 and len(g.stack[g.S["bucharest"]]) == 2


@pytest.mark.rule("draka.ap.gr.1", "draka.card.ap.44", "draka.ap.gr.3", "draka.ap.gr.4", "draka.ap.gr.5")
def test_the_volunteers_come_with_greece_if_wanted():
    for answer in ("yes", "no"):
        m = front({"ap": ["ap.44"]}, turn=12, level={"cp": 2, "ap": 2}, units={"dr.cfc#1": "athens"})
        m.choose(("event", "ap.44"))
        m.choose(answer)
        assert where(m, "gr.hvc") == ("athens" if answer == "yes" else "unborn")
    m = front({"ap": ["ap.01"]}, join=["gr"], units={"gr.hvc": "athens", "dr.cfc#1": "athens", "gr.c#1": "athens"})
    g = m.g
    assert g.hooks.activation_cost(g, g.S["athens"], "move") == 2  # Greek and British: the volunteers count as either
    g.put(g.U["gr.c#1"], -1)
    assert g.hooks.activation_cost(g, g.S["athens"], "move") == 1
    assert g.hooks.may_enter(g, g.U["gr.hvc"], g.S["beersheba"]).rule == "draka.ap.gr.5"
    g.set_control(g.S["florina"], "cp", "pog.11.1.14")
    g.enter(g.U["gr.hvc"], g.S["florina"])
    assert holder(m, "florina") == "ap"  # no Draka marker


@pytest.mark.rule("draka.ap.us.1", "draka.ap.us.2", "draka.card.ap.55", "draka.card.ap.38")
def test_over_there_brings_two_corps():
    m = front({"ap": ["ap.55", "ap.38"]}, turn=14, level={"cp": 2, "ap": 2}, events={"ap.54": 12}, units={"us.c#4": "paris"})
    with refused("pog.16.3.4"):
        m.choose(("event", "ap.38"))
    m.choose(("event", "ap.55"))
    assert where(m, "us.usmc") == "reserve" and where(m, "us.c.new#1") == "reserve"
    assert m.g.factors(m.g.U["us.usmc"]) == (2, 2, 4)
    m = front({"ap": ["ap.38"]}, turn=14, level={"cp": 2, "ap": 2}, events={"ap.54": 12, "ap.55": 13}, join=["us"], units={})
    m.choose(("event", "ap.38"))
    assert where(m, "us.c#1") == "reserve" and where(m, "us.c.new#1") == "reserve"


@pytest.mark.rule("draka.ap.aus.1", "draka.card.ap.20", "draka.ap.pt.1")
def test_australians_come_with_two_british_corps():
    m = front({"ap": ["ap.20"]}, turn=5, level={"cp": 1, "ap": 1}, units={})
    before = len(m.g.of_kind("br.c", -1))
    m.choose(("event", "ap.20"))
    assert where(m, "br.aus") == "reserve" and len(m.g.of_kind("br.c", -1)) == before + 2
    g = m.g
    assert g.units.truly[g.U["br.pt"]] == "br.pt"  # as in the base game: British for prices, not for cards
    m = front(units={"br.pt": "london", "br.a1": "london"})
    assert m.g.hooks.activation_cost(m.g, m.g.S["london"], "move") == 1


@pytest.mark.rule("draka.card.mob")
def test_mobilization_cards_are_the_printed_ones_but_one():
    base, ours = Match.start("pog", "1914").g.static.cards, start().g.static.cards
    changed = [c for c in base if base[c].level == "mob" and (base[c].event, base[c].units) != (ours[c].event, ours[c].units)]
    assert changed == ["cp.01"]


@pytest.mark.rule("draka.dr.1", "draka.dr.9", "draka.card.plus")
def test_draka_armies_enter_reduced_where_the_card_says_so():
    m = front({"ap": ["ap.15"]}, turn=5, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "ap.15"))
    m.choose(("here", "cairo"))
    assert where(m, "dr.cf3") == "cairo" and reduced(m, "dr.cf3")
    assert m.g.units.side[m.g.U["dr.cf3"]] == "ap" and m.g.is_draka(m.g.U["dr.cf3"])
    m = front({"ap": ["ap.22"]}, turn=5, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "ap.22"))
    m.choose(("here", "cairo"))
    assert not reduced(m, "dr.cheetah")
    assert room(m.g, m.g.S["cairo"], "ap") == 2


def test_a_passive_turn_of_the_whole_war_goes_by():
    m = draka(keep=True)
    finish_turn(m)
    assert m.g.state.turn == 2


@pytest.mark.rule("pog.9.5.3.1.c")
@pytest.mark.parametrize(("standing", "fit"), [({}, True), ({"dr.simba": "cairo"}, False)])
def test_two_armies_need_room_for_both(standing, fit):
    """Alexandria is lost, Tripoli and Upper Egypt are full: Cairo takes two Draka armies and no third."""
    full = {"dr.jc#1": "tripoli", "dr.jc#2": "tripoli", "dr.jc#3": "tripoli", "dr.jc#4": "upper_egypt", "dr.jc#5": "upper_egypt",
            "dr.jc#6": "upper_egypt", "tu.c#1": "alexandria"}  # fmt: skip
    m = front({"ap": ["ap.17"]}, units={**full, **standing}, control={"alexandria": "cp"}, turn=6, level={"cp": 1, "ap": 1})
    assert (("event", "ap.17") in offered(m)) is fit
    if fit:
        m.choose(("event", "ap.17"))
        assert where(m, "dr.tantor") == where(m, "dr.rhino") == "cairo"
    else:
        with refused("pog.9.5.3.1.c"):
            m.choose(("event", "ap.17"))
