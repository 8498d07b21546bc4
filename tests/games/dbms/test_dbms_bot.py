"""The bot before the battle and on the march: forces, blocks, ways round what is in the way."""

from random import Random

import pytest

from games.dbms.conftest import battle, box
from grognard.bots.play import play_match
from grognard.bots.random_bot import RandomBot
from grognard.games.dbms.asks import Ask, Deed
from grognard.games.dbms.bot.before_battle import best_force
from grognard.games.dbms.bot.commander import COMMANDS, CommanderBot
from grognard.games.dbms.bot.exchange import Field, Melee, attacks_in_turn, stake
from grognard.games.dbms.bot.fighting import Step
from grognard.games.dbms.bot.groups import group_thoughts
from grognard.games.dbms.bot.panzer import WAYS, PanzerBot
from grognard.games.dbms.movement.groups import column_order, components
from grognard.games.dbms.setting_up.blocks import best_deployment
from grognard.games.dbms.setting_up.forces import force_refusals
from grognard.games.dbms.tables import ARMY_LISTS, DATA, THEATRES
from grognard.games.dbms.terrain.ways import way_to_enemy
from grognard.kernel import DONE, PASS, Chair, Match
from grognard.kernel.scenarios import scenario_files

NAMED = sorted(ARMY_LISTS)


def deployed(red, blue, seed, theatre="western_europe", **options):
    """A quick battle of two bots just before its first turn."""
    m = Match.start(
        "dbms",
        "quick-battle",
        seed=seed,
        options={"red_list": red, "blue_list": blue, "theatre": theatre, "table_seed": seed, **options},
    )
    bots = {"red": PanzerBot(), "blue": PanzerBot()}
    while not m.g.state.turn:
        for seat in list(m.decisions):
            m.choose(bots[seat].choose(Chair(m, seat, Random(1))), seat=seat)
    return m


def test_every_list_brings_a_legal_force_with_its_best_arms():
    for army in ARMY_LISTS.values():
        picks = best_force(army, 0, Random(1))
        assert not any(force_refusals(army, picks, 0)), army.id
    codes = [
        ARMY_LISTS["de-panzer-1943"].slots[p.slot].fillings[0].code
        for p in best_force(ARMY_LISTS["de-panzer-1943"], 1943, Random(1))
    ]
    assert "TH" in codes
    assert "AR" in codes


@pytest.mark.parametrize(("red", "blue", "theatre"), [("de-panzer-1943", "su-infantry-1941-1945", "eastern_europe"),
                                                      ("gb-infantry-1941-1945", "it-motorized-1941-1943", "north_africa")])  # fmt: skip
def test_it_deploys_in_blocks_and_mans_the_base(red, blue, theatre):
    m = deployed(red, blue, "blocks", theatre)
    s = m.g.state
    for side in ("red", "blue"):
        ground = [n for n in m.g.ground_elements(side) if m.g.code(n) not in ("GE", "TH") and not m.g.is_garrison(n)]
        grouped = {n for body in components(m.g, side) for n in body}
        assert len([n for n in ground if n in grouped]) >= 0.6 * len(ground), side
    assert s.fort.owner != s.attacker
    assert m.g.is_garrison(s.fort.garrison)


def test_the_attacker_puts_trucks_on_a_road_that_leads_to_the_enemy():
    road = ("road", [[300, 0], [300, 609]])
    trucks = [f"red IN {n} 560 0 sf/sw" for n in (100, 150, 200)]
    m = battle(*trucks, "red GE 400 560 0", "blue IN 300 100 180", "blue GE 100 60 180", terrain=[road])
    m.g.state.turn = 0  # before the battle
    found = {item.element: item for item in best_deployment(m.g, "red")}
    assert [found[n].loaded for n in range(3)] == [True] * 3
    assert {found[n].x for n in range(3)} == {30000}
    for n, item in found.items():
        m.g.element(n).at, m.g.element(n).form = (item.x, item.y, item.facing), int(item.loaded)
    assert column_order(m.g, [0, 1, 2]) is not None
    steps = [move.steps[0].kind for move, _ in group_thoughts(m.g, "red") if set(move.members) == {0, 1, 2}]
    assert "road" in steps


DEFENDER = {"phase": "swap", "attacker": "blue", "turn": 0}


def test_the_defender_swaps_guns_before_the_tanks():
    """Anti-tank guns stand before infantry and infantry before tanks: they change places, and nobody else does."""
    m = battle(
        "red IN 200 500 0", "red AT 400 500 0", "red IN 300 500 0", "red GE 300 560 0 sf",
        "blue TA 190 100 180", "blue TA 235 100 180", "blue IN 390 100 180", "blue IN 435 100 180", "blue GE 300 60 180",
        **DEFENDER,
    )  # fmt: skip
    bot = PanzerBot()
    assert m.decision.rule == "dbms.play-sheet.2"
    m.choose(bot.choose(Chair(m, "red", Random(1))))
    assert [m.g.element(n).at[0] for n in (0, 1)] == [40000, 20000]
    assert bot.choose(Chair(m, "red", Random(1))) == DONE


