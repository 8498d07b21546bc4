"""Sections 2, 3 and 8.0: Fractions, Pickets, merging, reserves, groups; five decisions."""

from __future__ import annotations

import pytest
from fyow_table import COMPANY, ISLET, VALE, at_cards, link, number, offered, refused, said, unit, value, where, with_fraction
from msgspec import structs

from grognard.games.fyow.brigades import groups
from grognard.games.fyow.command.careers import take_booty
from grognard.games.fyow.command.questions import MOST, manages, may_put
from grognard.games.fyow.forces import fractions, merging, pickets
from grognard.games.fyow.records.staff import Group
from grognard.games.fyow.sequence import holders_of_cards
from grognard.games.fyow.state import AMBER, GREEN, RED, Order

# ------------------------------------------------------------------ 3.4, 3.5: forming


@pytest.mark.rule("fyow.2.2.1", "fyow.3.4.2", "fyow.3.4.3", "fyow.3.3.1", "fyow.3.5.3", "fyow.3.4.4", "fyow.3.1.1")
def test_a_company_is_split_off_as_a_fraction():
    m, new = with_fraction()
    part = m.g.unit(new)
    assert part.kind == "fraction" and part.elements == {"regular": 40, "lmg": 4} and part.parent == number(m, "b1")
    assert unit(m, "b1").elements["regular"] == 114 and unit(m, "b1").elements["lmg"] == 8
    assert part.rating == 6 and (part.temper, part.resolve) == ("balanced", "balanced")
    assert part.stockpile == 4 and unit(m, "b1").stockpile == 14  # a quarter of 14, rounded up; nothing is taken
    assert part.order.kind == "defend" and said(m, "british", "3.4.3")
    assert new not in m.g.state.pack and new in holders_of_cards(m.g)
    assert fractions.first_stockpile(40) == 5


@pytest.mark.rule("fyow.2.2.2", "fyow.3.4.2", "fyow.2.2.1", "fyow.3.4.3", "fyow.def.21")
def test_what_may_not_be_split_off():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    unit(m, "b1").elements = {"special_character": 124, "regular": 4, "soft_truck": 1}
    unit(m, "b1").start = 2000
    detach = fractions.Detachment({"special_character": 62, "regular": 2}, "defend", VALE)  # 499
    judge = lambda d: [r.rule for r in fractions.may_detach(m.g, number(m, "b1"), d) if r]  # noqa: E731
    assert judge(detach) == []
    assert judge(fractions.Detachment({"special_character": 63}, "defend", VALE)) == ["fyow.2.2.2"]
    assert judge(fractions.Detachment({"special_character": 20}, "defend", VALE)) == ["fyow.2.2.1"]
    assert judge(fractions.Detachment({"special_character": 200}, "defend", VALE)) == ["fyow.3.4.2"]
    assert judge(fractions.Detachment({"special_character": 40}, "defend", "nowhere")) == ["fyow.3.4.3"]


@pytest.mark.rule("fyow.3.4.1")
def test_only_an_active_force_forms_fractions():
    for mode, allowed in (("active", True), ("rationed", False)):
        m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "mode": mode}})
        assert (("form",) in offered(m)) is allowed
    with refused("3.4.1"):
        m.choose(("form",))


@pytest.mark.rule("fyow.3.4.2", "fyow.8.2.1", "fyow.8.0.2")
def test_without_the_command_decision_there_is_no_fraction_and_no_second_question():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    m.choose(("form",))
    with m.forced(9):
        m.choose(COMPANY)
    assert len(m.g.state.units) == 4 and said(m, "british", "8.2.1")
    with refused("8.0.2"):
        m.choose(("form",))


@pytest.mark.rule("fyow.8.0.1")
def test_five_decisions_in_one_activation():
    m = at_cards("b1", "b4")
    for n in range(MOST):
        assert may_put(m.g, "he", f"q{n}") is None
        with m.forced(1):
            manages(m.g, unit(m, "b1"), "does he?", f"q{n}")
    assert may_put(m.g, "he", "one more").rule == "fyow.8.0.1"


