"""The cards: combat cards and events, one by one."""

from __future__ import annotations

import pytest
from pog_situations import activate, attack, choose, front, holder, pog, reduced, refused, said, where
from test_pog_combat import fight_of, finish_losses, west

from great_war import offered
from grognard.games.pog.combat.cards import may_play, play
from grognard.games.pog.combat.strength import fire_table, modifiers, shifts


def playable(match, fight, card, side, window="cards"):
    return may_play(match.g, fight, side, match.g.static.cards[card], window)


def bonus(match, fight, card, side):
    """The modifier after playing the card from hand in this fight."""
    play(match.g, fight, side, match.g.static.cards[card])
    return int(modifiers(match.g, fight, side))


def hold(match, card):
    side = card.split(".")[0]
    match.g.leave_hand(card, "hand")
    return side


def tried(match, side, attackers, target, card, window="cards", by=None):
    """A fight in which the card is held, may be played, and what it adds to its side's die."""
    fight = fight_of(match, side, attackers, target)
    owner = hold(match, card)
    assert playable(match, fight, card, owner, window) is None, playable(match, fight, card, owner, window)
    return fight, bonus(match, fight, card, owner)


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


def activate_first(match, **spaces):
    """As `activate`, with card ap.01 or cp.12."""
    side = match.decision.seat
    match.choose(("ops", "ap.01" if side == "ap" else "cp.12"))
    for space, kind in spaces.items():
        match.choose((kind, space))
    if match.decision.rule == "pog.9.2.1":
        match.choose("done")


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


# ------------------------------------------------------------------ Allied events


def allied(cards, **patch):
    patch.setdefault("units", {"fr.a1": "nancy", "ge.a4": "metz"})
    patch.setdefault("level", {"ap": 2, "cp": 0})
    return front({"ap": cards}, active="ap", **patch)


def central(cards, **patch):
    patch.setdefault("units", {"fr.a1": "nancy", "ge.a4": "metz"})
    patch.setdefault("level", {"cp": 2, "ap": 0})
    return front({"cp": cards}, **patch)


@pytest.mark.rule("pog.card.ap.02", "pog.vpt.1")
def test_blockade_costs_a_point_each_winter():
    for turn, vp in ((4, 9), (5, 10)):
        m = pog(keep=True, phase="status", turn=turn, events=["ap.02"], hands={"cp": [], "ap": []}, level={"ap": 1, "cp": 0})
        assert m.g.state.vp == vp


@pytest.mark.rule("pog.card.ap.09")
def test_moltke_is_played_on_the_first_two_turns():
    m = allied(["ap.09"], turn=3)
    with refused("pog.card.ap.09"):
        m.choose(("event", "ap.09"))
    m = allied(["ap.09"], turn=2)
    m.choose(("event", "ap.09"))
    assert m.g.played("ap.09")


@pytest.mark.rule("pog.card.ap.13")
def test_rape_of_belgium():
    m = allied(["ap.13"], level={"ap": 0, "cp": 0})
    with refused("pog.card.ap.13"):
        m.choose(("event", "ap.13"))
    m = allied(["ap.13"], level={"ap": 0, "cp": 0}, events=["cp.01"], vp=10)
    m.choose(("event", "ap.13"))
    assert m.g.state.vp == 9 and m.g.state.ws["ap"] == 2
    m = allied(["ap.13"], level={"ap": 1, "cp": 0}, events=["cp.01"])
    assert m.why_not(("event", "ap.13")).rule == "pog.card.ap.13"


