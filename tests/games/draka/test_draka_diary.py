"""What the diary of the variant says: the set-up by nation, where points come from, whose offensive it is."""

from __future__ import annotations

import pytest
from draka_situations import activate, attack, draka, finish_turn, front, said, where

from great_war import offered
from grognard.games.draka.asks import Ask
from grognard.kernel import Match

CP_FORCES = {
    "draka.cp.ah.1": "Austria-Hungary: AH corps in Cracow (trench 1); AH corps in Czernowitz; AH 2nd Army (reduced) in Munkacs; "
    "AH 5th Army in Novi Sad; AH 4th Army in Przemysl; AH 6th Army in Sarajevo; AH corps in Stanislau; "
    "AH 3rd Army in Tarnopol (trench 1); AH 1st Army in Tarnow; AH corps in Timisvar; 5 AH corps in the Reserve Box.",
    "draka.cp.ge.1": "Germany in the west: GE 7th Army (reduced) in Frankfurt; GE 6th Army in Strasbourg; GE 1st Army and "
    "GE 2nd Army in Aachen; GE 3rd Army and GE 4th Army in Koblenz; GE 5th Army and GE corps in Metz (trench 1); "
    "GE corps (reduced) in Bremen.",
    "draka.cp.ge.2": "Germany in the east: GE 8th Army in Insterberg (trench 1); GE corps in Konigsberg (trench 1); "
    "GE corps (reduced) in Oppeln; 7 GE corps in the Reserve Box.",
    "draka.cp.it.1": "Italy is at war beside Germany and Austria-Hungary.",
    "draka.cp.it.4": "Italy: IT 1st Army in Mulhouse (trench 1); IT 2nd Army and IT 3rd Army in Turin (trench 1); "
    "IT 4th Army (reduced) in Rome; IT corps in Genoa (trench 1); IT corps in Naples (trench 1); IT corps in Taranto; "
    "trench 1 in Verona; 4 IT corps in the Reserve Box.",
}
ALLIES = {
    "draka.ap.be.1": "Belgium: BE 1st Army in Antwerp; BE corps in the Reserve Box.",
    "draka.ap.sb.1": "Serbia: SB 1st Army in Belgrade; SB corps (new) in Nis; SB 2nd Army in Valjevo; "
    "2 SB corps in the Reserve Box.",
    "draka.ap.br.1": "Britain: BR corps in London; BR BEF and BR corps in Brussels; BR corps and BR BEF corps in the Reserve Box.",
    "draka.ap.fr.1": "France: FR 9th Army (reduced) in Nice (trench 1); FR 8th Army Detachment in Grenoble (trench 1); "
    "2 FR corps in Belfort (trench 1); FR 4th Army and FR 5th Army in Nancy (trench 1); FR 2nd Army and FR 3rd Army in Verdun "
    "(trench 1); FR 1st Army and FR corps in Sedan (trench 1); FR 6th Army (reduced) in Cambrai (trench 1); trench 1 in Paris; "
    "7 FR corps in the Reserve Box.",
    "draka.dr.5": "The Draka: I CF Army (reduced) in Alexandria; Simba (reduced) in Cairo (trench 1); J corps in Port Said "
    "(trench 1); J corps in Basra (trench 1); CF corps, SD corps and 2 J corps in the Reserve Box.",
}


@pytest.mark.rule(*CP_FORCES)
def test_the_central_powers_are_told_as_the_rule_places_them():
    m = Match.start("draka", "out-of-africa")
    assert {rule: said(m, rule) for rule in CP_FORCES} == {rule: [text] for rule, text in CP_FORCES.items()}


@pytest.mark.rule(*ALLIES, "draka.ap.ru.1")
def test_the_allies_are_told_as_the_rule_places_them():
    m = Match.start("draka", "out-of-africa")
    assert {rule: said(m, rule) for rule in ALLIES} == {rule: [text] for rule, text in ALLIES.items()}
    (russia,) = said(m, "draka.ap.ru.1")
    for dug_in in ("RU 5th Army in Lublin", "RU 3rd Army in Dubno", "RU 1st Army in Kovno"):
        assert f"{dug_in} (trench 1)" in russia
    assert russia.count("trench 1") == 5 and russia.endswith("5 RU corps in the Reserve Box.")


