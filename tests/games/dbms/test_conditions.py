"""dbms.R115: what a battle of history may have of its own: works, aircraft, reserves, a last turn, what decides."""

import pytest

from games.dbms.conftest import battle, box, fight, refused, state
from grognard.games.dbms.asks import Ask
from grognard.games.dbms.view.objectives import left
from grognard.games.dbms.view.scene import special as words_of_conditions
from grognard.kernel import BadData, Match

TANKS = ("red TA 300 300 0", "blue TA 300 220 180")
BASE = {"owner": "blue", "points": box(260, 160, 340, 240)}


def special(*elements, conditions, phase="fight", base=None, patch=None, options=None):
    """A battle of the tests with conditions."""
    m = battle(*elements, phase=phase, base=base)
    data = {**m.static.data, "conditions": conditions}
    now = {"phase": phase, "mover": "red", "initiative": "red", "turn": 1, "pips": {"red": 6, "blue": 6}, **(patch or {})}
    return Match.start("dbms", data, seed=1, situation=now, options=options or {})


def special_words(m):
    return [line for line in words_of_conditions(m.g) if "breaks" in line]


def test_another_number_of_losses_may_lose_a_battle():
    """Blue breaks at five: the fourth does not end it, the fifth does."""
    for lost, over in ((3, False), (4, True)):
        m = special(*TANKS, conditions={"losses": {"blue": 5}}, patch={"losses": {"red": 0, "blue": lost}})
        fight(m, 0, 1, 6, 1)
        assert (m.result is not None) is over
    even = special(*TANKS, conditions={"losses": {"blue": 5}}, patch={"losses": {"red": 4, "blue": 4}})
    fight(even, 0, 1, 6, 1)
    assert even.result is None, "red four of four, blue five of five: both are at their number"


@pytest.mark.parametrize(("options", "conditions", "lost", "over"), [
    ({"blue_losses": 6}, {}, 4, False), ({"blue_losses": 6}, {}, 5, True),
    ({"blue_losses": 3}, {}, 2, True), ({"red_losses": 3}, {}, 2, False),
    ({"blue_losses": 6}, {"losses": {"blue": 5}}, 4, False), ({}, {"losses": {"blue": 5}}, 4, True),
])  # fmt: skip
def test_a_handicap_is_another_number_of_losses(options, conditions, lost, over):
    """dbms.R117: it stands above the number of the battle; the side that has none keeps its four."""
    m = special(*TANKS, conditions=conditions, options=options, patch={"losses": {"red": 0, "blue": lost}})
    fight(m, 0, 1, 6, 1)
    assert (m.result is not None) is over


def test_the_table_says_how_many_losses_beat_each_side():
    m = special(*TANKS, conditions={"losses": {"red": 5}, "last_turn": 9})
    strip = {one.id: one for one in m.view("red").objectives}
    assert strip["beaten-red"].needed == "5 lost and farther beyond 5 than the enemy beyond 4"
    assert strip["beaten-blue"].needed == "4 lost and farther beyond 4 than the enemy beyond 5"
    assert "Red breaks at 5 losses" in special_words(m)
    agreed = special(*TANKS, conditions={}, options={"red_losses": 5, "blue_losses": 5})
    assert {one.needed for one in agreed.view("red").objectives} == {"5 lost and more than the enemy"}
    assert special_words(agreed) == ["Red breaks at 5 losses", "Blue breaks at 5 losses"]
    assert left(m.g) == "8 turns left"


def test_with_a_handicap_who_is_farther_beyond_his_number_has_lost():
    m = special(*TANKS, conditions={}, options={"red_losses": 3, "blue_losses": 6}, patch={"losses": {"red": 3, "blue": 5}})
    fight(m, 0, 1, 6, 1)
    assert m.result is None, "both stand at their number"
    m = special(*TANKS, conditions={}, options={"red_losses": 3, "blue_losses": 6}, patch={"losses": {"red": 4, "blue": 5}})
    fight(m, 0, 1, 6, 1)
    assert m.result is not None and m.result.winner == "blue"


def test_the_base_may_decide():
    for decides in (True, False):
        m = special("red TA 300 280 0", conditions={"base_decides": decides}, base=BASE)
        fight(m, 0, -1, 6, 1)
        assert state(m).fort.captured
        assert (m.result is not None) is decides
        if decides:
            assert m.result.winner == "red" and m.result.rule == "dbms.R115"


@pytest.mark.parametrize(("turn", "holds", "winner"), [(3, "blue", None), (4, "blue", "blue"), (4, "red", "red"), (4, "", "red")])
def test_after_the_last_turn_a_side_has_held(turn, holds, winner):
    conditions = {"last_turn": 4, **({"holds": holds} if holds else {})}
    m = special(*TANKS, conditions=conditions, patch={"turn": turn, "losses": {"red": 0, "blue": 1}, "phase": "end"})
    assert (m.result.winner if m.result else None) == winner


def test_who_had_time_to_prepare_has_more_tasks_of_engineers():
    m = special("red IN 300 560 0", "blue IN 300 100 180", "blue IE 200 100 180", phase="swap", conditions={"works": {"blue": 2}})
    m.choose("done")
    assert state(m).works == {"red": 0, "blue": 3}


def test_aircraft_may_be_kept_at_home_until_a_turn():
    for turn, up in ((1, False), (4, False), (5, True)):
        m = special("red BO", "red GE 520 560 0", "blue TA 300 100 0", "blue GE 100 60 180", phase="move",
                    conditions={"air_from": {"red": 5}}, patch={"turn": turn})  # fmt: skip
        if up:
            m.choose(("air", 0))
        else:
            with refused("dbms.air-moves.5", says="until turn 5"):
                m.choose(("air", 0))


def with_reserves(turn):
    """A battle in which blue's second tank comes in turn 3."""
    m = battle("red TA 300 560 0", "blue TA 300 100 180", "blue TA 200 100 180", phase="start")
    data = {**m.static.data, "conditions": {"reserves": {"blue": {"turn": 3, "elements": "TA"}}}}
    data["elements"] = [dict(one) for one in data["elements"]]
    del data["elements"][2]["at"]
    return Match.start("dbms", data, seed=1, situation={"phase": "start", "turn": turn})


def test_reserves_come_in_their_turn_and_are_placed_in_their_zone():
    early = with_reserves(1)
    assert early.decision.name != Ask.DEPLOY, "turn 2 begins without them"
    m = with_reserves(2)
    assert m.decision.name == Ask.DEPLOY and m.decision.seat == "blue"
    with refused("dbms.deployment.5", says="outside"):
        m.choose([{"element": 2, "x": 20000, "y": 30000, "facing": 18000}])
    with refused("dbms.deployment.5", says="friend"):
        m.choose([{"element": 2, "x": 30000, "y": 11000, "facing": 18000}])
    m.choose([{"element": 2, "x": 20000, "y": 10000, "facing": 18000}])
    assert state(m).elements[2].status == "table" and state(m).turn == 3


def test_what_cannot_be_held_back_is_named():
    m = battle(*TANKS, phase="start")
    with pytest.raises(BadData, match="hold back"):
        Match.start("dbms", {**m.static.data, "conditions": {"reserves": {"blue": {"turn": 3, "elements": "TH"}}}}, seed=1)