FORT = {"owner": "red", "points": box(260, 500, 340, 580), "garrison": 0}


def engineers_at_work(*more):
    """Red holds the right of its zone and a base in the middle; blue comes on the left."""
    m = battle(
        "red IN 300 540 0", "red IE 420 470 0", "red TA 470 470 0", "red GE 470 560 0", *more,
        "blue TA 30 250 180", "blue TA 75 250 180", "blue TA 120 250 180", "blue IN 165 250 180", "blue GE 100 60 180",
        base=FORT, **{**DEFENDER, "phase": "works"}, patch={"works": {"red": 1, "blue": 0}},
    )  # fmt: skip
    return m, PanzerBot()


def test_engineers_mine_the_open_flank_before_the_base():
    m, bot = engineers_at_work()
    m.choose(bot.choose(Chair(m, "red", Random(1))))
    m.choose(bot.choose(Chair(m, "red", Random(1))))
    (mines,) = m.g.ground.mines
    assert mines.shape.middle[0] < 30000, "on the enemy's way, not before the own tanks"


def test_engineers_dig_in_a_gun_line_that_will_stay():
    m, bot = engineers_at_work("red AT 370 470 0", "red IH 420 500 0", "red AT 470 520 0")
    assert bot.choose(Chair(m, "red", Random(1))) == "entrench"


@pytest.mark.soak
@pytest.mark.parametrize("theatre", list(THEATRES))
def test_it_deploys_every_list_on_every_kind_of_table(theatre):
    for i, name in enumerate(NAMED):
        m = deployed(name, NAMED[(i + 7) % len(NAMED)], f"table {i}", theatre)
        assert m.g.state.turn == 1, name


@pytest.mark.soak
@pytest.mark.parametrize("name", [s.name for s in scenario_files("dbms", DATA)])
def test_it_plays_every_prepared_battle_to_its_end(name):
    for seed, red in ((1, PanzerBot()), (2, RandomBot())):
        m = Match.start("dbms", name, seed=seed, options={"turn_limit": 20})
        result = play_match(m, {"red": red, "blue": PanzerBot() if seed == 2 else RandomBot()}, seed=seed)
        assert result.winner in ("red", "blue", None)


def test_the_way_to_the_enemy_goes_round_what_bars_it():
    wood = ("woods", box(230, 250, 370, 290))
    m = battle("red IN 300 400 0", "red GE 300 450 0 sw", "blue IN 300 100 180", "blue GE 100 60 180", terrain=[wood])
    on_foot, by_car = way_to_enemy(m.g, 0), way_to_enemy(m.g, 1)
    assert by_car - 5000 > on_foot + 2500  # it starts 50 mm farther back, and must go round


def test_the_way_over_a_river_is_its_bridge():
    river = ("river", [[0, 300], [609, 300]], {"bridges": [100]})
    m = battle(
        "red TA 500 400 0", "red IN 500 450 0", "red GE 560 560 0", "blue IN 500 100 180", "blue GE 40 60 180", terrain=[river]
    )
    assert way_to_enemy(m.g, 0) > 70000  # to the bridge at 100 and back again
    assert way_to_enemy(m.g, 1) < 50000  # infantry wades


def test_a_tank_drives_round_the_wood_before_it():
    wood = ("woods", box(240, 300, 360, 340))
    m = battle("red RE 300 400 0 aw", "red GE 300 560 0", "blue IN 300 100 180", "blue GE 100 60 180", terrain=[wood], pips=1)
    bot = PanzerBot()
    assert bot.choose(Chair(m, "red", Random(1))).notation() == ("move", 0)
    assert abs(bot.follow.poses[-1][0] - 30000) > 2000  # aside, not only up to the trees


def test_it_has_an_answer_for_every_question():
    assert set(WAYS) | {Ask.ACTIVATE} == set(Ask)
    assert set(COMMANDS) == set(WAYS)


# ------------------------------------------------------------------ the commander


def strikes_of(m, side="red", soon=False):
    field = Field(m.g)
    return attacks_in_turn(field, side, field.rows(), soon=soon)


def attack_of(m, n, enemy, side="red"):
    field = Field(m.g)
    return Melee(field, side, field.rows(), soon=False).against(n, enemy)


def test_the_commander_counts_the_defenders_support():
    """A gun behind the infantry and a tank beside it: both will help it, and less is to be hoped."""
    alone = battle("red TA 300 300 0", "blue IN 300 240 180", phase="fight")
    guarded = battle("red TA 300 300 0", "blue IN 300 240 180", "blue AR 300 200 180", "blue TA 345 240 180", phase="fight")
    bare, watched = attack_of(alone, 0, 1), attack_of(guarded, 0, 1)
    assert set(watched.guards) == {2, 3} and watched.value < bare.value


def test_a_second_attack_on_the_same_risks_nothing():
    """Play sheet 5: it is dared where the first is not."""
    m = battle("red RE 300 300 0", "blue TA 300 255 180", phase="fight")
    again = battle("red RE 300 300 0", "blue TA 300 255 180", phase="fight", patch={"elements": {"1": {"attacked": 1}}})
    assert attack_of(m, 0, 1).value < 0 < attack_of(again, 0, 1).value