@pytest.mark.rule("pog.card.ap.23", "pog.card.cp.17")
def test_spies_show_the_enemys_hand():
    m = front(
        {"ap": ["ap.23"], "cp": ["cp.12", "cp.07"]},
        active="ap",
        level={"ap": 1, "cp": 0},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
    )
    m.choose(("event", "ap.23"))
    assert m.g.state.shown["cp"] == m.g.state.hand["cp"]
    titles = [c.title for p in m.view("ap").panels if p.id == "hand cp" for c in p.cards]
    assert titles == ["German Reinforcements", "German Reinforcements"]
    assert m.decision.rule == "pog.9.2.1"  # operations follow
    assert any("shows the enemy's hand: German" in e.text for e in m.diary("ap"))
    assert not any("shows the enemy's hand: German" in e.text for e in m.diary("cp"))
    m = front({"cp": ["cp.17"], "ap": ["ap.02"]}, level={"ap": 0, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"})
    m.choose(("event", "cp.17"))
    assert m.g.state.shown["ap"] == 1 << 2


@pytest.mark.rule("pog.card.ap.26")
def test_lusitania():
    for events, fits in (([], False), (["ap.02"], True), (["ap.02", "ap.54"], False)):
        m = allied(["ap.26"], events=events, vp=10)
        assert (m.why_not(("event", "ap.26")) is None) == fits
    m = allied(["ap.26"], events=["ap.02"], vp=10)
    m.choose(("event", "ap.26"))
    assert m.g.state.vp == 9 and m.g.state.ws["ap"] == 2


@pytest.mark.rule("pog.card.ap.27")
def test_great_retreat():
    units = {"ge.a8": "insterberg", "ru.a1": "kovno", "ru.c#1": "kovno", "fr.c#1": "kovno"}
    m = front(units=units, this_turn=["ap.27"], events=["cp.11"], forts_fallen=["kovno"], turn=6)
    activate(m, insterberg="attack")
    choose(m, "kovno", "ge.a8")
    assert m.decision.seat == "ap" and offered(m) == ["retreat", "stand"]
    m.choose("retreat")
    while m.decision.rule in ("pog.12.5.5.c", "pog.12.5.5.d"):
        m.choose(offered(m)[0])
    assert where(m, "ru.a1") != "kovno" and where(m, "ru.c#1") != "kovno"
    assert where(m, "fr.c#1") in ("kovno", "eliminated")  # others are still attacked
    m = front(
        units={"ge.a8": "insterberg", "ru.a1": "kovno"}, this_turn=["ap.27"], events=["cp.11"], forts_fallen=["kovno"], turn=6
    )
    activate(m, insterberg="attack")
    choose(m, "kovno", "ge.a8", "retreat")
    while m.decision.seat == "ap":
        m.choose(offered(m)[0])
    assert m.decision.rule == "pog.12.7.1.a"  # no combat: the attackers may advance
    m = allied(["ap.27"], level={"ap": 1, "cp": 0})
    m.choose(("event", "ap.27"))
    assert m.g.state.this_turn == ["ap.27"] and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.card.cp.25", "pog.card.ap.33")
def test_the_fleets():
    m = front(
        {"cp": ["cp.25"], "ap": ["ap.33", "ap.02"]}, level={"ap": 1, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"}, vp=10
    )
    m.choose(("event", "cp.25"))
    assert m.g.state.vp == 10
    m.choose(("event", "ap.33"))
    assert m.g.state.vp == 10
    m = front(
        {"cp": ["cp.25"], "ap": ["ap.33", "ap.02"]}, level={"ap": 1, "cp": 1}, units={"fr.a1": "nancy", "ge.a4": "metz"}, vp=10
    )
    m.choose(("event", "cp.25"))
    m.choose(("event", "ap.02"))
    assert m.g.state.vp == 11
    m = allied(["ap.33"])
    with refused("pog.card.ap.33"):
        m.choose(("event", "ap.33"))


@pytest.mark.rule("pog.card.ap.35", "pog.card.ap.46", "pog.card.ap.45")
def test_operations_that_help_attacks():
    units = {"us.a1": "verdun", "ge.a4": "metz", "fr.a1": "nancy"}
    m = allied(["ap.35"], units=units, trenches={"metz": 0})
    m.choose(("event", "ap.35"))
    assert m.g.state.action.points == 4
    choose(m, ("attack", "verdun"), "done")
    attack(m, "metz", "us.a1", dice=(1, 1))
    # 5 factors, die 1 + 2 = 3: 3
    assert "the attacker inflicts 3" in said(m, "pog.12.2.11")[0]
    units = {"ru.a8": "kamenets_podolski", "ah.a1": "czernowitz", "ru.a3": "dubno"}
    m = allied(["ap.46"], units=units, trenches={"czernowitz": 2})
    m.choose(("event", "ap.46"))
    assert m.g.state.ws["ap"] == 2
    choose(m, ("attack", "kamenets_podolski"), "done", "czernowitz", "ru.a8")
    assert m.decision.rule == "pog.card.ap.46"
    with m.forced(1, 1):
        m.choose("cancel")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    # 3 factors, no shift, die 1 + 1 = 2: 2
    assert "the attacker inflicts 2" in said(m, "pog.12.2.11")[0]
    m = allied(["ap.45"], units=units)
    with refused("pog.card.ap.45"):
        m.choose(("event", "ap.45"))
    m = allied(["ap.45"], units=units, events=["cp.52"])
    m.choose(("event", "ap.45"))
    choose(m, ("attack", "kamenets_podolski"), "done", "czernowitz", "ru.a8")
    while m.decision.rule == "pog.9.5.4.1.a":
        m.choose("pass")
    assert m.decision.rule == "pog.card.ap.45"
    with m.forced(1, 1):
        m.choose("use")
        while m.decision.rule == "pog.9.5.4.1.a":
            m.choose("pass")
    assert "the attacker inflicts 2" in said(m, "pog.12.2.11")[0]  # 3 factors, die 1 + 2 = 3


def test_events_that_allow_or_prevent():
    for card, status in (("ap.37", 1), ("ap.49", 0), ("ap.28", 0)):
        m = allied([card])
        m.choose(("event", card))
        assert m.g.played(card) and m.g.state.ws["ap"] == status


@pytest.mark.rule("pog.card.ap.51")
def test_everyone_into_battle():
    units = {"fr.a1": "nancy", "br.a1": "nancy", "be.a1": "nancy"}
    m = allied(["ap.51"], units=units)
    with refused("pog.card.ap.51"):
        m.choose(("event", "ap.51"))
    m = allied(["ap.51"], units=units, events=["cp.49"])
    assert m.g.hooks.activation_cost(m.g, m.g.S["nancy"], "move") == 3
    m.choose(("event", "ap.51"))
    assert m.g.hooks.activation_cost(m.g, m.g.S["nancy"], "move") == 1 and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.card.ap.52", "pog.card.cp.36")
def test_convoy_ends_the_u_boats():
    m = allied(["ap.52"], vp=10)
    with refused("pog.card.ap.52"):
        m.choose(("event", "ap.52"))
    m = allied(["ap.52"], vp=10, events=["cp.36"])
    m.choose(("event", "ap.52"))
    assert m.g.state.vp == 9
    patch = {"events": {"ap.54": 5, "ap.55": 6, "cp.36": 7}, "turn": 12, "join": ["us"]}
    m = allied(["ap.38"], **patch)
    with refused("pog.card.cp.36"):
        m.choose(("event", "ap.38"))
    m = central(["cp.36"])
    with refused("pog.card.cp.36"):
        m.choose(("event", "cp.36"))
    m = central(["cp.36"], events=["cp.54"])
    m.choose(("event", "cp.36"))
    assert m.g.state.ws["cp"] == 2


# ------------------------------------------------------------------ CP events


@pytest.mark.rule("pog.card.cp.01")
def test_guns_of_august():
    m = pog(keep=True, hands={"cp": ["cp.01", "cp.12"], "ap": ["ap.02"]})
    m.choose(("event", "cp.01"))
    assert where(m, "ge.a1") == where(m, "ge.a2") == "liege" and holder(m, "liege") == "cp"
    assert m.g.state.fallen >> m.g.S["liege"] & 1 and m.g.state.ws["cp"] == 2
    assert set(offered(m)) == {"brussels", "sedan", "done"}
    m.choose("sedan")
    assert set(offered(m)) == {"ge.a1", "ge.a2", "ge.a3"}
    m = pog(keep=True, hands={"cp": ["cp.01", "cp.12"], "ap": ["ap.02"]}, actions={"cp": ["ops"], "ap": []})
    with refused("pog.card.cp.01"):
        m.choose(("event", "cp.01"))


@pytest.mark.rule("pog.card.cp.05")
def test_landwehr():
    units = {
        "ge.a7": "mulhouse reduced",
        "ge.c#1": "reserve reduced",
        "ge.c#2": "bremen reduced",
        "ah.a2": "munkacs reduced",
        "ge.a1": "tours reduced",
    }
    m = central(["cp.05"], units=units, control={"tours": "cp"})
    m.choose(("event", "cp.05"))
    assert set(offered(m)) == {"ge.a7", "ge.c#1", "ge.c#2", "done"}
    choose(m, "ge.a7", "ge.c#1", "ge.c#2")
    assert not any(reduced(m, u) for u in ("ge.a7", "ge.c#1", "ge.c#2"))
    m = central(["cp.05"], units=units, control={"berlin": "ap"})
    with refused("pog.card.cp.05"):
        m.choose(("event", "cp.05"))


@pytest.mark.rule("pog.card.cp.09")
def test_reichstag_truce():
    m = central(["cp.09"], level={"cp": 0, "ap": 0}, vp=10)
    m.choose(("event", "cp.09"))
    assert m.g.state.vp == 11 and m.g.state.ws["cp"] == 1
    m = central(["cp.09"])
    with refused("pog.card.cp.09"):
        m.choose(("event", "cp.09"))


def test_plain_cp_events():
    for card, status in (("cp.10", 0), ("cp.29", 0), ("cp.33", 2), ("cp.27", 1), ("cp.54", 2)):
        m = central([card])
        m.choose(("event", card))
        assert m.g.played(card) and m.g.state.ws["cp"] == status
        assert m.g.state.removed["cp"] >> m.g.static.cards[card].number & 1


@pytest.mark.rule("pog.card.cp.32")
def test_war_in_africa():
    units = {"br.c#1": "cairo reduced", "br.c#2": "reserve", "br.aus": "calais", "ge.a4": "metz"}
    m = central(["cp.32"], units=units, vp=10)
    m.choose(("event", "cp.32"))
    assert m.decision.seat == "ap" and offered(m) == ["br.c#2", "vp"]  # a full one before a reduced one
    m.choose("br.c#2")
    assert where(m, "br.c#2") == "gone" and m.g.state.vp == 10
    m = central(["cp.32"], units=units, vp=10)
    choose(m, ("event", "cp.32"), "vp")
    assert m.g.state.vp == 11


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
