"""Chapters 2 to 8: set-up, the turn, mandated offensives."""

from __future__ import annotations

import pytest
from pog_combats import fight_of
from pog_situations import activate, attack, finish_action, finish_turn, front, holder, pog, said, where

from great_war import offered
from grognard.games.pog.static import RESERVE
from grognard.kernel import Match


def started(scenario="1914", seed=3, **options):
    """A real match after the choice about Guns of August."""
    m = Match.start("pog", scenario, seed=seed, options=options or None)
    m.choose("take")
    return m


# ------------------------------------------------------------------ 2 to 4: set-up


@pytest.mark.rule("pog.2.1.c", "pog.4.2.1", "pog.4.1.1")
def test_the_position_at_start():
    m = Match.start("pog", "1914", seed=11, situation={"vp_shift": 0})
    g, s = m.g, m.g.state
    assert s.turn == 1 and s.vp == 10 and s.ws == {"ap": 0, "cp": 0} and s.rp == {}
    assert where(m, "ge.a7") == "mulhouse" and not g.full(g.U["ge.a7"])  # reduced
    assert g.trench(g.S["mulhouse"], "cp") == 1 and g.trench(g.S["brussels"], "ap") == 1
    boxed = [g.units.side[u] for u, place in enumerate(s.at) if place == RESERVE]
    assert boxed.count("cp") == 12 and boxed.count("ap") == 17
    assert holder(m, "paris") == "ap" and holder(m, "berlin") == "cp" and g.board.fort[g.S["verdun"]] == 3
    assert said(m, "pog.4.1.1") and said(m, "pog.4.2.1")


@pytest.mark.rule("pog.4.2.2", "pog.3.h")
def test_neutral_units_are_not_on_the_map_until_their_nation_joins():
    from grognard.games.pog.war.neutrals import turkey_enters

    m = pog(keep=True)
    assert all(where(m, u) == "unborn" for u in ("tu.c#1", "it.a1", "bu.c#1", "ro.c#1", "gr.c#1"))
    assert holder(m, "rome") == holder(m, "constantinople") == "neutral"
    turkey_enters(m.g)
    assert where(m, "tu.c#1") == "adrianople" and m.g.trench(m.g.S["gaza"], "cp") == 1


@pytest.mark.rule("pog.4.3.1.a", "pog.4.3.2", "pog.9.1.2")
def test_the_deal():
    m = started()
    s = m.g.state
    assert s.hand["cp"].bit_count() == 7 and s.hand["ap"].bit_count() == 7
    assert m.g.holds("cp", "cp.01")
    assert s.draw["cp"].bit_count() == 7 and s.draw["ap"].bit_count() == 7  # 14 Mobilization cards a side
    assert any(
        card.title == "Guns of August" for p in m.view("ap").panels if p.id == "hand cp" for card in p.cards
    )  # it is told
    m = Match.start("pog", "1914", seed=3)
    m.choose("leave")
    assert (m.g.state.hand["cp"] | m.g.state.draw["cp"]).bit_count() == 14


@pytest.mark.rule("pog.2.3", "pog.9.1.4")
def test_optional_cards_bring_ten_more_a_side_and_hands_of_eight():
    m = started(optional_cards=True)
    assert len(m.g.static.deck["ap"]) == len(m.g.static.deck["cp"]) == 65
    assert m.g.state.hand["ap"].bit_count() == 8
    assert (m.g.state.hand["ap"] | m.g.state.draw["ap"]).bit_count() == 16  # two of the ten belong to Mobilization
    m = started(eight_cards=True)
    assert m.g.state.hand["cp"].bit_count() == 8
    assert len(m.g.static.deck["ap"]) == 55


@pytest.mark.rule("pog.4.3.1.b")
def test_guns_of_august_need_not_be_played():
    m = started()
    assert ("event", "cp.01") in offered(m) and ("ops", "cp.01") in offered(m)


@pytest.mark.rule("pog.4.3.3", "pog.6.a", "pog.7.1.1", "pog.mot.1", "pog.mot.2")
def test_the_first_turn_starts_with_offensive_rolls():
    m = Match.start("pog", "1914", seed=5)
    with m.forced(4, 6):
        m.choose("leave")
    assert m.g.state.offensive == {"cp": "ge", "ap": "ru"}