@pytest.mark.rule("fyow.8.3.1")
def test_an_obvious_decision_once_in_an_activation():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    m.choose(("obvious",))
    with refused("8.3.1"):
        m.choose(("obvious",))
    m.choose(("form",))
    with m.forced(9):  # rating 6: 1 to 8, and 9 because it is obvious
        m.choose(COMPANY)
    assert len(m.g.state.units) == 5


@pytest.mark.rule("fyow.3.3.2")
def test_brigade_elements_need_a_second_decision():
    for die, given in ((1, True), (10, False)):
        m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "attached": {"field_gun": 4}}})
        m.choose(("form",))
        with m.forced(1, die):
            m.choose({**COMPANY, "elements": {"regular": 40, "field_gun": 2}})
        assert (m.g.state.units[-1].elements.get("field_gun", 0) == 2) is given
        assert unit(m, "b1").elements["field_gun"] == (2 if given else 4)


@pytest.mark.rule("fyow.3.5.2")
def test_moves_of_the_first_day():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "moves_as": "awd_trucks", "moves": 1}})
    left = fractions.allowance(unit(m, "b1")) - 1
    m.choose(("form",))
    with m.forced(1):
        m.choose(COMPANY)
    part = m.g.state.units[-1]
    assert part.moves_as == "regular_infantry" and left >= 2 and part.moves == 0  # two moves at most
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "moves": 1}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(COMPANY)
    assert m.g.state.units[-1].moves == 1


@pytest.mark.parametrize(("dice", "stockpile", "mode"), [((5, 4, 4), 4, "active"), ((3, 2, 3), 2, "active"), ((1, 1, 1), 0, "rationed")])
@pytest.mark.rule("fyow.3.5.1", "fyow.3.5.4", "fyow.3.5.5", "fyow.3.0.1")
def test_first_activation_of_a_fraction(dice, stockpile, mode):
    m, new = with_fraction()
    m.g.state.pack = [m.g.state.pack[0], new, number(m, "b4")]
    with m.forced(*dice, *([10] if mode == "rationed" else [])):
        m.choose(("stay",))
    part = m.g.unit(new)
    assert (part.stockpile, part.mode, part.fresh) == (stockpile, mode, False)
    assert said(m, "british", "3.5.1")


@pytest.mark.rule("fyow.3.2.1")
def test_a_fraction_of_a_fraction_is_at_most_half_of_it():
    m, new = with_fraction({"regular": 80, "lmg": 4})
    named = fractions.Detachment({"regular": 45}, "defend", VALE)
    assert [r.rule for r in fractions.may_detach(m.g, new, named) if r] == ["fyow.3.2.1"]
    assert not any(fractions.may_detach(m.g, new, fractions.Detachment({"regular": 40}, "defend", VALE)))


# ------------------------------------------------------------------ 3.7: coming back


@pytest.mark.rule("fyow.3.7.1", "fyow.3.7.3", "fyow.3.7.4")
def test_a_fraction_is_dissolved_on_its_parents_board():
    m, new = with_fraction()
    m.g.unit(new).board = m.g.static.number[ISLET]
    assert fractions.may_absorb(m.g, number(m, "b1"), new).rule == "fyow.3.7.1"
    m.g.unit(new).board = m.g.static.number[VALE]
    m.g.state.pack.append(new)
    before = unit(m, "b1").stockpile
    with m.forced(1):
        m.choose(("absorb", new))
    assert m.g.unit(new).kind == "merged" and unit(m, "b1").elements["regular"] == 154 and unit(m, "b1").stockpile == before
    assert new not in m.g.state.pack and new not in holders_of_cards(m.g)
    assert m.g.value(number(m, "b1")) == 675


