"""The optional cards, and the cards of the historical scenario."""

from __future__ import annotations

import pytest
from pog_combats import activate_first, fight_of, finish_losses, hold, playable, tried, west
from pog_situations import activate, attack, choose, front, pog, reduced, refused, said, until, where

from great_war import offered
from grognard.games.pog.asks import Ask
from grognard.games.pog.combat.cards import play
from grognard.games.pog.combat.strength import fire_table, shifts

# ------------------------------------------------------------------ optional cards


def opt(side, cards, **patch):
    patch.setdefault("units", {"fr.a1": "nancy", "ge.a4": "metz"})
    patch.setdefault("level", {"cp": 2, "ap": 2})
    return front({side: cards}, active=side, options={"optional_cards": True}, **patch)


@pytest.mark.rule("pog.card.ap.56")
def test_paris_taxis():
    m = opt("ap", ["ap.56"], units={"fr.a6": "paris reduced", "fr.a5": "chateau_thierry reduced", "fr.a1": "nancy reduced"})
    m.choose(("event", "ap.56"))
    assert set(offered(m)) == {"fr.a6", "fr.a5"}
    m.choose("fr.a5")
    assert not reduced(m, "fr.a5")


@pytest.mark.rule("pog.card.ap.57")
def test_russian_cavalry():
    m = opt("ap", ["ap.57"], units={"ru.a1": "kovno", "ru.a2": "lemberg"}, control={"lemberg": "ap"})
    m.choose(("event", "ap.57"))
    assert offered(m) == ["kovno"]
    m.choose("kovno")
    assert where(m, "ru.cav#1") == where(m, "ru.cav#2") == "kovno"
    assert m.g.hooks.may_enter(m.g, m.g.U["ru.cav#1"], m.g.S["kars"]).rule == "pog.card.ap.57"


@pytest.mark.rule("pog.card.ap.58", "pog.card.ap.59", "pog.card.cp.57", "pog.card.cp.62")
def test_optional_attack_cards():
    units = {
        "ru.a1": "kovno",
        "ge.a8": "insterberg",
        "it.a1": "verona",
        "ah.a5": "trent",
        "ge.a1": "liege",
        "be.a1": "brussels",
        "fr.c#1": "verona",
    }
    patch = {"units": units, "join": ["it"], "control": {"liege": "cp"}, "forts_fallen": ["liege"], "trenches": {"brussels": 0}}
    m = opt("ap", ["ap.58"], **patch)
    assert tried(m, "ap", ["ru.a1"], "insterberg", "ap.58")[1] == 1
    assert tried(m, "ap", ["it.a1"], "trent", "ap.59")[1] == 1
    assert playable(m, fight_of(m, "ap", ["fr.c#1"], "trent"), "ap.59", "ap") is not None
    assert tried(m, "cp", ["ah.a5"], "verona", "cp.57")[1] == 1
    m = opt("cp", ["cp.62"], **patch)
    assert tried(m, "cp", ["ge.a1"], "brussels", "cp.62")[1] == 1
    fight = fight_of(m, "cp", ["ge.a8"], "kovno")
    fight.target = m.g.S["sedan"]
    m.g.state.used = 0
    assert playable(m, fight, "cp.62", "cp") is not None  # forest


@pytest.mark.rule("pog.card.ap.60")
def test_the_czech_legion():
    m = opt("ap", ["ap.60"], units={"ah.c#1": "eliminated reduced", "fr.a1": "nancy"})
    m.choose(("event", "ap.60"))
    assert where(m, "ah.c#1") == "gone" and where(m, "ru.cz") == "reserve"


@pytest.mark.rule("pog.card.ap.61")
def test_maude():
    units = {"br.c#1": "basra", "tu.c#1": "qurna", "br.c#2": "sinai", "tu.c#2": "gaza"}
    m = opt("ap", ["ap.61"], units=units, join=["tu"], control={"sinai": "ap"})
    fight, _ = tried(m, "ap", ["br.c#1"], "qurna", "ap.61")
    assert fire_table(m.g, fight, "ap") == "army"
    m.g.state.used = 0
    assert playable(m, fight_of(m, "ap", ["br.c#2"], "gaza"), "ap.61", "ap").rule == "pog.card.ap.61"