@pytest.mark.rule("draka.cp.tu.8", "draka.cp.tu.9", "draka.cp.pe.2")
def test_turkey_and_persia_are_told_when_they_join():
    m = draka(phase="status", turn=3, ws={"cp": 4, "ap": 0}, rp={}, hands={"cp": [], "ap": []})
    assert said(m, "draka.cp.tu.8") == [
        "Turkey at home: TU 1st Army in Constantinople (trench 1); TU corps in Gallipoli (trench 1); TU corps in Balikesir "
        "(trench 1); TU corps in Ankara (trench 1); trench 1 in Samsun; 3 TU corps in the Reserve Box."
    ]
    (east,) = said(m, "draka.cp.tu.9")
    assert "TU 2nd Army in Gaza (trench 1); TU 3rd Army (reduced) in Baghdad (trench 1)." in east
    assert "TU corps in Adana (trench 1); TU corps in Damascus; TU corps in Medina; TU corps in Mosul; TU corps in Rize" in east
    assert said(m, "draka.cp.pe.2") == ["Persia: Persian corps in Hamadan; Persian one-step corps in Kermanshah."]


@pytest.mark.rule("draka.cp.bu.2", "draka.ap.ro.2")
def test_bulgaria_and_romania_are_told_when_they_join():
    m = front({"cp": ["cp.34"]}, active="cp", turn=6, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "cp.34"))
    (bulgaria,) = said(m, "draka.cp.bu.2")
    assert "BU corps and BU 1st Army in Sofia (trench 1)" in bulgaria and bulgaria.endswith("BU corps in the Reserve Box.")
    assert all(f"BU corps in {name}" in bulgaria for name in ("Strumitsa", "Monastir", "Plevna", "Varna"))
    m = front({"ap": ["ap.16"]}, turn=6, level={"cp": 1, "ap": 1}, units={})
    m.choose(("event", "ap.16"))
    assert said(m, "draka.ap.ro.2") == ["Romania: RO corps and RO Guards corps in Bucharest; RO corps in the Reserve Box."]


# ------------------------------------------------------------------ points and offensives


@pytest.mark.rule("draka.dr.rp.1")
def test_the_diary_says_where_draka_points_come_from():
    m = front({"ap": ["ap.01", "ap.02", "ap.03"], "cp": []}, turn=3, units={})
    m.choose(("rp", "ap.01"))
    assert said(m, "draka.dr.rp.1") == ["The first card for replacements this turn brings the Draka 1 CF RP and 2 J RP."]
    m = front({"ap": ["ap.01"], "cp": []}, turn=2, units={})
    m.choose(("rp", "ap.01"))
    assert not said(m, "draka.dr.rp.1") and "dr_cf" not in m.g.state.rp  # none in August and September 1914


@pytest.mark.rule("draka.cp.it.3")
def test_the_diary_says_where_italian_points_come_from():
    m = front({"cp": ["cp.12"]}, active="cp", units={})
    box = m.g.static.cards["cp.12"].rp
    m.choose(("rp", "cp.12"))
    assert (len(said(m, "draka.cp.it.3")) == 1) is bool(box.get("ah")) and m.g.state.rp.get("it", 0) == 2 * bool(box.get("ah"))