@pytest.mark.rule("fyow.3.6.1")
def test_the_condition_of_the_larger_part_counts_when_they_join():
    m, new = with_fraction()
    m.g.unit(new).condition = RED
    fractions.absorb(m.g, number(m, "b1"), new, "fyow.3.7.3")
    assert unit(m, "b1").condition == GREEN
    m, new = with_fraction({"regular": 110})
    unit(m, "b1").elements = {"regular": 20}
    m.g.unit(new).condition = AMBER
    fractions.absorb(m.g, number(m, "b1"), new, "fyow.3.7.3")
    assert unit(m, "b1").condition == AMBER


@pytest.mark.rule("fyow.3.7b.1", "fyow.3.7b.2", "fyow.3.7b.3", "fyow.3.7b.4")
def test_two_fractions_are_merged():
    m, one = with_fraction()
    other = fractions.split(m.g, number(m, "b1"), {"regular": 40}, "fraction", Order("support", m.g.static.number[ISLET]))
    m.g.unit(one).stockpile, m.g.unit(one).mode, m.g.unit(other).stockpile = 3, "rationed", 5
    assert fractions.may_merge_fractions(m.g, number(m, "b1"), one, other) is None
    m.g.unit(one).commander, m.g.unit(other).commander = "Captain Able", "Captain Baker"
    with m.forced(1):
        asked = fractions.merge_fractions(m.g, number(m, "b1"), one, other)
        assert next(asked).rule == "fyow.3.7b.3"
    with pytest.raises(StopIteration):
        asked.send(m.g.unit(other).id)
    part = m.g.unit(one)
    assert part.elements == {"regular": 80, "lmg": 4} and (part.mode, part.stockpile) == ("rationed", 3)
    assert part.order.kind == "support" and m.g.unit(other).kind == "merged" and said(m, "british", "3.7b.2")
    assert part.commander == "Captain Able"  # who is named first leads


# ------------------------------------------------------------------ 3.8: Pickets


def picket(die=9):
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    with m.forced(die, 1, 1, 1, 1):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))
    return m, len(m.g.state.units) - 1


@pytest.mark.rule("fyow.3.8.1", "fyow.3.8.2")
def test_a_platoon_goes_out_as_a_picket():
    m, new = picket()
    out = m.g.unit(new)
    assert out.kind == "picket" and where(m, out.id) == ISLET and out.elements == {"regular": 10, "lmg": 1}
    assert new not in holders_of_cards(m.g)
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    with m.forced(1):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))  # it does not get through
    assert unit(m, "b1").elements["regular"] == 154 and m.g.state.units[-1].kind == "merged"
    with refused("3.8.1"):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))


@pytest.mark.rule("fyow.3.8.3", "fyow.def.4")
def test_pickets_hold_by_a_chain_of_boards():
    m, new = picket()
    chief = number(m, "b1")
    boards = m.g.static.number
    far = fractions.split(m.g, chief, {"regular": 10}, "picket", Order("defend", boards["les-capelles"]))
    m.g.unit(far).board = boards["les-capelles"]
    assert pickets.linked(m.g, new) and pickets.linked(m.g, far)  # by way of L'Islet
    m.g.unit(new).board = boards["portinfer"]
    assert not pickets.linked(m.g, far)


@pytest.mark.rule("fyow.3.8.4", "fyow.3.8.5", "fyow.3.8.6")
def test_a_picket_that_is_cut_off_becomes_a_fraction_and_may_come_back():
    m, new = picket()
    unit(m, "b1").board = m.g.static.number["fort-doyle"]
    pickets.check_links(m.g)
    assert m.g.unit(new).cut and new in holders_of_cards(m.g)
    m.g.state.pack = [m.g.state.pack[0], new, number(m, "b4")]
    m.choose(("stay",))
    part = m.g.unit(new)
    assert part.kind == "fraction" and part.order.kind == "move" and part.order.objective == m.g.static.number["fort-doyle"]
    with refused("3.8.6"):
        m.choose(("picket again",))
    unit(m, "b1").board = m.g.static.number[VALE]
    m.choose(("obvious",))
    m.choose(("picket again",))
    assert part.kind == "picket" and not part.cut


