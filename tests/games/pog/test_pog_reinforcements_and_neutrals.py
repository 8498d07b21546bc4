"""Chapters 9.5.2 and 9.5.3: neutral entry and reinforcements."""

from __future__ import annotations

import pytest
from pog_situations import choose, finish_action, front, holder, pog, reduced, refused, said, status, where

from great_war import offered
from grognard.games.pog.manpower.reinforcements import places_for

# ------------------------------------------------------------------ 9.5.3: reinforcements


def ap(cards, turn=3, **patch):
    return front({"ap": cards}, active="ap", turn=turn, **patch)


@pytest.mark.rule("pog.9.5.3.1.a", "pog.9.5.3.1.b", "pog.9.5.3.2", "pog.9.5.3.3.a", "pog.card.ap.01", "pog.card.ap.14")
def test_reinforcement_cards():
    m = ap(["ap.01", "ap.14"], turn=1, units={"fr.a1": "nancy"})
    with refused("pog.9.5.3.1.b"):
        m.choose(("event", "ap.01"))
    m = ap(["ap.01", "ap.14"], units={"fr.a1": "nancy"})
    m.choose(("event", "ap.01"))
    assert where(m, "br.a2") == "london" and where(m, "br.c#1") == "reserve" and m.g.state.ws["ap"] == 1
    choose(m, ("auto", ""))
    finish_action(m)
    with refused("pog.9.5.3.1.a"):
        m.choose(("event", "ap.14"))
    m = ap(["ap.14"], units={"fr.a1": "nancy"})
    m.choose(("event", "ap.14"))
    assert where(m, "br.a1") == "london" and where(m, "br.c#1") == "reserve" and m.g.state.ws["ap"] == 1


@pytest.mark.rule("pog.9.5.3.1.c")
def test_all_or_nothing():
    m = ap(["ap.10"], units={"ge.a1": "paris"})
    with refused("pog.9.5.3.1.c"):
        m.choose(("event", "ap.10"))  # Paris is besieged, and that does not open Orleans


@pytest.mark.rule("pog.9.5.3.3.c", "pog.card.ap.10")
def test_orleans_takes_french_armies_when_paris_is_full():
    m = ap(["ap.10"], units={"fr.a1": "paris", "fr.a2": "paris", "fr.a3": "paris"})
    m.choose(("event", "ap.10"))
    assert where(m, "fr.a10") == "orleans"


@pytest.mark.rule("pog.9.5.3.3.b", "pog.card.ap.43", "pog.card.ap.47")
def test_american_armies_land_in_french_ports():
    patch = {
        "units": {"fr.a1": "nancy"},
        "events": {"ap.54": 10, "ap.55": 11},
        "turn": 13,
        "join": ["us"],
        "level": {"ap": 2, "cp": 0},
    }
    m = ap(["ap.43", "ap.47"], **patch)
    m.choose(("event", "ap.43"))
    names = {name for _, name in offered(m)}
    assert names == {"bordeaux", "calais", "cherbourg", "la_rochelle", "le_havre", "marseilles", "nantes"}
    m.choose(("here", "cherbourg"))
    assert where(m, "us.a1") == "cherbourg" and where(m, "us.c#1") == where(m, "us.c#2") == "reserve"
    m = ap(["ap.47"], **patch)
    choose(m, ("event", "ap.47"), ("here", "nantes"))
    assert where(m, "us.a2") == "nantes" and where(m, "us.c#1") == "reserve"