# ------------------------------------------------------------------ 7: offensives


@pytest.mark.rule("pog.mot.1", "pog.mot.2", "pog.7.1.2.a", "pog.7.1.6.b")
def test_the_offensive_tables():
    m = pog(keep=True)
    table = m.g.hooks.offensive_table
    assert [table(m.g, "ap", d) for d in range(1, 7)] == ["fr", "fr", "br", "none", "none", "ru"]  # Italy is neutral
    assert [table(m.g, "cp", d) for d in range(1, 7)] == ["ah", "ah", "none", "ge", "none", "none"]
    m = pog(keep=True, join=["it", "tu"])
    assert [table(m.g, "ap", d) for d in (4, 5)] == ["it", "it"]
    assert [table(m.g, "cp", d) for d in (2, 3)] == ["ah_it", "tu"]


@pytest.mark.rule("pog.7.1.2.b")
def test_a_nation_without_its_capital_passes_the_offensive_on():
    m = pog(keep=True, control={"paris": "cp"}, forts_fallen=["paris"])
    table = m.g.hooks.offensive_table
    assert table(m.g, "ap", 1) == "br"
    m = pog(keep=True, control={"paris": "cp", "london": "cp"}, forts_fallen=["paris"])
    assert table(m.g, "ap", 1) == "none"  # Italy is neutral, and ends the search
    m = pog(keep=True, control={"vienna": "ap"})
    assert table(m.g, "cp", 1) == "ah"  # one of two capitals is left


@pytest.mark.rule("pog.7.1.9", "pog.card.cp.37")
def test_hoffmann_adds_one_to_the_roll():
    m = pog(keep=True, events=["cp.37"], join=["tu"])
    table = m.g.hooks.offensive_table
    assert table(m.g, "cp", 3) == "ge" and table(m.g, "cp", 6) == "none"
    m = front({"cp": ["cp.37"]}, level={"cp": 2, "ap": 0}, events=["cp.54"], units={"ge.a4": "metz"})
    m.choose(("event", "cp.37"))
    assert m.g.played("cp.37") and m.g.state.ws["cp"] == 1


@pytest.mark.rule("pog.7.1.10")
def test_after_hl_there_is_no_german_offensive():
    m = front({"cp": ["cp.54"]}, level={"cp": 2, "ap": 0}, units={"ge.a4": "metz"}, offensive={"cp": "ge", "ap": "none"})
    m.choose(("event", "cp.54"))
    assert m.g.state.offensive["cp"] == "none"
    assert m.g.hooks.offensive_table(m.g, "cp", 4) == "none"


@pytest.mark.rule("pog.7.1.11")
def test_after_the_revolution_there_is_no_russian_offensive():
    m = pog(keep=True, events=["cp.53"])
    assert m.g.hooks.offensive_table(m.g, "ap", 6) == "none"


@pytest.mark.rule("pog.7.1.3.a", "pog.7.1.4")
def test_british_and_french_offensives_are_met_in_the_west_against_germans():
    units = {"fr.a1": "verdun", "br.a1": "verdun", "ge.a4": "metz", "ah.c#1": "sedan", "br.c#1": "sinai", "tu.c#1": "gaza"}
    m = front(
        active="ap", units=units, join=["tu"], control={"sedan": "cp", "sinai": "ap"}, offensive={"ap": "fr", "cp": "none"}
    )
    g = m.g
    meets = g.hooks.meets_offensive
    assert meets(g, "ap", fight_of(m, "ap", ["fr.a1"], "metz"))
    assert not meets(g, "ap", fight_of(m, "ap", ["fr.a1"], "sedan"))  # no German there
    assert not meets(g, "ap", fight_of(m, "ap", ["fr.a1"], "strasbourg"))  # a fort alone is no unit
    g.state.offensive["ap"] = "br"
    assert meets(g, "ap", fight_of(m, "ap", ["br.a1"], "metz"))
    assert not meets(g, "ap", fight_of(m, "ap", ["br.c#1"], "gaza"))
    g.state.offensive["ap"] = "ru"
    g.put(g.U["ru.a1"], g.S["tannenberg"])
    assert not meets(g, "ap", fight_of(m, "ap", ["ru.a1"], "konigsberg"))  # any enemy will do, but a fort is none
    g.put(g.U["ge.a8"], g.S["insterberg"])
    assert meets(g, "ap", fight_of(m, "ap", ["ru.a1"], "insterberg"))
    g.put(g.U["ru.a1"], -4)
    g.put(g.U["ge.a8"], -4)
    g.state.offensive["ap"] = "fr"
    activate(m, verdun="attack")
    attack(m, "metz", "fr.a1", "br.a1", dice=(1, 1))
    assert m.g.state.offensive_met["ap"]


