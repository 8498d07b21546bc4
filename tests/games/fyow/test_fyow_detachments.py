"""Sections 2, 3 and 8: reserves, Fractions, Pickets, merged and grouped forces, and what counts as a decision."""

from __future__ import annotations

import pytest
from fyow_table import (
    COMPANY,
    ISLET,
    SAMPSON,
    VALE,
    at_cards,
    fyow,
    link,
    number,
    offered,
    refused,
    said,
    unit,
    value,
)

from grognard.games.fyow.forces.fractions import Detachment, split
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Delivery
from grognard.games.fyow.records.staff import Decoy, Group
from grognard.games.fyow.state import Battle, Order
from grognard.games.fyow.supply.replenishment import arrivals
from grognard.kernel import Match

COMMON = "lancresse-common"


PORTINFER = "portinfer"


def merged(**stores):
    """b1 and b4 at Vale Church, merged on the card of their Brigade."""
    forces = {"b1": {"board": VALE, "stockpile": 7}, "b4": {"board": VALE, "stockpile": 12, "elements": {"regular": 60}}}
    m = at_cards("wessex", "b1", forces=forces)
    for name, book in stores.items():
        setattr(m.g.state.stores, name, book)
    with m.forced(1):
        m.choose(("merge", 0, 1))
    m.choose("b1")
    assert unit(m, "b4").kind == "merged"
    return m


STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}


@pytest.mark.rule("fyow.2.6.1")
def test_reserves_on_the_board_of_the_hq_count_from_the_next_session():
    situation = {"cards": ["wessex", "b1", "b4"], "weather": {"sky": "fair"}, "staff": {"pools": {"british": {"regular": 40}}}}
    situation["forces"] = {"b1": {"board": VALE, "order": ["defend", VALE]}, "b4": {"board": VALE}}
    m = Match.start("fyow", "learning", seed=1, options={"traits": False}, situation=situation)
    m.choose(("release",))
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    m.choose(("done",))
    assert m.g.state.pack[0] == number(m, "b1") and unit(m, "b1").elements["regular"] == 154  # its card of this session
    m.choose(("stay",))
    m.choose(("stay",))
    assert m.g.state.session == 4 and unit(m, "b1").elements["regular"] == 194


@pytest.mark.rule("fyow.2.6.1")
def test_reserves_for_a_battlegroup_that_is_no_more_stay_in_the_pool():
    situation = {
        "cards": ["wessex", "b4"],
        "weather": {"sky": "fair"},
        "staff": {"pools": {"british": {"regular": 40, "mmg": 1}}},
    }
    situation["forces"] = {"b1": {"board": VALE}, "b4": {"board": VALE}}
    m = Match.start("fyow", "learning", seed=1, options={"traits": False}, situation=situation)
    m.choose(("release",))
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    m.g.destroy(number(m, "b1"), "{unit} is gone.", "fyow.33.10.1")
    m.choose(("done",))
    m.choose(("stay",))
    assert m.g.state.staff.pools["british"] == {"mmg": 1, "regular": 40}


@pytest.mark.rule("fyow.3.7b.3")
def test_merged_fractions_may_get_new_orders():
    m = at_cards("b1", "b4", forces={"b1": {"board": VALE, "order": ["defend", VALE]}})
    one, other = (
        split(m.g, number(m, "b1"), {"regular": men}, "fraction", Order("stand by", unit(m, "b1").board)) for men in (40, 36)
    )
    m.choose(("obvious",))  # the options anew
    with m.forced(1):
        m.choose(("join", one, other))
    assert m.decision.rule == "fyow.3.7b.3"
    assert set(m.decision.options) > {m.g.unit(one).id}
    new = next(name for name in offered(m) if name in ("cautious", "sensible", "bold"))
    m.choose(new)
    assert m.g.unit(one).order.kind != "stand by"


@pytest.mark.rule("fyow.3.8.1", "fyow.13.7.2")
def test_no_picket_goes_out_through_a_box_that_the_enemy_holds():
    forces = {"b1": {"board": ISLET, "order": ["defend", ISLET]}, "g2": {"board": ISLET, "box": SAMPSON, "edge": SAMPSON}}
    m = at_cards("b1", "b4", forces=forces, spotted={"british": ["g2"]})
    with refused("13.7.2"):
        m.choose(("picket", link(m, ISLET, SAMPSON), "platoon"))


@pytest.mark.rule("fyow.3.8.1", "fyow.13.9.1")
@pytest.mark.parametrize(("points", "goes"), [(1480, True), (1485, False)])
def test_a_picket_needs_room_on_its_board(points, goes):
    """A platoon of ten with its LMG is worth 18 points; a board of 1942 takes 1500."""
    m = at_cards(
        "b1",
        "b4",
        forces={"b1": {"board": VALE, "order": ["defend", VALE]}, "b4": {"board": COMMON, "order": ["defend", COMMON]}},
    )
    value(m, "b4", points)
    m.choose(("obvious",))  # the options anew
    act = ("picket", link(m, VALE, COMMON), "platoon")
    assert m.g.part_value({"regular": 10, "lmg": 1}) == 36
    if goes:
        with m.forced(10):
            m.choose(act)
        assert any(u.kind == "picket" for u in m.g.state.units)
    else:
        with refused("13.9.1"):
            m.choose(act)