@pytest.mark.rule("fyow.3.8.1")
def test_a_picket_comes_back_at_its_parents_card():
    m, new = picket()
    m.g.unit(new).moved, m.g.unit(new).moves, m.g.unit(new).arrived = False, 0, m.g.now - 1
    m.choose(("obvious",))
    with m.forced(10):
        m.choose(("shift", new, link(m, ISLET, VALE)))
    assert m.g.unit(new).kind == "merged" and unit(m, "b1").elements["regular"] == 154


# ------------------------------------------------------------------ 2.5 to 2.7


def at_senior(*cards, **forces):
    """The Wessex Brigade's card, with b1 and b4 at Vale Church."""
    base = {"b1": {"board": VALE, "stockpile": 7}, "b4": {"board": VALE, "stockpile": 12}}
    for name, change in forces.items():
        base[name] |= change
    return at_cards("wessex", *(cards or ("b4",)), forces=base)


@pytest.mark.rule("fyow.2.7.3")
def test_a_merger_stays_within_the_cap():
    m = at_senior()
    with refused("2.7.3", "1507"):
        m.choose(("merge", 0, 1))


@pytest.mark.rule("fyow.2.7.1", "fyow.2.7.4", "fyow.2.7.5", "fyow.2.7.6", "fyow.2.7.7", "fyow.2.7.8", "fyow.2.7.9", "fyow.15.9.2")
def test_two_battlegroups_are_merged():
    m = at_senior("b4", "b1", b1={"mode": "rationed", "disarray": 1, "helped": True}, b4={"elements": {"regular": 60}, "condition": AMBER, "mode": "rest"})
    with m.forced(1):
        m.choose(("merge", 0, 1))
    assert m.decision.rule == "fyow.2.7.7"
    m.choose("b4")
    b1 = unit(m, "b1")
    assert b1.elements["regular"] == 214 and b1.stockpile == 10 and b1.order.kind == "stand by"
    assert (b1.mode, b1.disarray, b1.condition) == ("rationed", 1, GREEN)
    assert unit(m, "b4").kind == "merged" and 1 not in m.g.state.pack and m.g.state.brigades[0].hq == 0
    assert m.g.combat_value(0) == (1350 + 180) // 20


@pytest.mark.rule("fyow.2.7.1", "fyow.2.7.2")
def test_who_may_merge_whom():
    m = at_senior(b4={"elements": {"regular": 60}})
    unit(m, "b4").board = m.g.static.number[ISLET]
    assert merging.may_merge(m.g, 0, 0, 1).rule == "fyow.2.7.1"
    unit(m, "b4").board = m.g.static.number[VALE]
    assert merging.may_merge(m.g, 0, 0, 1) is None
    from grognard.games.fyow.state import Brigade

    m.g.state.brigades.append(Brigade("Second", "british", 1, "Brigadier X"))
    unit(m, "b4").brigade = 2
    assert merging.may_merge(m.g, 2, 0, 1).rule == "fyow.2.7.2"
    assert merging.may_merge(m.g, 0, 0, 1) is None  # the highest command is over both


@pytest.mark.rule("fyow.2.5.1", "fyow.2.5.2", "fyow.2.5.3", "fyow.2.5.4", "fyow.6.4.2")
def test_reserves_are_sent_as_a_fraction():
    m = at_senior(b1={"board": ISLET})
    m.g.state.staff.pools = {"british": {"regular": 74, "mmg": 2}}
    m = at_reserve(m)
    m.choose(("release",))
    with refused("2.5.4", "has 2"):
        m.choose({"unit": "b1", "elements": {"mmg": 3}})
    value(m, "b1", 1490)
    with refused("2.5.2"):
        m.choose({"unit": "b1", "elements": {"regular": 74}})
    value(m, "b1", 600)
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    new = m.g.state.units[-1]
    assert new.kind == "fraction" and new.parent == 0 and new.order.kind == "move" and new.elements == {"regular": 40}
    assert m.g.state.staff.pools["british"] == {"regular": 34, "mmg": 2} and unit(m, "b4").elements["regular"] == 52
    assert new.board == unit(m, "b4").board