def test_who_is_needed_for_the_next_defence_is_not_spent_on_the_first():
    """Two tanks are about to attack two men of foot; the gun behind both helps one of them, not both."""
    m = battle("red TA 260 300 0", "red TA 340 300 0", "blue IN 260 255 180", "blue IN 340 255 180", "blue AR 300 215 180", phase="fight")
    step = Step(m.g, "blue")
    free = step.rest()
    with step.used(4):
        assert step.rest() < free, "without the gun more is to be feared"


def test_the_loss_that_decides_weighs_more():
    m = battle("red TA 300 300 0", "blue IN 300 240 180", phase="fight", patch={"losses": {"red": 3, "blue": 3}})
    assert stake(m.g, 0) > 2
    m = battle("red TA 300 300 0", "blue IN 300 240 180", phase="fight", patch={"losses": {"red": 3, "blue": 4}})
    assert stake(m.g, 0) < 2, "the enemy has lost as many: the battle goes on"


def test_who_can_move_up_and_fire_is_a_threat_already():
    far = battle("red IN 300 500 0", "blue TA 300 300 180", "red GE 560 560 0", "blue GE 40 60 180")
    near = battle("red IN 300 460 0", "blue TA 300 300 180", "red GE 560 560 0", "blue GE 40 60 180")
    assert not strikes_of(far, "blue", soon=True), "7.9 in: out of the reach of its guns after a move of 3 in"
    assert strikes_of(near, "blue", soon=True) and not strikes_of(near, "blue"), "6.3 in"


def test_who_has_no_way_back_is_as_good_as_lost_when_beaten():
    """An enemy at the flank of the one that it attacks: a retreat would be his end."""
    m = battle("red TA 300 300 0", "blue TA 300 250 180", phase="fight")
    flanked = battle("red TA 300 300 0", "blue TA 300 250 180", "red IN 320 230 270", phase="fight")
    assert attack_of(flanked, 0, 1).value > attack_of(m, 0, 1).value + 0.2


def test_the_garrison_stays_in_the_base():
    m = battle(
        "red AA 300 540 0", "red TA 470 470 0", "red GE 470 560 0", "blue TA 300 250 180", "blue GE 100 60 180",
        base={**FORT, "garrison": 0}, attacker="blue", pips=1,
    )  # fmt: skip
    answer = CommanderBot().choose(Chair(m, "red", Random(1)))
    assert answer == PASS or answer.deed == Deed.ENTRENCH or 0 not in answer.members


def ideas_of(m, side="red"):
    return list(CommanderBot().ideas(Chair(m, side, Random(1)).imagine().g, side))


MIXED = ("red TA 280 500 0", "red TA 320 500 0", "red IN 360 500 0", "red IN 400 500 0", "red GE 300 560 0", "blue TA 300 100 180", "blue GE 520 60 180")


def test_the_commander_lets_tanks_go_at_their_own_pace():
    """In one body with infantry they could go 2 in; two of them by themselves go 3."""
    m = battle(*MIXED)
    steps = [(frozenset(idea.follow.members), step.by) for idea in ideas_of(m) if idea.value.deed == Deed.GROUP
             for step in idea.follow.steps[:1] if step.kind == "ahead"]  # fmt: skip
    assert max(by for who, by in steps if who == {0, 1}) == 7620
    assert max(by for who, by in steps if who != {0, 1}) == 5080


def test_the_commander_calls_a_group_by_its_members():
    m = battle(*MIXED)
    whole = [idea.value for idea in ideas_of(m) if idea.value.deed == Deed.GROUP and len(idea.follow.members) == 4]
    assert whole and all(sorted(value.members) == [0, 1, 2, 3] for value in whole)


def test_the_commander_thinks_of_digging_in_a_group_of_three_and_not_of_two():
    three = battle("blue IN 280 100 180", "blue IN 320 100 180", "blue IN 360 100 180", "blue GE 520 60 180", "red TA 300 260 0", "red GE 300 560 0", mover="blue")
    found = [idea for idea in ideas_of(three, "blue") if idea.value.deed == Deed.DIG]
    assert [(idea.follow.members, idea.cost) for idea in found] == [((0, 1, 2), 2)]
    two = battle("blue IN 280 100 180", "blue IN 320 100 180", "blue GE 520 60 180", "red TA 300 260 0", "red GE 300 560 0", mover="blue")
    assert not [idea for idea in ideas_of(two, "blue") if idea.value.deed == Deed.DIG]


def test_the_last_loss_is_the_one_at_which_this_battle_is_lost():
    m = battle("red TA 300 300 0", "blue TA 300 220 180", phase="fight", patch={"losses": {"red": 0, "blue": 3}})
    hard = Match.start("dbms", {**m.static.data, "conditions": {"losses": {"blue": 6}}}, seed=1,
                       situation={"phase": "fight", "mover": "red", "initiative": "red", "losses": {"red": 0, "blue": 3}})  # fmt: skip
    assert stake(m.g, 1) == 2 * stake(hard.g, 1)