@pytest.mark.rule("fyow.2.9.9")
@pytest.mark.parametrize(("scouts", "left"), [(20, [0, 1]), (10, [])])
def test_the_lead_battlegroup_behind_its_reconnaissance_stays_in_the_group(scouts, left):
    """b1, as a Fraction wholly of scouts, leads; b4 is the lead Battlegroup. Of other Fractions only the head is spared."""
    forces = {"b1": {"kind": "fraction", "elements": {"regular_enhanced": 20}, "recce": scouts, "board": "fort-doyle"}}
    forces |= {
        "b4": {"board": PORTINFER, "order": ["defend", PORTINFER], "attitude": "deployed"},
        "g2": {"board": PORTINFER, "box": VALE, "edge": VALE},
    }
    m = at_cards("b1", "g2", forces=forces, spotted={"german": ["b4"], "british": ["g2"]})
    m.g.state.staff.groups = [Group(0, [0, 1])]
    m.g.state.battles.append(Battle(unit(m, "b4").board, "german", [number(m, "g2")], [1], since=m.g.now - 1))
    m.choose(("stay",))
    assert m.decision.seat == "german" and m.decision.rule == "fyow.33.7.2.4"  # the Combat session has opened
    assert [group.members for group in m.g.state.staff.groups] == ([left] if left else [])


@pytest.mark.rule("fyow.3.4.2")
def test_damaged_tanks_that_leave_with_a_fraction_stay_damaged():
    """33.10.2: an AFV of half its value is damaged until it is repaired (23.1), whoever has it now."""
    own = {"regular": 100, "infantry_tank": 4}
    m = at_cards(
        "b1", "b4", forces={"b1": {"order": ["defend", VALE], "elements": own, "damaged": {"infantry_tank": 3}, "start": 2000}}
    )
    before = m.g.half_value(0)
    m.choose(("form",))
    with m.forced(1):
        m.choose({**COMPANY, "elements": {"infantry_tank": 3}})
    new = len(m.g.state.units) - 1
    assert m.g.unit(new).elements == {"infantry_tank": 3}
    assert (unit(m, "b1").damaged, m.g.unit(new).damaged) == ({"infantry_tank": 1}, {"infantry_tank": 2})
    assert m.g.half_value(0) + m.g.half_value(new) == before


@pytest.mark.rule("fyow.2.7.4", "fyow.21.2.1")
def test_replacements_on_their_way_come_to_the_force_into_which_theirs_was_merged():
    m = merged(deliveries=[Delivery("british", 1, 34, 0), Delivery("british", -1, 10, 0)])
    arrivals(m.g)
    assert m.g.state.stores.bank == {"u0": 34, "british": 10}


@pytest.mark.rule("fyow.2.7.4")
def test_what_a_trade_in_left_over_goes_with_the_merged_force():
    m = merged(bank={"u1:AFVs": 30, "u0:AFVs": 4, "u1:guns": 6, "u1": 8})
    assert m.g.state.stores.bank == {"u0:AFVs": 34, "u0:guns": 6, "u0": 8}


@pytest.mark.rule("fyow.3.8.2", "fyow.20.6.5")
def test_pickets_rest_and_wake_with_their_parent():
    m = at_cards("b1", "b1", forces={"b1": {"order": ["defend", VALE], "stockpile": 9}})
    with m.forced(9, 1, 1, 1, 1):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))
    out = m.g.state.units[-1]
    assert (out.kind, out.mode) == ("picket", "active")
    m.choose(("rest",))
    assert out.mode == "rest"
    m.choose(("stay",))
    m.choose(("wake",))
    assert out.mode == "active"