@pytest.mark.rule("fyow.2.2.1", "fyow.2.5.3")
def test_captured_weapons_do_not_march_without_men():
    """Ruling R152: the crews are prisoners; with men, or to a Battlegroup beside the HQ, they may go."""
    m = at_senior(b1={"board": ISLET})
    m.g.state.staff.pools = {"british": {"regular": 40, "mmg": 1}}
    m.g.state.staff.booty = {"british": {"mmg": 2, "heavy_howitzer": 2}}
    take_booty(m.g)
    m = at_reserve(m)
    m.choose(("release",))
    with refused("2.2.1", "have no crews"):
        m.choose({"unit": "b1", "elements": {"heavy_howitzer": 2}})
    with refused("2.2.1"):
        m.choose({"unit": "b1", "elements": {"mmg": 2}})  # one has men of its own
    assert not m.decision.refusals(merging.Release("b1", {"mmg": 1}))
    assert not m.decision.refusals(merging.Release("b4", {"mmg": 3}))
    assert all("regular" in r.elements for r in m.decision.suggestions() if r.unit == "b1")
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 20, "mmg": 3}})
    assert m.g.state.units[-1].elements == {"regular": 20, "mmg": 3} and m.g.state.staff.captured["british"] == {"heavy_howitzer": 2}


def at_reserve(m):
    """The same card again, now that there is a pool."""
    from grognard.kernel import Match

    situation = {"cards": ["wessex", "b4"], "weather": {"sky": "fair"}, "staff": {"pools": m.g.state.staff.pools, "captured": m.g.state.staff.captured}}
    situation["forces"] = {"b1": {"board": m.g.static.boards[unit(m, "b1").board].id}, "b4": {"board": VALE, "mode": unit(m, "b4").mode}}
    return Match.start("fyow", "learning", seed=1, options={"traits": False, "loss_removal_automatic": True}, situation=situation)


@pytest.mark.rule("fyow.2.6.1", "fyow.2.6.2", "fyow.33.10.3")
def test_on_one_board_reserves_change_over_without_a_fraction():
    m = at_senior()
    m.g.state.staff.pools = {"british": {"regular": 40}}
    m = at_reserve(m)
    m.choose(("release",))
    with m.forced(1):
        m.choose({"unit": "b1", "elements": {"regular": 40}})
    merging.change_over(m.g)  # as the next session begins
    assert unit(m, "b1").elements["regular"] == 194 and len(m.g.state.units) == 4 and m.g.combat_value(0) == 73
    unit(m, "b4").mode = "rest"
    m.g.state.staff.pools = {"british": {"regular": 40}}
    assert merging.may_open_pool(m.g, 0).rule == "fyow.2.6.2"


# ------------------------------------------------------------------ 2.9: groups


def grouped(*cards, **forces):
    m = at_senior(*cards, **{"b1": {"order": ["move", ISLET]}, "b4": {"elements": {"regular": 60}, "order": ["defend", VALE]}, **forces})
    m.choose(("group",))
    m.choose(["b1", "b4"])
    return m


@pytest.mark.rule("fyow.2.9.1", "fyow.2.9.2", "fyow.2.9.5", "fyow.2.9.7", "fyow.18.1.1")
def test_a_group_marches_on_the_card_of_the_senior_command():
    m = grouped("b1", "b4", "g4")
    assert m.g.state.staff.groups == [Group(0, [0, 1])]
    assert 0 not in m.g.state.pack and 1 not in m.g.state.pack and 0 not in holders_of_cards(m.g)
    m.choose(("done",))
    assert m.decision.rule == "fyow.2.9.5"
    with m.forced(4, 1, 1, 1, 1):  # one test for both: 1 Movement Point + 4 against 4
        m.choose(("march", link(m, VALE, ISLET)))
    assert where(m, "b1") == where(m, "b4") == ISLET


