"""Faults that a reader found with the source alone: each clause at its boundary, through decisions and dice where they exist."""

from __future__ import annotations

import pytest
from fyow_table import ISLET, VALE, at_cards, field, fyow, link, move, number, refused, said, unit

from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.condition import condition
from grognard.games.fyow.forces.fractions import Detachment
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Delivery, Fortune, Stores, Task
from grognard.games.fyow.records.staff import Decoy
from grognard.games.fyow.records.works import Work
from grognard.games.fyow.weather import weather
from grognard.games.fyow.weather.weather import sky_at

STAFFS = {"wessex": {"rating": 6}, "fortress": {"rating": 6}}
COMMON = "lancresse-common"


# ------------------------------------------------------------------ Fractions and mergers (2.7, 3, 16, 20.12, 21.2, 31)


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


@pytest.mark.rule("fyow.20.12.1", "fyow.3.4.2")
def test_a_fraction_of_militia_is_militia():
    m = at_cards("b1", "b4", forces={"b1": {"militia": True}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 40}, "stand by", VALE))
    assert [u.militia for u in m.g.state.units if u.kind == "fraction"] == [True]


@pytest.mark.rule("fyow.21.2.1", "fyow.3.2.1")
def test_losses_of_a_fraction_of_a_fraction_come_back_to_the_battlegroup():
    m = at_cards("b1", "b4", forces={"b1": {"rating": 6}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 70}, "stand by", VALE))
    first = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction")
    m.g.state.pack[1:] = [first, number(m, "b4")]
    with m.forced(3, 3, 4):  # its first supply throw
        m.choose(("stay",))
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 35}, "stand by", VALE))
    second = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction" and n != first)
    m.g.record_loss(second, "regular", 10)
    assert m.g.state.stores.losses == {str(number(m, "b1")): 30}


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


@pytest.mark.rule("fyow.12.3.2")
def test_a_battlegroup_of_which_a_fraction_lives_is_not_destroyed_for_morale():
    """Ruling R155: it counts in the condition of its largest Fraction; with nothing left as destroyed."""
    m = at_cards("b1", "b4", forces={"b1": {"rating": 6}})
    m.choose(("form",))
    with m.forced(1):
        m.choose(Detachment({"regular": 60}, "stand by", VALE))
    part = next(n for n, u in enumerate(m.g.state.units) if u.kind == "fraction")
    m.g.destroy(number(m, "b1"), "{unit} is gone.", "fyow.33.10.1")
    m.g.unit(part).condition = 2  # Red: one die for a General who is Average
    assert int(condition.morale_dice(m.g, "british")) == 1
    m.g.destroy(part, "{unit} is gone.", "fyow.33.10.1")
    assert int(condition.morale_dice(m.g, "british")) == 3


@pytest.mark.rule("fyow.8.0.1", "fyow.3.8.1")
@pytest.mark.parametrize(("put", "asks"), [(["request 1"] * 4 + ["picket 7", "lead 0"], True), ([f"request {n}" for n in range(5)], False)])
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


@pytest.mark.rule("fyow.12.2.2")
@pytest.mark.parametrize(("kind", "due"), [("battlegroup", True), ("convoy", False), ("picket", False)])
def test_a_lost_convoy_brings_no_morale_throw(kind, due):
    m = at_cards("b1", "b4")
    unit(m, "b4").kind = kind
    unit(m, "b4").fell = True
    assert condition.morale_due(m.g, "british") is due


# ------------------------------------------------------------------ Pickets and markers keep to the ground (3.8, 14.4, 19, 26.6)


@pytest.mark.rule("fyow.3.8.1", "fyow.14.4.1")
def test_a_troop_of_tanks_is_no_picket_beyond_a_v_link(monkeypatch):
    m = at_cards("b1", "b4", forces={"b1": {"board": COMMON}})
    unit(m, "b1").elements["cruiser"] = 6
    way = m.g.static.land_links(unit(m, "b1").board)[0]
    monkeypatch.setattr(m.g.static, "link_v", [n == way for n in range(len(m.g.static.link_v))])
    m.choose(("obvious",))
    with refused("14.4.1"):
        m.choose(("picket", way, "troop"))
    assert ("picket", way, "platoon") in m.decision.options


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


@pytest.mark.rule("fyow.19.2.2", "fyow.20.6.4")
def test_the_markers_of_a_resting_force_rest():
    m = at_cards("b1", "b4", options={"traits": False, "decoys": True}, forces={"b1": {"mode": "rest"}})
    m.g.state.staff.decoys = [Decoy(number(m, "b1"), "B", unit(m, "b1").board)]
    m.choose(("obvious",))
    with refused("20.6.4"):
        m.choose(("marker", "B", link(m, VALE, ISLET)))


# ------------------------------------------------------------------ without fuel (20.7)


