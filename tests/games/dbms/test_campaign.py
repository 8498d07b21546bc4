"""dbms.R116: a campaign of several battles between the same two forces."""

import pytest

from games.dbms.conftest import battle, fight, state, told
from grognard.games.dbms.asks import Ask
from grognard.kernel import Match

RED = ["red TA 300 300 0", *[f"red IN {60 * i + 20} 560 0" for i in range(7)]]
BLUE = ["blue TA 300 220 180", *[f"blue IN {60 * i + 20} 40 180" for i in range(7)]]


def campaign(*, battles=3, lost=3, wins=None, number=1, red=RED, blue=BLUE):
    """Red's tank is about to destroy blue's, which is number 8; so many are lost already, far from here."""
    return battle(*red, *blue, phase="fight", spare=False, options={"battles": battles},
                  patch={"losses": {"red": 0, "blue": lost}, "campaign": {"battle": number, "wins": wins or {}}})  # fmt: skip


def test_the_victor_attacks_in_the_next_battle_and_everything_is_deployed_anew():
    m = campaign()
    fight(m, 0, 8, 6, 1, more=(5,))
    s = state(m)
    assert m.result is None and (s.campaign.battle, s.campaign.wins) == (2, {"red": 1})
    assert (s.phase, s.attacker, s.turn, s.losses) == ("terrain", "red", 0, {"red": 0, "blue": 0})
    assert m.decision.name == Ask.TERRAIN and m.decision.seat == "blue"
    assert all(element.status == "waiting" and element.at is None and not element.used for element in s.elements)
    assert any("Battle 2" in line for line in told(m))


@pytest.mark.parametrize(("die", "status"), [(4, "lost"), (5, "waiting")])
def test_of_the_beaten_a_lost_element_comes_back_on_five(die, status):
    m = campaign()
    fight(m, 0, 8, 6, 1, more=(die,))
    assert state(m).elements[8].status == status


@pytest.mark.parametrize(("die", "status"), [(2, "lost"), (3, "waiting")])
def test_of_the_victor_a_lost_element_comes_back_on_three(die, status):
    """Blue has lost as many as it may; red's own lost tank, number 1, rallies too."""
    m = battle(*RED, "red TA", *BLUE, phase="fight", spare=False, options={"battles": 3},
               patch={"losses": {"red": 1, "blue": 3}, "elements": {"8": {"status": "lost", "at": None}}})  # fmt: skip
    fight(m, 0, 9, 6, 1, more=(die, 6))
    assert state(m).elements[8].status == status


def test_who_wins_more_than_half_has_won_the_campaign():
    m = campaign(wins={"red": 1}, number=2)
    fight(m, 0, 8, 6, 1)
    assert m.result.winner == "red" and m.result.rule == "dbms.R116"
    even = campaign(wins={"blue": 1}, number=2)
    fight(even, 0, 8, 6, 1, more=(5,))
    assert even.result is None, "one to one: a third decides"


def test_after_the_last_battle_whoever_won_more_has_won():
    m = campaign(battles=4, wins={"red": 1, "blue": 1}, number=4)
    fight(m, 0, 8, 6, 1)
    assert m.result.winner == "red"
    draw = campaign(battles=4, wins={"blue": 2}, number=4)
    fight(draw, 0, 8, 6, 1)
    assert draw.result.winner == "blue", "two to one"


def test_a_force_of_fewer_than_seven_gives_up():
    m = campaign(blue=BLUE[:7])  # six are left if the tank does not come back
    fight(m, 0, 8, 6, 1, more=(4,))
    assert m.result.winner == "red" and "gives up" in m.result.text
    back = campaign(blue=BLUE[:7])
    fight(back, 0, 8, 6, 1, more=(5,))
    assert back.result is None


def test_a_single_battle_is_over_as_ever():
    m = campaign(battles=0)
    fight(m, 0, 8, 6, 1)
    assert m.result.rule == "dbms.winning.1"


def test_the_scenario_is_a_campaign_of_three():
    assert Match.start("dbms", "campaign", seed=1).options["battles"] == 3