@pytest.mark.rule("draka.19.1", "draka.19.3", "draka.19.4", "draka.19.5", "draka.card.ap.49.d")
@pytest.mark.parametrize(
    ("dice", "facts", "rule", "side", "nation"),
    [
        ((1, 4), {"level": {"cp": 1, "ap": 1}}, "draka.19.1", "ap", "dr"),
        ((1, 5), {"level": {"cp": 1, "ap": 1}}, "draka.19.1", "ap", "dr"),
        ((1, 5), {"level": {"cp": 0, "ap": 1}}, "draka.19.3", "ap", "none"),
        ((1, 5), {"level": {"cp": 1, "ap": 1}, "events": ["ap.49"]}, "draka.card.ap.49.d", "ap", "none"),
        ((1, 4), {"level": {"cp": 1, "ap": 1}, "events": ["ap.49"]}, "draka.19.1", "ap", "dr"),
        ((5, 1), {"level": {"cp": 1, "ap": 1}}, "draka.19.4", "cp", "it"),
        ((2, 1), {"level": {"cp": 1, "ap": 1}}, "draka.19.5", "cp", "ah"),
        ((2, 1), {"level": {"cp": 1, "ap": 1}, "events": ["cp.52"]}, "draka.19.5", "cp", "none"),
        ((1, 1), {"level": {"cp": 1, "ap": 1}, "events": ["cp.52"]}, "pog.mot.2", "cp", "ah"),
    ],
)  # fmt: skip
def test_the_diary_names_the_rule_of_an_offensive(dice, facts, rule, side, nation):
    facts = {"events": [], **facts}
    m = front({"ap": [], "cp": []}, active="ap", round=7, turn=8, units={}, **facts)
    with m.forced(*dice):
        finish_turn(m)
    assert m.g.state.turn == 9 and m.g.state.offensive[side] == nation
    powers = "Central Powers" if side == "cp" else "Allied Powers"
    told = f"Nobody must attack for the {powers}." if nation == "none" else f"The {powers} must attack with: "
    assert any(text.startswith(told) for text in said(m, rule))


@pytest.mark.rule("draka.19.2")
def test_the_draka_offensive_is_met_in_the_zone():
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front(units=units, turn=8, draka=["sinai"], offensive={"ap": "dr"}, offensive_met={"ap": False, "cp": False},
              trenches={"gaza": 0})  # fmt: skip
    activate(m, sinai="attack")
    attack(m, "gaza", "dr.cf1", dice=(3, 3))
    assert m.g.state.offensive_met["ap"] and said(m, "draka.19.2") == ["The mandated offensive of the Allied Powers is met."]


# ------------------------------------------------------------------ what comes when


@pytest.mark.rule("draka.24.1")
def test_the_bashi_bazouks_come_the_instant_total_war_is_reached():
    m = draka(phase="status", turn=8, ws={"cp": 11, "ap": 4}, level={"cp": 1, "ap": 1}, join=["tu"], rp={},
              units={"tu.c#1": "ankara"}, hands={"cp": [], "ap": []})  # fmt: skip
    texts = [event.text for event in m.diary("umpire")]
    arrived = next(n for n, text in enumerate(texts) if "Bashi-Bazouks" in text)
    assert where(m, "al.bb") == "tirana" and arrived < texts.index("Replacements")


@pytest.mark.rule("draka.18.2")
def test_gas_that_cannot_be_used_is_refused_by_its_rule():
    units = {"dr.cf1": "sinai", "tu.c#1": "gaza"}
    m = front({"ap": ["ap.01"], "cp": []}, units=units, turn=12, draka=["sinai"], reached={"ap 2": 10}, trenches={"gaza": 0},
              level={"cp": 2, "ap": 2})  # fmt: skip
    activate(m, sinai="attack")
    m.choose("gaza")
    while m.decision.name != Ask.GAS:
        m.choose("fight" if "fight" in offered(m) else "dr.cf1" if "dr.cf1" in offered(m) else "pass")
    assert offered(m) == ["dr", "pass"] and m.decision.why_not("ru").rule == "draka.18.2"


@pytest.mark.rule("draka.14.8")
def test_the_diary_names_the_space_and_the_rule_of_every_victory_point():
    m = front(units={"dr.jc#1": "alexandria"}, turn=5)
    vp = [s for s in range(m.g.board.size) if m.g.static.vp_spaces >> s & 1 and m.g.board.cp_start >> s & 1 and m.g.in_zone(s)]
    one, two = vp[:2]
    names = [m.g.board.name[one], m.g.board.name[two]]
    for space in (one, two):
        m.g.enter(m.g.U["dr.jc#1"], space)
    lines = said(m, "draka.14.8")
    assert lines and names[1] in lines[-1]
    assert where(m, "dr.jc#1") == m.g.board.ids[two]