@pytest.mark.rule("pog.card.ap.62")
def test_the_sixtus_affair():
    m = opt("ap", ["ap.62"], vp=12, ws={"ap": 15, "cp": 10})
    with m.forced(3):
        m.choose(("event", "ap.62"))
    assert m.g.state.vp == 11 and m.g.state.ws["ap"] == 16  # the 0-19 line, whatever the status


@pytest.mark.rule("pog.card.ap.63")
def test_backs_to_the_wall():
    units = {"ge.a1": "sedan", "ge.a2": "sedan", "br.a1": "cambrai", "fr.c#1": "amiens"}
    m = west(units, cards={"ap": ["ap.63"], "cp": ["cp.12"]}, options={"optional_cards": True}, level={"ap": 2, "cp": 0})
    activate(m, sedan="attack")
    attack(m, "cambrai", "ge.a1", "ge.a2", dice=(4, 1), cards=["ap.63"])
    finish_losses(m)
    assert where(m, "br.a1") == "cambrai" and m.g.state.removed["ap"] >> 63 & 1


@pytest.mark.rule("pog.card.ap.64", "pog.card.ap.65")
def test_american_corps_and_influenza():
    m = opt("ap", ["ap.64"], events={"ap.54": 5, "ap.55": 6}, turn=12, join=["us"])
    m.choose(("event", "ap.64"))
    assert where(m, "us.c.opt#1") == where(m, "us.c.opt#2") == "reserve"
    m = opt("ap", ["ap.65"], ws={"ap": 14, "cp": 15})
    with refused("pog.card.ap.65"):
        m.choose(("event", "ap.65"))
    m = front({"ap": ["ap.65"], "cp": ["cp.12"]}, active="ap", options={"optional_cards": True}, units={"fr.a1": "nancy", "ge.a4": "metz"},
              level={"ap": 2, "cp": 2}, ws={"ap": 15, "cp": 15})  # fmt: skip
    m.choose(("event", "ap.65"))
    with refused("pog.card.ap.65"):
        m.choose(("rp", "cp.12"))


@pytest.mark.rule("pog.card.cp.56")
def test_cp_withdrawal():
    units = {"fr.a1": "cambrai", "ge.c#1": "sedan"}
    m = front(
        {"ap": ["ap.01"], "cp": ["cp.56"]}, active="ap", units=units, control={"sedan": "cp"}, options={"optional_cards": True}
    )
    activate(m, cambrai="attack")
    attack(m, "sedan", "fr.a1", dice=(5, 1), cards=["cp.56"])
    finish_losses(m)
    assert where(m, "ge.c#1") not in ("sedan", "eliminated") and m.g.state.removed["cp"] >> 56 & 1


@pytest.mark.rule("pog.card.cp.58")
def test_stavka_timidity():
    from grognard.games.pog.combat.attacks import forbidden

    m = opt("cp", ["cp.58"], units={"ru.a1": "kovno", "ge.a8": "insterberg"}, trenches={"insterberg": 1})
    with refused("pog.card.cp.58"):
        m.choose(("event", "cp.58"))
    m = opt("cp", ["cp.58"], units={"ru.a1": "kovno", "ge.a8": "insterberg"}, trenches={"insterberg": 1}, events=["cp.28"])
    m.choose(("event", "cp.58"))
    assert forbidden(m.g, m.g.U["ru.a1"], m.g.S["insterberg"]).rule == "pog.card.cp.58"
    assert m.g.state.discard["cp"] >> 58 & 1  # discarded, not removed


@pytest.mark.rule("pog.card.cp.59")
def test_polish_restoration():
    from grognard.games.pog.manpower.replacements import may_replace

    m = opt("cp", ["cp.59"], vp=12)
    with refused("pog.card.cp.59"):
        m.choose(("event", "cp.59"))
    m = opt("cp", ["cp.59"], vp=12, control={"warsaw": "cp", "lodz": "cp"})
    m.choose(("event", "cp.59"))
    assert where(m, "ge.pol#1") == "reserve" and m.g.state.vp == 11
    m.g.state.rp = {"ge": 4}
    m.g.flip(m.g.U["ge.pol#1"], True)
    assert may_replace(m.g, m.g.U["ge.pol#1"]) is None
    m.g.set_control(m.g.S["warsaw"], "ap", "pog.3.d")
    assert may_replace(m.g, m.g.U["ge.pol#1"]).rule == "pog.card.cp.59"


