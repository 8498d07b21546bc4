"""Faults that a reader found with the source alone: each clause at its boundary, through decisions and dice where they exist."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, ships, take_three
from fyow_table import ISLET, SAMPSON, VALE, at_cards, field, fyow, link, move, number, refused, said, unit

from grognard.games.fyow.air.ground_attack import hit_target
from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.condition import condition
from grognard.games.fyow.forces.fractions import Detachment
from grognard.games.fyow.partisans import cells, missions, sweeps
from grognard.games.fyow.partisans.demolition import routes_over
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.records.services import Cell, Delivery, Fortune, Stores, Task
from grognard.games.fyow.records.staff import Decoy
from grognard.games.fyow.records.works import Work
from grognard.games.fyow.sea.vessels import shore_targets
from grognard.games.fyow.supply.routes import chain, home_of
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
    m.g.state.stores.bank = {"british": 400}
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


# ------------------------------------------------------------------ partisans (34)


def hunted(**options):
    m = take_three(options={"partisans": True, **options})
    m.g.state.partisans.cells = [Cell("british", board(m, "petit-bot-bay"), 5, radio=True, explosives=1)]
    for name in ("g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8"):
        unit(m, name).board = board(m, "fort-doyle")
    return m, m.g.state.partisans.cells[0]


@pytest.mark.rule("fyow.34.14.3")
@pytest.mark.parametrize(("men", "goes"), [(29, False), (30, True)])
def test_a_sweep_wants_a_rifle_company(men, goes):
    """Three guns are a company elsewhere (R12); they sweep no woods."""
    m, cell = hunted()
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").elements = {"regular": men, "field_gun": 6}
    with m.forced(*([5] if goes else [])):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.14.2", "fyow.8.5.1")
@pytest.mark.parametrize(("face", "goes"), [(3, True), (4, False)])
def test_whether_he_sweeps_his_character_says(face, goes):
    """Ruling R15: a passive and balanced BC says yes up to 3."""
    m, cell = hunted(traits=True)
    unit(m, "g4").board, cell.incident, cell.trouble = board(m, "forest"), 0, cell.board
    unit(m, "g4").temper = "passive"
    with m.forced(face):
        sweeps.order_sweep(m.g, 0, cell)
    assert bool(m.g.state.partisans.sweeps) is goes


@pytest.mark.rule("fyow.34.8.5")
def test_partisans_blow_up_the_bridge_that_still_stands():
    m, cell = hunted()
    place = board(m, "forest")
    m.g.state.staff.works = [Work(place, "the old bridge", "bridge", damage=6), Work(place, "the new bridge", "bridge")]
    with m.forced(6):
        missions.attack(m.g, cell, place)
    assert [work.destroyed for work in m.g.state.staff.works] == [True, True]


@pytest.mark.rule("fyow.34.8.6", "fyow.20.1.1")
def test_partisans_cut_the_line_from_the_brigade_s_own_home(monkeypatch):
    """A Brigade supplied from a board of its own has its route over other boards."""
    m = at_cards("b1", options={"traits": False, "partisans": True}, forces={"g4": {"board": "les-capelles"}})
    fortress = m.g.static.scenario["brigade"][1]
    monkeypatch.setitem(fortress, "home", "grandes-rocques")
    over = [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]
    assert over == sorted(chain(m.g, unit(m, "g4").board, home_of(m.g, 1))[0][1:-1])
    monkeypatch.delitem(fortress, "home")
    assert over != [b for b in range(m.g.static.size) if routes_over(m.g, b, "german")]


@pytest.mark.rule("fyow.34.15.8", "fyow.34.15.6")
def test_a_new_agent_does_not_inherit_experience():
    m, cell = hunted()
    cell.agent, cell.missions = 0, 2
    with m.forced(1):
        cells.casualties(m.g, cell, 1)
    cell.agent, cell.agent_since, m.g.state.day = 0, 0, 1
    with m.forced(4, 5):  # 2D10 again, not 2D20
        sweeps.capture_throws(m.g)
    assert said(m, "british", "34.15.5") == ["Is the agent caught?"] and not said(m, "british", "34.15.8")


# ------------------------------------------------------------------ aircraft and ships (28, 29, 30)


@pytest.mark.rule("fyow.28.13.2", "fyow.16.0.7")
def test_parachutists_on_a_board_of_hidden_men_land_in_peace():
    """Ruling R163: nobody is brought to battle whom nobody can find."""
    m = take_three(cards=["ba4", "g6"])
    for name in ("g1", "g2", "g3"):
        unit(m, name).board = board(m, "fort-doyle")
    unit(m, "g1").board, unit(m, "g1").elements = board(m, "forest"), {"elite_enhanced": 20}
    unit(m, "g1").concealed = {"elite_enhanced": 20}
    for other in m.g.on_board(board(m, "forest"), "german"):
        if other != number(m, "g1"):
            m.g.unit(other).board = board(m, "fort-doyle")
    m.choose(("fly", board(m, "forest")))
    m.choose(("drop",))
    assert not m.g.state.battles and unit(m, "b8").board == board(m, "forest") and unit(m, "b8").box < 0


@pytest.mark.rule("fyow.28.8.8")
def test_all_who_fly_together_must_find_room():
    """59 spaces fit into two transports; with a second such company three are too few."""
    m = take_three(cards=["g6", "ba4", "g5"])
    group = m.g.state.air.groups[air(m, "ba4")]
    unit(m, "b6").elements, unit(m, "b6").aboard = dict(unit(m, "b8").elements), -1
    group.troops.append(number(m, "b6"))
    m.choose(("stay",))
    with refused("28.8.8"):
        m.choose(("fly", board(m, "forest")))


@pytest.mark.rule("fyow.28.8.3")
def test_a_force_destroyed_by_the_first_bomb_is_not_destroyed_again():
    m = take_three(cards=["g6"])
    unit(m, "g1").elements = {"regular": 1}
    for _ in range(2):
        hit_target(m.g, "british", f"u{number(m, 'g1')}", 4)
    assert len(said(m, "german", "28.8.3")) == 1


@pytest.mark.rule("fyow.29.9.1")
@pytest.mark.parametrize(("hunter", "prey"), [(True, False), (False, True), (False, False)])
def test_a_destroyer_finds_a_submarine_if_one_of_them_is_in_the_combat_area(hunter, prey):
    m = take_three(cards=["bn1", "g6"], fleet_at={"bn1": "e", "gn1": "e"})
    fleet, own, other = m.g.state.fleet, ships(m, "bn1"), ships(m, "gn1")
    for vessel in fleet.vessels:
        vessel.kind = "submarine" if vessel.group == other else vessel.kind
    fleet.groups[own].area, fleet.groups[other].area = hunter, prey
    ashore = len(shore_targets(m.g, board(m, "e"), "british")) if hunter else 0
    with m.forced(*[2] * 9 * ((hunter or prey) + ashore)):
        m.choose(("spot",))
    assert (f"g{other}" in fleet.groups[own].spotted) is (hunter or prey)


@pytest.mark.rule("fyow.29.3.3", "fyow.29.3.2")
@pytest.mark.parametrize(("size", "bar", "passes"), [("large", "weir", True), ("small", "weir", False), ("small", "rapids", False)])
def test_on_a_small_river_not_even_a_canoe_passes_a_weir(size, bar, passes, monkeypatch):
    m = take_three(cards=["bn3", "g6"], fleet_at={"bn3": "e"})
    static = m.g.static
    way = static.graph.links_at(board(m, "e"), static.water)[0]
    for column, word in (("link_kind", "river"), ("link_water", size), ("link_bar", bar)):
        monkeypatch.setattr(static, column, [word if n == way else k for n, k in enumerate(getattr(static, column))])
    for vessel in m.g.state.fleet.vessels:
        vessel.kind = "canoe_dinghy_raft" if vessel.group == ships(m, "bn3") else vessel.kind
    m.choose(("spot",))  # the question is put anew
    if passes:
        assert ("sail", way) in m.decision.options
    else:
        with refused("29.3.3"):
            m.choose(("sail", way))


@pytest.mark.rule("fyow.20.6.4", "fyow.29.10.1.1")
def test_a_battery_at_rest_does_not_shell_what_it_saw_yesterday():
    m = take_three(cards=["g6", "f2", "g5"], forces={"f2": {"mode": "rest"}})
    group = m.g.state.fleet.groups[ships(m, "bn1")]
    group.board, group.area = board(m, "e"), True
    m.g.state.fleet.battery_seen[str(number(m, "f2"))] = [ships(m, "bn1")]
    with m.forced():
        m.choose(("stay",))
    with refused("20.6.4"):
        m.choose(("shell", m.g.state.fleet.vessels.index(next(v for v in m.g.state.fleet.vessels if v.group == ships(m, "bn1"))), 1))


@pytest.mark.rule("fyow.30.5.1", "fyow.20.6.4", "fyow.15.3.6")
@pytest.mark.parametrize(("change", "rule"), [({"mode": "rest"}, "20.6.4"), ({"disarray": 2}, "15.3.6"), ({}, "")])
def test_who_rests_or_is_in_disarray_blows_up_no_line(change, rule, monkeypatch):
    m = at_cards("b1", "g2", "b4", forces={"g2": {"elements": {"regular": 60, "large_charge": 1}, **change}})
    way = link(m, SAMPSON, "les-capelles")
    monkeypatch.setattr(m.g.static, "rails", m.g.static.land)  # the roads serve as rails
    m.choose(("stay",))
    if rule:
        with refused(rule):
            m.choose(("cut", way))
    else:
        m.choose(("cut", way))
        assert str(way) in m.g.state.rail.cuts


@pytest.mark.rule("fyow.4.4.1", "fyow.4.4.6")
def test_who_has_not_come_yet_is_nowhere():
    """A force with a date of its own has no orders, no supply throw, no place on the board until its card turns up."""
    m = fyow({"traits": False}, phase="plan", command=STAFFS, weather={"sky": "fair"}, forces={"b4": {"waits": "later", "rating": 6}})
    assert "b4" not in [row.id for row in m.view("british").decision.rows]
    assert number(m, "b4") not in m.g.on_board(unit(m, "b4").board, "british")
    m.choose([], seat="british")
    m.choose([], seat="german")
    assert not [text for text in said(m, "british", "20.4.1.2") if "Brigade HQ" in text]
    assert unit(m, "b4").attitude == "present"