@pytest.mark.rule("fyow.20.7.1.2", "fyow.20.7.1.3")
def test_men_on_foot_do_not_drag_their_dead_vehicles_along():
    """b1 marches as infantry and has trucks: these stand still, so it goes on only without them."""
    m = at_cards("b1", "b4", forces={"b1": {"stopped": True, "mode": "rationed"}})
    with refused("20.7.1.2"):
        m.choose(move(m, "b1", ISLET))
    m.choose(("abandon",))
    assert "soft_truck" not in unit(m, "b1").elements and not unit(m, "b1").stopped


@pytest.mark.rule("fyow.20.7.1.3", "fyow.2.3.1")
def test_who_leaves_jeeps_marches_as_what_is_left():
    m = at_cards("b1", "b4", forces={"b1": {"stopped": True, "moves_as": "other_trucks"}})
    unit(m, "b1").elements = {"elite_enhanced": 30, "soft_truck": 3}
    m.choose(("abandon",))
    assert unit(m, "b1").moves_as == "special_forces"


@pytest.mark.rule("fyow.20.7.2.1", "fyow.20.7.2.2")
@pytest.mark.parametrize(("mode", "trucks"), [("active", 3), ("rationed", 0)])
def test_vehicles_are_taken_back_when_their_board_is_occupied_again(mode, trucks):
    m = at_cards("b1", "b4", forces={"b1": {"mode": mode, "order": ["move", ISLET]}}, hold={ISLET: "british"})
    unit(m, "b1").elements = {"regular": 100}
    m.g.state.stores.abandoned = [[str(m.g.static.number[ISLET]), "british", str(number(m, "b1")), "soft_truck", "3", "other_trucks"]]
    with m.forced(10, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert unit(m, "b1").elements.get("soft_truck", 0) == trucks
    assert bool(said(m, "british", "20.7.2.1")) == bool(trucks)


@pytest.mark.rule("fyow.20.7.1.2", "fyow.20.6.1")
@pytest.mark.parametrize(("last", "stands"), [(3, True), (4, False)])
def test_a_daily_throw_of_ten_sets_vehicles_going_at_rest_too(last, stands):
    orders = {"stopped": True, "order": ["rest", VALE], "stockpile": 0, "rating": 6}
    m = fyow({"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"}, forces={"b1": orders})
    m.choose([], seat="british")
    with m.forced(3, 3, last, *[4] * 9):
        m.choose([], seat="german")
    assert unit(m, "b1").mode == "rest" and unit(m, "b1").stopped is stands


@pytest.mark.rule("fyow.33.10.3")
@pytest.mark.parametrize(("left", "row"), [({"regular": 40, "obsolete_tank": 1}, "slow_tanks"), ({"regular": 40}, "regular_infantry")])
def test_who_has_lost_the_last_of_its_tanks_marches_as_infantry(left, row):
    m = at_cards("b4", forces={"b1": {"moves_as": "slow_tanks"}})
    unit(m, "b1").elements = dict(left)
    spend_the_session(m)
    assert unit(m, "b1").moves_as == row


def spend_the_session(m):
    now = m.g.now
    while m.g.now == now:
        m.choose(("stay",))


# ------------------------------------------------------------------ Rest and works (15.3, 20.6, 29.10, 30.5)


@pytest.mark.rule("fyow.15.3.5", "fyow.20.6.4")
@pytest.mark.parametrize("mode", ["active", "rest"])
def test_a_resting_force_does_not_fortify(mode):
    m = at_cards("g2", "b1", forces={"g2": {"calm": 4, "attitude": "deployed", "mode": mode}})
    if mode == "rest":
        with refused("20.6.4"):
            m.choose(("fortify",))
    else:
        m.choose(("fortify",))
        assert unit(m, "g2").attitude == "fortified"


@pytest.mark.rule("fyow.21.0.2", "fyow.31.1.5")
@pytest.mark.parametrize(("last", "sets"), [(3, 1), (4, 0)])
def test_a_pontoon_bridge_uses_up_its_set(last, sets):
    """Ruling R205; 45 is wanted, and 44 of it are not yet a bridge."""
    m = at_cards("b4", "b1", "g2", forces={"b4": {"engineers": 10, "arrived": 0}})
    work = Work(unit(m, "b4").board, "the bridge", "bridge", damage=6, known=["british"])
    m.g.state.staff.works = [work]
    m.g.state.stores.tasks = [Task("bridge", "british", 0, number(m, "b4"), 45, done=38, since=0)]
    m.choose(("obvious",))
    with m.forced(1, 1, 1, last):
        m.choose(("work", "bridge", 0))
    assert unit(m, "b4").elements.get("bridging_set", 0) == sets and work.destroyed is bool(sets)


# ------------------------------------------------------------------ battle (33)


@pytest.mark.rule("fyow.33.7.2.4", "fyow.33.10.2")
def test_damaged_tanks_in_a_committed_part_are_worth_half():
    """Four cruisers (65 each), three of them damaged, and guns that stay behind: 65 and three times half of 65."""
    m, _ = field()
    unit(m, "b1").elements = {"cruiser": 4, "regular": 10, "medium_howitzer": 4}
    unit(m, "b1").damaged = {"cruiser": 3}
    m.choose(("stay",))
    m.choose("hold fire")
    with m.forced(1):
        m.choose({"b1": {"cruiser": 2}})
    (roll,) = [e for e in m.diary("british") if e.rule == "fyow.33.7.2.13" and e.kind == "roll"]
    assert roll.text.startswith("9 against")  # 65 and 32.5 are 97 points


@pytest.mark.rule("fyow.27.5.2.3", "fyow.33.7.2.1")
@pytest.mark.parametrize("storm", ["", "blowing"])
def test_no_barrage_in_a_sandstorm(storm):
    m, _ = field(attacker={"elements": {"regular": 100, "medium_howitzer": 4}})
    m.g.state.weather.storm = storm
    m.choose(("stay",))
    assert m.decision.rule == ("fyow.33.7.2.4" if storm else "fyow.33.7.2.1")


# ------------------------------------------------------------------ weather (25, 32)


@pytest.mark.rule("fyow.25.0.2", "fyow.32.0.1")
def test_a_king_moves_the_weather_of_every_zone(monkeypatch):
    m = at_cards("b1", options={"traits": False, "weather_zones": True, "chance_cards": True}, weather={"marker": 8, "sky": "fair"})
    place = next(n for n, b in enumerate(m.g.static.boards) if b.land)
    king = next(n for n, card in enumerate(PACK) if card["kind"] == "weather_marker" and card["value"] == 2)
    monkeypatch.setattr(m.g.static.boards[place], "zone", 2)
    m.g.state.fortune.card, m.g.state.fortune.open = king, True
    far = sky_at(m.g, place)
    m.g.state.fortune.open = False
    m.g.state.weather.marker = 10
    assert far == sky_at(m.g, place)


@pytest.mark.rule("fyow.25.5.5", "fyow.25.0.1")
@pytest.mark.parametrize(("morning", "skipped"), [("snow", True), ("fair", False)])
def test_snow_of_the_morning_makes_tomorrow_the_first_fine_day(morning, skipped):
    """Ruling R83: on a split day what fell in its first part is not forgotten."""
    m = fyow({"traits": False, "half_day_weather": True}, phase="session", session=3, command=STAFFS,
             weather={"marker": 7, "sky": morning, "gauge": 4}, first_month=1)  # fmt: skip
    with m.forced(3):
        weather.remember_part(m.g)
        weather.move_marker(m.g)
    m.g.state.weather.sky, m.g.state.weather.wind = "fair", "none"
    weather.evening(m.g)
    assert m.g.state.weather.after_snow is skipped
    before, m.g.state.weather.worst = m.g.state.weather.gauge, -99
    weather.evening(m.g)
    assert (m.g.state.weather.gauge == before) is skipped


# ------------------------------------------------------------------ replacements (12.4, 21)


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


@pytest.mark.rule("fyow.21.8.2")
@pytest.mark.parametrize(("first", "second", "damaged"), [(3, 2, 0), (2, 2, 1), (2, 2, 0)])
def test_a_tank_is_traded_in_once_and_whole(first, second, damaged):
    m = fyow({"traits": False, "trade_in": True}, phase="plan", weather={"sky": "fair"}, forces={"b1": {"rating": 6}})
    unit(m, "b1").elements["early_medium"] = 4
    unit(m, "b1").damaged = {"early_medium": damaged} if damaged else {}
    unit(m, "b4").elements["cruiser"] = 1
    items = [make("b1", "trade", "early_medium>cruiser", n) for n in (first, second)]
    if first + second > 4 - damaged:
        with refused("21.8.1"):
            m.choose(items, seat="british")
    else:
        m.choose(items, seat="british")
        m.choose([], seat="german")
        assert "early_medium" not in unit(m, "b1").elements


@pytest.mark.rule("fyow.12.4.1", "fyow.12.4.2")
@pytest.mark.parametrize("whose", ["b1", ""])
def test_replacements_at_the_hq_give_the_repair_throw_too(whose):
    n = number(at_cards("b1"), whose) if whose else -1
    later = fyow({"traits": False}, phase="night", day=0, session=6, command=STAFFS, morale={"british": 2, "german": 3},
                 stores=Stores(deliveries=[Delivery("british", n, 40, 1)]))  # fmt: skip
    assert len(said(later, "british", "12.4.2")) == 1


@pytest.mark.rule("fyow.12.4.1", "fyow.32.0.1")
def test_no_repair_throw_while_a_card_holds_the_replacements_up():
    card = next(n for n, c in enumerate(PACK) if c.get("action") == "replenishment_delayed")
    m = fyow({"traits": False, "chance_cards": True}, phase="night", day=0, session=6, command=STAFFS,
             morale={"british": 2, "german": 3}, fortune=Fortune(card=card, day=2),
             stores=Stores(deliveries=[Delivery("british", 0, 40, 1)]))  # fmt: skip
    assert m.g.state.stores.deliveries and not said(m, "british", "12.4.2")