@pytest.mark.rule("pog.9.5.3.4", "pog.card.ap.50", "pog.card.ap.53", "pog.card.ap.29")
def test_near_east_armies_may_be_brought_home():
    m = ap(["ap.50"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10)
    m.choose(("event", "ap.50"))  # no pipeline: only London is left
    assert where(m, "br.ne") == "london"
    assert m.g.hooks.may_enter(m.g, m.g.U["br.ne"], m.g.S["cairo"]).rule == "pog.9.5.3.4"
    m = ap(["ap.50"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.49"])
    choose(m, ("event", "ap.50"), ("here", "alexandria"))
    assert where(m, "br.ne") == "alexandria" and m.g.state.ws["ap"] == 1
    assert m.g.hooks.may_enter(m.g, m.g.U["br.ne"], m.g.S["cairo"]) is None
    m = ap(["ap.53"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.30"])
    choose(m, ("event", "ap.53"), ("here", "salonika"))
    assert where(m, "fr.orient") == "salonika"
    m = ap(["ap.53"], level={"ap": 2, "cp": 0}, units={"fr.a1": "nancy"}, turn=10, events=["ap.30"])
    choose(m, ("event", "ap.53"), ("home", "paris"))
    assert m.g.hooks.may_enter(m.g, m.g.U["fr.orient"], m.g.S["salonika"]).rule == "pog.9.5.3.4"
    m = ap(["ap.29"], level={"ap": 1, "cp": 0}, units={"ru.a1": "kovno"}, turn=5)
    m.choose(("event", "ap.29"))
    assert ("here", "tbilisi") in offered(m) and ("home", "moscow") in offered(m)
    m.choose(("here", "tbilisi"))
    assert where(m, "ru.cau") == "tbilisi"


@pytest.mark.rule("pog.9.5.3.5.a", "pog.card.ap.31", "pog.9.5.2.4.c")
def test_the_mef_invasion():
    patch = {"level": {"ap": 1, "cp": 1}, "units": {"fr.a1": "nancy"}, "turn": 5}
    m = ap(["ap.31"], join=["tu"], **patch)
    m.choose(("event", "ap.31"))
    assert ("here", "mef1") in offered(m) and ("home", "london") in offered(m)
    m.choose(("here", "mef1"))
    assert where(m, "br.mef") == "mef1" and m.g.board.ids[m.g.state.beachhead] == "mef1" and m.g.state.ws["ap"] == 1
    m = ap(["ap.31"], join=["tu"], events=["ap.30"], **patch)
    assert places_for(m.g, "br.mef") == [("home", m.g.S["london"])]  # no invasion after Salonika
    m = ap(["ap.31"], **patch)
    assert places_for(m.g, "br.mef") == [("home", m.g.S["london"])]  # nor while Turkey is neutral


@pytest.mark.rule("pog.card.ap.41", "pog.card.cp.24")
def test_the_irregulars_of_the_desert():
    m = ap(["ap.41", "ap.42"], level={"ap": 2, "cp": 1}, units={"fr.a1": "nancy"}, turn=10)
    with refused("pog.card.ap.41"):
        m.choose(("event", "ap.41"))  # Turkey is neutral
    m = ap(["ap.41", "ap.42"], level={"ap": 2, "cp": 1}, units={"fr.a1": "nancy"}, turn=10, join=["tu"])
    m.choose(("event", "ap.41"))
    assert where(m, "br.ana") == "arabia" and m.g.state.reinforced == ["br"]
    patch = {"level": {"ap": 0, "cp": 1}, "turn": 6, "join": ["tu"]}
    m = front({"cp": ["cp.24"]}, units={"br.c#1": "libya", "ge.a4": "metz"}, **patch)
    with refused("pog.card.cp.24"):
        m.choose(("event", "cp.24"))
    m = front({"cp": ["cp.24"]}, units={"ge.a4": "metz"}, **patch)
    m.choose(("event", "cp.24"))
    assert where(m, "tu.sn") == "libya" and m.g.state.reinforced == ["tu"]


PLAIN = {
    "ap.03": ["ru.a11"], "ap.08": ["ru.c#1", "ru.c#2"], "ap.11": ["ru.a9", "ru.a10"], "ap.15": ["br.a4"], "ap.20": ["br.aus", "br.cnd"],
    "ap.24": ["fr.a7"], "ap.25": ["ru.a6", "ru.a7"], "ap.32": ["ru.a12"], "ap.34": ["br.a3"], "ap.42": ["br.a5", "br.pt"],
    "ap.22": ["it.a5"], "cp.07": ["ge.a9"], "cp.12": ["ge.a10"], "cp.14": ["ah.a7"], "cp.20": ["ah.a10"], "cp.21": ["ge.a11"],
    "cp.22": ["ge.a12"], "cp.23": ["ah.a11"], "cp.38": ["ge.c#1"], "cp.39": ["ge.c#1"], "cp.41": ["ge.a14"], "cp.42": ["tu.yld"],
    "cp.46": ["ge.a17", "ge.a18"], "cp.48": ["tu.aoi"],
}  # fmt: skip


@pytest.mark.rule(
    "pog.card.ap.03",
    "pog.card.ap.08",
    "pog.card.ap.11",
    "pog.card.ap.15",
    "pog.card.ap.20",
    "pog.card.ap.24",
    "pog.card.ap.25",
    "pog.card.ap.32",
)
def test_plain_allied_reinforcements():
    for card in ("ap.03", "ap.08", "ap.11", "ap.15", "ap.20", "ap.24", "ap.25", "ap.32"):
        plain_reinforcement(card)


@pytest.mark.rule("pog.card.ap.34", "pog.card.ap.42", "pog.card.ap.22")
def test_more_allied_reinforcements():
    for card in ("ap.34", "ap.42", "ap.22"):
        plain_reinforcement(card)


@pytest.mark.rule(
    "pog.card.cp.07", "pog.card.cp.12", "pog.card.cp.14", "pog.card.cp.20", "pog.card.cp.21", "pog.card.cp.22", "pog.card.cp.23"
)
def test_cp_reinforcements():
    for card in ("cp.07", "cp.12", "cp.14", "cp.20", "cp.21", "cp.22", "cp.23"):
        plain_reinforcement(card)


@pytest.mark.rule("pog.card.cp.38", "pog.card.cp.39", "pog.card.cp.41", "pog.card.cp.42", "pog.card.cp.46", "pog.card.cp.48")
def test_late_cp_reinforcements():
    for card in ("cp.38", "cp.39", "cp.41", "cp.42", "cp.46", "cp.48"):
        plain_reinforcement(card)


def plain_reinforcement(card):
    side = card.split(".")[0]
    m = front(
        {side: [card]},
        active=side,
        turn=6,
        level={"ap": 2, "cp": 2},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
        join=["it", "tu"],
    )
    printed = m.g.static.cards[card].units
    m.choose(("event", card))
    for _ in range(8):
        if m.decision.rule != "pog.9.5.3.3.a":
            break
        m.choose(offered(m)[0])
    for kind in set(printed):
        pieces = [m.g.units.id[u] for u in m.g.units.pieces[kind]]
        came = [p for p in pieces if where(m, p) != "unborn"]
        assert len(came) == printed.count(kind) or kind in ("ge.a4", "fr.a1"), (card, kind)
        corps = m.g.units.kinds[kind]["size"] == "corps"
        for piece in came:
            assert (where(m, piece) == "reserve") == corps
            assert not reduced(m, piece)
    for name in PLAIN[card]:
        assert where(m, name) != "unborn"
    assert m.g.state.removed[side] >> m.g.static.cards[card].number & 1


# ------------------------------------------------------------------ 9.5.2: neutral entry


@pytest.mark.rule("pog.9.5.2.1", "pog.9.5.2.2", "pog.card.ap.17", "pog.card.cp.34")
def test_italy_and_bulgaria_do_not_join_in_one_turn():
    m = front(
        {"ap": ["ap.17"], "cp": ["cp.34"]},
        active="ap",
        turn=5,
        level={"ap": 1, "cp": 1},
        units={"fr.a1": "nancy", "ge.a4": "metz"},
    )
    m.choose(("event", "ap.17"))
    assert m.g.at_war("it") and where(m, "it.a1") == "verona" and reduced(m, "it.a1") and m.g.state.ws["ap"] == 2
    assert holder(m, "rome") == "ap"
    with refused("pog.9.5.2.2"):
        m.choose(("event", "cp.34"))
    m = front({"cp": ["cp.34"]}, turn=5, level={"ap": 1, "cp": 1}, units={"ge.a4": "metz", "fr.a1": "nancy"})
    m.choose(("event", "cp.34"))
    assert m.g.at_war("bu") and m.g.state.ws["cp"] == 2
    for space in ("burgas", "kazanlik", "plevna", "varna"):
        m.choose(space)
    assert where(m, "bu.c#1") == where(m, "bu.c#2") == "sofia"
    assert sorted(where(m, f"bu.c#{n}") for n in range(3, 7)) == ["burgas", "kazanlik", "plevna", "varna"]


@pytest.mark.rule("pog.card.ap.16")
def test_romania_joins_but_not_after_the_tsar():
    patch = {"active": "ap", "turn": 8, "level": {"ap": 1, "cp": 1}, "units": {"fr.a1": "nancy"}}
    m = front({"ap": ["ap.16"]}, events=["cp.52"], **patch)
    with refused("pog.card.ap.16"):
        m.choose(("event", "ap.16"))
    m = front({"ap": ["ap.16"]}, **patch)
    m.choose(("event", "ap.16"))
    for _ in range(4):
        m.choose(offered(m)[0])
    assert m.g.at_war("ro") and m.g.state.ws["ap"] == 1
    assert sum(where(m, f"ro.c#{n}") != "unborn" for n in range(1, 7)) == 6


@pytest.mark.rule("pog.9.5.2.4.a", "pog.9.5.2.4.b", "pog.card.ap.30", "pog.9.3.3")
def test_salonika():
    units = {"br.c#1": "reserve", "fr.c#1": "marseilles", "fr.c#2": "paris", "br.bef": "calais"}
    m = front({"ap": ["ap.30", "ap.31"]}, active="ap", turn=6, level={"ap": 1, "cp": 1}, units=units)
    m.choose(("event", "ap.30"))
    assert set(offered(m)) == {"br.c#1", "fr.c#1"}  # at least one
    choose(m, "br.c#1", "fr.c#1")
    assert where(m, "br.c#1") == where(m, "fr.c#1") == "salonika" and m.g.state.ws["ap"] == 1
    assert where(m, "gr.c#1") == "florina" and holder(m, "florina") == "neutral"
    assert holder(m, "salonika") == holder(m, "kavala") == "ap"
    assert m.g.state.actions["ap"] == ["sr"]
    enter = m.g.hooks.may_enter
    assert enter(m.g, m.g.U["fr.c#1"], m.g.S["florina"]).rule == "pog.9.5.2.4.a"
    m = front({"ap": ["ap.30"]}, active="ap", turn=6, level={"ap": 1, "cp": 1}, units=units, actions={"ap": ["sr"], "cp": []})
    with refused("pog.9.3.3"):
        m.choose(("event", "ap.30"))


@pytest.mark.rule("pog.card.ap.44")
def test_greece_joins_and_its_units_become_allied():
    patch = {"active": "ap", "turn": 12, "level": {"ap": 2, "cp": 1}}
    m = front({"ap": ["ap.44"]}, units={"fr.a1": "nancy"}, **patch)
    m.choose(("event", "ap.44"))
    assert m.g.at_war("gr") and where(m, "gr.c#3") == "athens" and m.g.state.ws["ap"] == 1
    m = front(
        {"ap": ["ap.44"]},
        units={"fr.a1": "nancy", "gr.c#1": "florina", "gr.c#2": "larisa", "gr.c#3": "athens"},
        events=["ap.30"],
        **patch,
    )
    assert holder(m, "florina") == "neutral"
    m.choose(("event", "ap.44"))
    assert holder(m, "florina") == "ap" and where(m, "gr.c#1") == "florina"


@pytest.mark.rule("pog.9.5.2.5.a", "pog.9.5.2.5.b", "pog.9.5.2.5.1")
def test_late_italy_and_romania():
    m = front({"ap": ["ap.16", "ap.17"]}, active="ap", turn=9, level={"ap": 1, "cp": 2}, units={"fr.a1": "nancy"})
    with refused("pog.9.5.2.5.a"):
        m.choose(("ops", "ap.17"))
    assert ("event", "ap.16") in offered(m)
    m = pog(keep=True, hands={"cp": [], "ap": ["ap.16", "ap.02"]}, level={"ap": 1, "cp": 2}, phase="replacements")
    assert m.decision.rule == "pog.9.5.4.6" and "ap.16" in offered(m)
    m = status(turn=10, level={"ap": 2, "cp": 2}, vp=10)
    assert said(m, "pog.9.5.2.5.1") and m.g.state.vp == 11