@pytest.mark.rule("pog.7.1.5.a", "pog.7.1.5.b")
def test_german_and_turkish_offensives():
    units = {"ge.a4": "metz", "fr.a3": "verdun", "ge.a8": "insterberg", "ru.a1": "kovno", "tu.sn": "libya", "br.c#1": "alexandria",
             "tu.c#1": "sinai", "br.c#2": "cairo"}  # fmt: skip
    m = front(units=units, join=["tu"], offensive={"cp": "ge", "ap": "none"})
    g = m.g
    meets = g.hooks.meets_offensive
    assert meets(g, "cp", fight_of(m, "cp", ["ge.a4"], "verdun"))
    assert not meets(g, "cp", fight_of(m, "cp", ["ge.a8"], "kovno"))
    g.state.offensive["cp"] = "tu"
    assert meets(g, "cp", fight_of(m, "cp", ["tu.c#1"], "cairo"))
    assert not meets(g, "cp", fight_of(m, "cp", ["tu.sn"], "alexandria"))  # SN is not Turkish enough


@pytest.mark.rule("pog.7.1.6.a", "pog.7.1.7")
def test_austrian_offensives_against_italy_and_anybody():
    units = {
        "ah.a5": "trieste",
        "it.a2": "udine",
        "ah.a1": "cracow",
        "ru.c#1": "czestochowa",
        "fr.a1": "venice",
        "ah.a2": "asiago",
    }
    m = front(units=units, join=["it"], control={"asiago": "cp"}, offensive={"cp": "ah_it", "ap": "none"})
    g = m.g
    meets = g.hooks.meets_offensive
    assert meets(g, "cp", fight_of(m, "cp", ["ah.a5"], "udine"))
    assert meets(g, "cp", fight_of(m, "cp", ["ah.a2"], "venice"))  # a space in Italy
    assert not meets(g, "cp", fight_of(m, "cp", ["ah.a1"], "czestochowa"))
    g.state.offensive["cp"] = "ah"
    assert meets(g, "cp", fight_of(m, "cp", ["ah.a1"], "czestochowa"))


@pytest.mark.rule("pog.7.1.3.b", "pog.6.e1", "pog.vpt.1")
def test_a_missed_offensive_costs_a_point():
    m = pog(keep=True, offensive={"cp": "none", "ap": "ru"}, offensive_met={"cp": False, "ap": False}, phase="actions",
            round=6, active="ap", hands={"cp": [], "ap": []})  # fmt: skip
    m.choose(("auto", ""))
    finish_turn(m)
    assert "VP +1" in said(m, "pog.7.1.3.b")[0]


@pytest.mark.rule("pog.7.1.8.a", "pog.7.1.8.b", "pog.card.cp.47", "pog.vpt.1")
def test_the_french_mutiny():
    m = front({"cp": ["cp.47"]}, level={"cp": 2, "ap": 0}, units={"fr.a1": "verdun", "us.c#1": "verdun", "ge.a4": "metz", "fr.a2": "nancy"},
              offensive={"cp": "none", "ap": "fr"})  # fmt: skip
    m.choose(("event", "cp.47"))
    assert m.g.state.mutiny and m.g.state.ws["cp"] == 1  # at once, because the offensive is not met
    from grognard.games.pog.war.offensives import note_attack, settle_offensives

    note_attack(m.g, fight_of(m, "ap", ["fr.a1"], "metz"))
    assert m.g.state.vp_shift == 0  # stacked with an American
    note_attack(m.g, fight_of(m, "ap", ["fr.a2"], "metz"))
    note_attack(m.g, fight_of(m, "ap", ["fr.a2"], "metz"))
    assert m.g.state.vp_shift == 1  # once a turn
    before = m.g.state.vp
    settle_offensives(m.g)
    assert m.g.state.vp == before  # the lack of an attack costs nothing