@pytest.mark.rule("pog.card.cp.60")
def test_turk_determination():
    m = opt("cp", ["cp.60"], units={"tu.c#1": "qurna", "br.c#1": "basra"}, join=["tu"])
    fight, _ = tried(m, "ap", ["br.c#1"], "qurna", "cp.60")
    assert int(shifts(m.g, fight, "ap")) == -1 and int(shifts(m.g, fight, "cp")) == 1
    m = opt("cp", ["cp.60"], units={"tu.c#1": "qurna", "br.c#1": "basra"}, join=["tu"])
    fight = fight_of(m, "ap", ["br.c#1"], "qurna")
    fight.brusilov = fight.trench_cancelled = True
    hold(m, "cp.60")
    play(m.g, fight, "cp", m.g.static.cards["cp.60"])
    assert fight.trench_level == 0


@pytest.mark.rule("pog.card.cp.61")
def test_haig():
    units = {"br.a1": "amiens", "br.a2": "amiens", "ge.a4": "cambrai"}
    patch = {"control": {"cambrai": "cp", "sedan": "cp"}, "trenches": {"cambrai": 1}, "options": {"optional_cards": True}}
    m = front({"ap": ["ap.01"], "cp": []}, active="ap", units=units, this_turn=["cp.61"], **patch)
    activate(m, amiens="attack")
    attack(m, "cambrai", "br.a1", "br.a2", dice=(6, 1))
    finish_losses(m)
    assert where(m, "ge.a4") == "cambrai" and said(m, "pog.card.cp.61")
    m = opt("cp", ["cp.61"])
    m.choose(("event", "cp.61"))
    assert m.g.state.this_turn == ["cp.61"]


@pytest.mark.rule("pog.card.cp.63", "pog.card.cp.65")
def test_desertions_and_prince_max():
    units = {"ru.a1": "kovno", "ru.a2": "lomza", "ru.c#1": "riga", "ru.c#2": "reserve", "ru.c#3": "kiev reduced"}
    m = opt("cp", ["cp.63"], units=units)
    with refused("pog.card.cp.63"):
        m.choose(("event", "cp.63"))
    m = opt("cp", ["cp.63"], units=units, events=["cp.52"])
    choose(m, ("event", "cp.63"), "ru.a1", "ru.a2", "ru.c#1", "ru.c#2")
    assert all(reduced(m, u) for u in ("ru.a1", "ru.a2", "ru.c#1", "ru.c#2"))
    m = opt("cp", ["cp.65"], turn=17)
    with refused("pog.card.cp.65"):
        m.choose(("event", "cp.65"))
    m = opt("cp", ["cp.65"], turn=16)
    m.choose(("event", "cp.65"))
    assert m.g.state.ws["cp"] == 3


@pytest.mark.rule("pog.card.cp.64")
def test_alberich_calls_an_attack_off():
    units = {"fr.a1": "amiens", "ge.a4": "cambrai"}
    m = front({"ap": ["ap.01", "ap.21"], "cp": ["cp.64"]}, active="ap", units=units, control={"cambrai": "cp", "sedan": "cp"},
              options={"optional_cards": True}, level={"ap": 2, "cp": 2}, offensive={"ap": "fr", "cp": "none"})  # fmt: skip
    activate_first(m, amiens="attack")
    attack(m, "cambrai", "fr.a1", cards=["ap.21", "cp.64"])
    assert said(m, "pog.card.cp.64") and m.g.holds("ap", "ap.21") and m.g.state.removed["cp"] >> 64 & 1
    assert m.g.state.offensive_met["ap"] and not reduced(m, "fr.a1")


# ------------------------------------------------------------------ the historical scenario