@pytest.mark.rule("fyow.2.9.7")
def test_the_slowest_sets_the_speed():
    m = grouped()
    unit(m, "b1").moves_as, unit(m, "b4").moves_as = "awd_trucks", "regular_infantry"
    assert int(groups.group_movement(m.g, [0, 1], link(m, VALE, ISLET), m.g.state.staff.groups[0])) == 1


@pytest.mark.parametrize(("also", "total"), [({}, 1), ({"elements": {"elite": 50}}, 2), ({"elements": {"elite": 50}, "retries": 2}, 4)])
@pytest.mark.rule("fyow.2.9.7", "fyow.14.5.3", "fyow.14.6.1")
def test_what_helps_one_of_them_does_not_help_the_group(also, total):
    """14.5: only a force that is wholly elite gains +1; who has not tried before has no bonus for it."""
    m = grouped()
    way = link(m, VALE, ISLET)
    unit(m, "b1").elements, unit(m, "b1").retries, unit(m, "b1").retry_link = {"elite": 100}, 1, way
    unit(m, "b4").elements, unit(m, "b4").retry_link = {"regular": 50}, way
    for field, given in also.items():
        setattr(unit(m, "b4"), field, given)
    assert int(groups.group_movement(m.g, [0, 1], way, m.g.state.staff.groups[0])) == total


@pytest.mark.rule("fyow.2.9.7", "fyow.14.9.1")
def test_traffic_where_the_rest_of_the_column_stands_slows_nobody_else():
    m = grouped()
    unit(m, "b4").board = m.g.static.number["chouet"]
    other = m.g.enlist(structs.replace(unit(m, "b1"), id="b9", board=unit(m, "b4").board, order=Order("move", unit(m, "b1").board)))
    assert m.g.moving(other)
    assert int(groups.group_movement(m.g, [0], link(m, VALE, ISLET), m.g.state.staff.groups[0])) == 1


@pytest.mark.rule("fyow.2.9.8")
def test_a_reconnaissance_fraction_in_front_is_free_of_that_limit():
    m = grouped()
    scouts = fractions.split(m.g, 0, {"carrier": 4}, "fraction", Order("move", m.g.static.number[ISLET]))
    m.g.unit(scouts).elements, m.g.unit(scouts).moves_as = {"scout_car": 4}, "wheeled_4"
    group = m.g.state.staff.groups[0]
    group.members.insert(0, scouts)
    way = link(m, VALE, ISLET)
    assert int(groups.group_movement(m.g, [scouts], way, group)) > int(groups.group_movement(m.g, [0, 1], way, group))


@pytest.mark.rule("fyow.2.9.6")
def test_a_group_does_not_attack():
    m = grouped()
    m.g.state.seen["british"] = [number(m, "g2")]
    unit(m, "g2").board = m.g.static.number[ISLET]
    m.choose(("done",))
    with refused("2.9.6"):
        m.choose(("march", link(m, VALE, ISLET)))


@pytest.mark.rule("fyow.2.9.9", "fyow.2.9.3")
def test_who_is_attacked_or_split_off_leaves_the_group():
    m = grouped()
    groups.attacked(m.g, 0)
    assert m.g.state.staff.groups == [Group(0, [0, 1])]  # the leading one
    groups.attacked(m.g, 1)
    assert m.g.state.staff.groups == []
    m = grouped()
    m.choose(("split", 1))
    assert m.g.state.staff.groups == [] and said(m, "british", "2.9.3")


@pytest.mark.rule("fyow.2.9.1")
def test_a_group_is_ended_without_dice():
    m = grouped()
    with refused("2.9.1"):
        m.choose(("ungroup",))  # not in the activation that formed it
    groups.end_group(m.g, 0)
    assert m.g.state.staff.groups == []