# ------------------------------------------------------------------ 6, 8: the turn


@pytest.mark.rule("pog.6.b", "pog.8.1.1", "pog.8.1.2")
def test_six_rounds_in_which_the_cp_act_first():
    m = pog(keep=True, hands={"cp": [], "ap": []})
    order = []
    while m.g.state.phase == "actions" and m.g.state.turn == 1 and m.decision.rule == "pog.8.1.3":
        order.append(m.decision.seat)
        m.choose(("auto", ""))
        finish_action(m)
    assert order == ["cp", "ap"] * 6
    assert said(m, "pog.6.b") == [f"Round {n}" for n in range(1, 7)]


@pytest.mark.rule("pog.6.c", "pog.6.d", "pog.6.f", "pog.6.h", "pog.6.g3")
def test_the_phases_after_the_actions():
    m = pog(
        keep=True,
        hands={"cp": ["cp.12"], "ap": ["ap.02"]},
        round=6,
        active="ap",
        units={"ge.a4": "verdun", "fr.a3": "paris", "fr.a4": "paris"},
    )
    with m.forced(1, 3, 4) if False else m.forced():
        pass
    m.choose(("rp", "ap.02"))
    finish_turn(m)
    rules = [e.rule for e in m.diary()]
    places = [rules.index(r) for r in ("pog.6.c", "pog.6.d", "pog.6.f", "pog.6.g3", "pog.6.h")]
    assert places == sorted(places)
    assert m.g.state.turn == 2 and m.g.state.rp == {}
    assert m.g.state.hand["ap"].bit_count() == 7


@pytest.mark.rule("pog.6.g1", "pog.9.5.4.5", "pog.9.5.4.6")
def test_combat_cards_are_discarded_in_phase_g():
    m = pog(
        keep=True,
        hands={"cp": ["cp.03", "cp.04"], "ap": ["ap.05", "ap.02"]},
        table={"ap": 1 << 4, "cp": 0},
        phase="replacements",
    )
    assert m.decision.rule == "pog.9.5.4.6" and m.decision.seat == "ap"
    assert m.g.state.discard["ap"] >> 4 & 1 and not m.g.state.table["ap"]  # face-up cards go by themselves
    assert offered(m) == ["ap.05", "done"]  # only combat cards may go from hand
    m.choose("ap.05")
    assert m.g.state.discard["ap"] >> 5 & 1


@pytest.mark.rule("pog.6.g2", "pog.16.1.3.a")
def test_new_cards_are_shuffled_in_with_the_discards():
    m = pog(
        keep=True, hands={"cp": [], "ap": []}, turn=3, ws={"cp": 4, "ap": 0}, discard={"cp": 1 << 12, "ap": 0}, phase="status"
    )
    finish_turn(m)
    s = m.g.state
    assert s.level["cp"] == 1 and not s.discard["cp"] >> 12 & 1
    assert ((s.draw["cp"] | s.hand["cp"]) >> 20 & 1) == 1  # a Limited War card


@pytest.mark.rule("pog.6.g3")
def test_an_empty_draw_pile_is_made_anew_and_too_few_are_too_few():
    from grognard.games.pog.cards.decks import fill_hand

    m = pog(keep=True, hands={"cp": ["cp.12"], "ap": []})
    s = m.g.state
    s.draw["cp"], s.discard["cp"] = 0b110, 0b1111000
    fill_hand(m.g, "cp", "pog.6.g3")
    assert s.hand["cp"].bit_count() == 7 and s.discard["cp"] == 0
    s.draw["ap"], s.discard["ap"], s.hand["ap"] = 0b10, 0, 0
    fill_hand(m.g, "ap", "pog.6.g3")
    assert s.hand["ap"].bit_count() == 1