@pytest.mark.rule("fyow.3.4.2", "fyow.16.0.1")
@pytest.mark.parametrize(("gear", "engineers", "scouts"), [({}, 0, 10), ({"mine_equipment": 1}, 10, 0)])
def test_trained_men_go_with_the_fraction_and_come_back(gear, engineers, scouts):
    """Thirty Enhanced men, twenty of them engineers and ten scouts: ten who leave are scouts, or engineers with their gear."""
    m = at_cards("b4", "b1", forces={"b4": {"engineers": 20, "recce": 10, "mode": "active"}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular_enhanced": 10, **gear}, "stand by", COMMON))
    new = m.g.state.units[-1] if m.g.state.units[-1].id else m.g.state.units[-2]
    assert (new.engineers, new.recce) == (engineers, scouts)
    assert (unit(m, "b4").engineers, unit(m, "b4").recce) == (20 - engineers, 10 - scouts)
    made = m.g.state.units.index(new)
    with m.forced(1):
        m.choose(("absorb", made))
    assert (unit(m, "b4").engineers, unit(m, "b4").recce) == (20, 10)


@pytest.mark.rule("fyow.2.7.4", "fyow.21.2.1")
def test_a_merged_battlegroup_has_the_losses_and_the_bank_of_both():
    m = at_cards("wessex", "b1", forces={"b1": {"board": COMMON}, "b4": {"board": COMMON}})
    b1, b4 = number(m, "b1"), number(m, "b4")
    unit(m, "b1").elements = {"regular": 60}
    m.g.state.stores.losses = {str(b1): 20, str(b4): 10}
    m.g.state.stores.bank = {f"u{b1}": 6}
    m.choose(("obvious",))
    with m.forced(1):
        m.choose(("merge", b4, b1))
        m.choose("b4")
    assert m.g.state.stores.losses == {str(b4): 30} and m.g.state.stores.bank == {f"u{b4}": 6}


@pytest.mark.rule("fyow.8.0.1", "fyow.3.8.1")
@pytest.mark.parametrize(
    ("put", "asks"), [(["request 1"] * 4 + ["picket 7", "lead 0"], True), ([f"request {n}" for n in range(5)], False)]
)
def test_what_needs_no_throw_is_none_of_the_five_decisions(put, asks):
    """Pickets, the order of march and markers are no Command Decisions (ruling R48)."""
    m = at_cards("b1", "b4", forces={"b1": {"rating": 6}})
    m.g.state.staff.put = put
    m.choose(("obvious",))
    if asks:
        m.choose(("form",))
    else:
        with refused("8.0.1"):
            m.choose(("form",))


@pytest.mark.rule("fyow.3.8.1", "fyow.14.4.1")
def test_a_troop_of_tanks_is_no_picket_beyond_a_v_link(monkeypatch):
    m = at_cards("b1", "b4", forces={"b1": {"board": COMMON}})
    unit(m, "b1").elements["cruiser"] = 6
    way = m.g.static.land_links(unit(m, "b1").board)[0]
    monkeypatch.setattr(m.g.static, "link_v", [n == way for n in range(len(m.g.static.link_v))])
    m.choose(("obvious",))
    with refused("14.4.1"):
        m.choose(("picket", way, "troop"))
    assert ("picket", way, "platoon") in offered(m)


@pytest.mark.rule("fyow.3.8.1", "fyow.26.6.1", "fyow.19.2.2")
def test_nobody_goes_out_into_deep_snow(monkeypatch):
    m = at_cards("b1", "b4", options={"traits": False, "decoys": True}, weather={"sky": "fair", "gauge": 8})
    monkeypatch.setattr(m.g.static, "climate", "winter")
    b1 = number(m, "b1")
    m.g.state.staff.decoys = [Decoy(b1, "B", unit(m, "b1").board)]
    way = link(m, VALE, ISLET)
    m.choose(("obvious",))
    for act in (("picket", way, "platoon"), ("marker", "B", way)):
        with refused("26.6.1"):
            m.choose(act)


@pytest.mark.rule("fyow.2.1.3", "fyow.21.4.2.1")
@pytest.mark.parametrize(("men", "bought"), [(10, True), (11, False)])
def test_all_purchases_together_keep_to_the_cap(men, bought):
    m = fyow({"traits": False}, phase="plan", command=STAFFS, forces={"b1": {"rating": 6}})
    unit(m, "b1").elements = {"regular": 980}  # 1470 of 1500
    m.g.state.stores.bank = {f"u{number(m, 'b1')}": 400}
    items = [make("b1", "buy", "regular", 10), make("b1", "buy", "regular", men)]
    if bought:
        m.choose(items, seat="british")
        m.choose([], seat="german")
        assert unit(m, "b1").elements["regular"] == 1000
    else:
        with refused("2.1.3"):
            m.choose(items, seat="british")


@pytest.mark.rule("fyow.2.4.1", "fyow.21.6.1")
def test_no_parachutists_are_bought_for_a_battlegroup_of_the_line():
    m = fyow({"traits": False}, phase="plan", command=STAFFS, forces={"b1": {"rating": 6}})
    unit(m, "b4").elements["elite_enhanced"] = 1
    m.g.state.stores.bank = {"british": 400}
    with refused("2.4.1"):
        m.choose([make("b1", "buy", "elite_enhanced", 5)], seat="british")


@pytest.mark.rule("fyow.4.4.1", "fyow.4.4.6")
def test_who_has_not_come_yet_is_nowhere():
    """A force with a date of its own has no orders, no supply throw, no place on the board until its card turns up."""
    m = fyow(
        {"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"}, forces={"b4": {"waits": "later", "rating": 6}}
    )
    assert "b4" not in [row.id for row in m.view("british").decision.rows]
    assert number(m, "b4") not in m.g.on_board(unit(m, "b4").board, "british")
    m.choose([], seat="british")
    m.choose([], seat="german")
    assert not [text for text in said(m, "british", "20.4.1.2") if "Brigade HQ" in text]
    assert unit(m, "b4").attitude == "present"