def historical(**patch):
    return pog("historical", **patch)


@pytest.mark.rule("pog.5.7.1")
def test_historical_set_up():
    m = historical(keep=True)
    g = m.g
    assert g.trench(g.S["strasbourg"], "cp") == 1 and g.trench(g.S["brussels"]) == 0
    m = historical(hands={"ap": ["ap.17"], "cp": []}, active="ap", turn=5, level={"ap": 1, "cp": 1}, units={"fr.a1": "nancy"})
    m.choose(("event", "ap.17"))
    assert all(m.g.trench(m.g.S[n], "ap") == 1 for n in ("verona", "asiago", "maggiore", "udine"))


@pytest.mark.rule("pog.5.7.2.a", "pog.5.7.4.h", "pog.5.7.4.i")
def test_historical_peace_draws_and_the_final_level():
    from grognard.games.pog.war.victory import final_vp, judge

    m = historical(units={"ge.a4": "metz"}, hands={"cp": ["cp.12"], "ap": []}, vp=12, turn=2)
    assert m.why_not(("peace", "")).rule == "pog.5.7.2.a"
    assert final_vp(m.g, True) == 12 + 2 - 2  # two American cards, the Tsar is still there
    assert judge(m.g, "", True).winner == "ap"  # a drawn level
    m = historical(units={}, events=["ap.43", "cp.52"], vp=12)
    assert final_vp(m.g, True) == 13 and final_vp(m.g, False) == 12


@pytest.mark.rule("pog.5.7.2.b")
def test_the_two_sets_of_vp_spaces():
    for scenario, on, off in (("historical", "sedan", "venice"), ("1914", "venice", "sedan")):
        g = pog(scenario, keep=True).g
        assert g.hooks.vp_of(g, g.S[on]) == 1 and g.hooks.vp_of(g, g.S[off]) == 0


@pytest.mark.rule("pog.5.7.3")
def test_the_western_bonus():
    held = {"sedan": "cp", "cambrai": "cp", "brussels": "cp"}
    patch = {
        "phase": "replacements",
        "level": {"cp": 2, "ap": 2},
        "hands": {"cp": [], "ap": []},
        "units": {"ge.c#1": "metz reduced"},
    }
    assert historical(control=held, **patch).g.state.rp["ge"] == 2
    assert historical(control={"sedan": "cp", "cambrai": "cp"}, **patch).g.state.rp.get("ge", 0) == 0


@pytest.mark.rule("pog.5.7.4.a", "pog.5.7.4.c", "pog.5.7.4.d", "pog.5.7.4.e")
def test_the_historical_opening():
    from grognard.kernel import Match

    m = Match.start("pog", "historical", seed=4)
    assert m.g.state.hand["cp"].bit_count() == 8
    assert offered(m) == [("event", "cp.01")]
    with refused("pog.5.7.4.c"):
        m.choose(("ops", "cp.01"))
    m = historical(keep=True, hands={"cp": ["cp.06"], "ap": []}, actions={"cp": ["event"], "ap": []})
    with refused("pog.5.7.4.d"):
        m.choose(("event", "cp.06"))
    assert m.g.hooks.offensive_table(m.g, "ap", 3) == "fr"


@pytest.mark.rule("pog.5.7.4.b", "pog.11.2.10")
def test_the_historical_second_try():
    from grognard.games.pog.movement.entrenchment import retry_bonus

    m = historical(units={"ge.a1": "koblenz", "ru.a1": "kovno"}, turn=2)
    m.g.state.failed_dig = (1 << m.g.U["ge.a1"]) | (1 << m.g.U["ru.a1"])
    assert retry_bonus(m.g, m.g.U["ge.a1"]) == -1 and retry_bonus(m.g, m.g.U["ru.a1"]) == 0


@pytest.mark.rule("pog.5.7.4.f")
def test_italy_is_closed_to_foreign_armies():
    m = historical(
        units={"fr.a1": "grenoble", "fr.c#1": "grenoble", "ge.a1": "graz"}, join=["it"], turn=6, level={"ap": 1, "cp": 1}
    )
    enter = m.g.hooks.may_enter
    assert enter(m.g, m.g.U["fr.a1"], m.g.S["turin"]).rule == "pog.5.7.4.f"
    assert enter(m.g, m.g.U["fr.c#1"], m.g.S["turin"]) is None
    from grognard.games.pog.map.places import no_stop

    assert no_stop(m.g, [m.g.U["ge.a1"]]) >> m.g.S["trent"] & 1
    m = historical(units={"fr.a1": "grenoble"}, join=["it"], turn=6, level={"ap": 2, "cp": 1})
    assert m.g.hooks.may_enter(m.g, m.g.U["fr.a1"], m.g.S["turin"]) is None


@pytest.mark.rule("pog.5.7.4.g")
def test_striped_cards_give_operations():
    for options, follows in (({"events_with_ops": True}, True), ({}, False)):
        m = front(
            {"ap": ["ap.28"]}, active="ap", level={"ap": 1, "cp": 0}, units={"fr.a1": "nancy", "ge.a4": "metz"}, options=options
        )
        m.choose(("event", "ap.28"))
        assert (m.decision.rule == "pog.9.2.1") == follows


@pytest.mark.rule("pog.5.7.4.f")
def test_the_reason_why_a_german_army_does_not_stop_at_trent():
    m = front(units={"ge.a1": "innsbruck"}, join=["it"], scenario="historical", turn=3, ws={"cp": 5, "ap": 5})
    activate(m, innsbruck="move")
    m.choose(("unit", "ge.a1"))
    m.choose(("to", "trent"))
    with refused("pog.5.7.4.f"):
        m.choose(("stop", ""))


@pytest.mark.rule("pog.card.ap.62")
def test_the_sixtus_affair_is_no_refused_offer():
    m = front({"ap": ["ap.62"]}, active="ap", units={}, options={"optional_cards": True}, level={"cp": 2, "ap": 2}, turn=14)
    with m.forced(1):
        m.choose(("event", "ap.62"))
    assert [line for line in said(m, "pog.card.ap.62") if "Sixtus Affair: VP -1" in line]
    assert not [line for line in said(m, "pog.card.ap.62") if "refused" in line]


@pytest.mark.rule("pog.card.cp.64")
def test_cards_of_an_attack_that_alberich_called_off_were_never_played():
    units = {"fr.a1": "amiens", "fr.a2": "calais", "ge.a4": "cambrai", "ge.a5": "ostend"}
    m = front({"ap": ["ap.01", "ap.21"], "cp": ["cp.64"]}, active="ap", units=units, options={"optional_cards": True},
              control={"cambrai": "cp", "sedan": "cp", "ostend": "cp"}, level={"ap": 2, "cp": 2})  # fmt: skip
    m.choose(("ops", "ap.01"))
    for space in ("amiens", "calais"):
        m.choose(("attack", space))
    until(m, Ask.ATTACK)
    attack(m, "cambrai", "fr.a1", cards=["ap.21", "cp.64"])
    assert said(m, "pog.card.cp.64") and m.g.holds("ap", "ap.21")
    assert m.decision.name == Ask.ATTACK
    m.choose("ostend")
    until(m, Ask.COMBAT_CARD)
    assert "ap.21" in offered(m)  # not barred for the round


@pytest.mark.rule("pog.card.cp.64")
def test_a_face_up_card_of_an_attack_that_alberich_called_off_stays_face_up():
    units = {"fr.a1": "amiens", "ge.a4": "cambrai"}
    m = front({"ap": ["ap.01"], "cp": ["cp.64"]}, active="ap", units=units, options={"optional_cards": True}, round=2,
              control={"cambrai": "cp", "sedan": "cp"}, level={"ap": 2, "cp": 2}, table={"ap": 1 << 21, "cp": 0})  # fmt: skip
    activate(m, amiens="attack")
    attack(m, "cambrai", "fr.a1", cards=["ap.21", "cp.64"])
    assert said(m, "pog.card.cp.64") and said(m, "pog.9.5.4.2.a")
    assert m.g.state.table["ap"] == 1 << 21 and not m.g.holds("ap", "ap.21")
