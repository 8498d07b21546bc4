"""Rules that are seldom reached: chance cards on throws, stores under shells, coves, lost HQs, the open line, the cornered."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three, vessels
from fyow_table import ISLET, VALE, at_cards, field, fyow, link, move, number, refused, said, unit, where

from grognard.games.fyow.battle.barrage import shell
from grognard.games.fyow.chance import cards as chance
from grognard.games.fyow.chance.cards import PACK
from grognard.games.fyow.command import careers, commanders
from grognard.games.fyow.march.movement import may_move
from grognard.games.fyow.planning.plans import Plan
from grognard.games.fyow.sea import landings
from grognard.games.fyow.session.opening import opening
from grognard.games.fyow.state import DESTROYED


def with_card(rank: str, suit: str, *cards: str, **patch):
    m = at_cards(*(cards or ("b1",)), options={"traits": False, "chance_cards": True}, **patch)
    fortune = m.g.state.fortune
    fortune.card = next(n for n, c in enumerate(PACK) if (c["rank"], c["suit"]) == (rank, suit))
    fortune.day = m.g.day_of_month
    chance.turn_card(m.g)
    return m


# ------------------------------------------------------------------ 32: cards that change throws

MARCH = {"b1": {"order": ["engage", ISLET]}}


@pytest.mark.rule("fyow.32.0.1", "fyow.dice.3")
def test_with_the_3_of_clubs_a_movement_0_is_a_0():
    m = with_card("3", "clubs", "b1", "b4", forces=MARCH)
    with m.forced(10):  # the face 0
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == VALE
    plain = at_cards("b1", "b4", forces=MARCH)
    with plain.forced(10, 1, 1, 1, 1):
        plain.choose(move(plain, "b1", ISLET))
    assert where(plain, "b1") == ISLET


@pytest.mark.rule("fyow.32.0.1")
def test_with_the_3_of_hearts_a_movement_1_is_thrown_again():
    m = with_card("3", "hearts", "b1", "b4", forces=MARCH)
    with m.forced(1, 9, 1, 1, 1, 1):
        m.choose(move(m, "b1", ISLET))
    assert where(m, "b1") == ISLET
    two = with_card("3", "hearts", "b1", "b4", forces=MARCH)
    with two.forced(2):  # only a 1
        two.choose(move(two, "b1", ISLET))
    assert where(two, "b1") == VALE


@pytest.mark.rule("fyow.32.0.1", "fyow.8.1.2")
def test_with_the_4_of_spades_a_command_decision_is_thrown_again():
    m = with_card("4", "spades")
    with m.forced(10, 8):
        assert commanders.can_he(m.g, unit(m, "b1"), "does he?")
    with m.forced(10, 9):
        assert not commanders.can_he(m.g, unit(m, "b1"), "does he?")
    with m.forced(8):
        assert commanders.can_he(m.g, unit(m, "b1"), "does he?")
    plain = at_cards("b1")
    with plain.forced(10):
        assert not commanders.can_he(plain.g, unit(plain, "b1"), "does he?")


@pytest.mark.rule("fyow.32.0.1")
@pytest.mark.parametrize(("suit", "land"), [("hearts", True), ("clubs", False), ("diamonds", False)])
def test_with_the_4_of_hearts_everybody_rallies_once_more(suit, land):
    assert chance.rallies_again(with_card("4", suit).g, "land") == land
    assert not chance.rallies_again(with_card("4", "spades").g, "land")


# ------------------------------------------------------------------ 20.14: shells on an HQ


@pytest.mark.rule("fyow.20.14.1", "fyow.33.7.2.2")
def test_a_barrage_on_an_hq_burns_its_stores():
    m = at_cards("b1", forces={"g4": {"stockpile": 9}})
    unit(m, "b4").elements["medium_howitzer"] = 1
    with m.forced(*[4] * m.g.guns(number(m, "b4"))):
        shell(m.g, [number(m, "b4")], [number(m, "g4")], "fyow.33.7.2.2")
    assert unit(m, "g4").stockpile == max(0, 9 - 4 * m.g.guns(number(m, "b4")))
    assert said(m, "german", "20.14.1")


# ------------------------------------------------------------------ ruling R50: a day without a Senior Command


@pytest.mark.rule("fyow.6.3.1")
def test_for_a_day_a_brigade_without_hq_gets_no_orders():
    m = fyow({"traits": False}, phase="plan", command={"wessex": {"rating": 6}, "fortress": {"rating": 6}})
    unit(m, "b4").condition = DESTROYED
    with m.forced():
        careers.replace_lost_commands(m.g)
    assert m.g.unit(m.g.state.brigades[0].hq).condition == DESTROYED
    with refused("6.3.1", says="without a Senior Command today"):
        m.choose([Plan("b1", "sensible", "engage", ISLET), Plan("b1", "bold", "engage", VALE)], seat="british")
    m.choose([], seat="british")
    with m.forced(3):
        careers.replace_lost_commands(m.g)
    assert m.g.state.brigades[0].hq == number(m, "b1") and m.g.state.brigades[0].lost == -1


# ------------------------------------------------------------------ 29.16.3 and 14.6.3 at the shore


def at_the_cove(**patch):
    m = take_three(cards=["b5", "g6"], fleet_at={"fw": "w"}, **patch)
    return m, link(m, "w", "fort-hommet-and-albecq")


@pytest.mark.rule("fyow.29.16.3", "fyow.29.16.1")
def test_at_a_cove_boats_throw_before_they_land():
    """Ruling R108: only a landing on a beach is exempt."""
    m, way = at_the_cove(weather={"sky": "fair", "wind": "light"})
    boats = len(vessels(m, "fw"))
    before = m.g.value(number(m, "b5"))
    with m.forced(1, *[6] * (boats - 1), 10, *[1] * 4):  # one is swamped with its men; the others get ashore
        m.choose(("land", way))
    assert sum(m.g.state.fleet.vessels[place].sunk for place in vessels(m, "fw")) == 1
    assert m.g.value(number(m, "b5")) < before and unit(m, "b5").aboard == -1
    assert m.g.state.fleet.groups[ships(m, "fw")].wind == m.g.now  # not once more at the end of the session
    beach = take_three(cards=["b5", "g6"], fleet_at={"fw": "w"}, weather={"sky": "fair", "wind": "light"})
    with beach.forced(10, *[1] * 4):
        beach.choose(("land", link(beach, "w", "vazon-bay")))
    assert not any(beach.g.state.fleet.vessels[place].sunk for place in vessels(beach, "fw"))


@pytest.mark.rule("fyow.14.6.3", "fyow.14.6.1")
def test_a_landing_that_fails_by_night_ends_the_bonus():
    m, way = at_the_cove(weather={"sky": "fair", "wind": "high"})
    b5 = unit(m, "b5")
    for session, retries in ((3, 1), (4, 2), (6, 0)):
        m.g.state.session = session
        with m.forced(1):
            assert not landings.passes(m.g, number(m, "b5"), way, board(m, "fort-hommet-and-albecq"))
        assert (b5.retry_link, b5.retries) == (way, retries)


# ------------------------------------------------------------------ 33.8.6: out of the box in time


def cornered():
    """b1 was driven into the box of L'Islet, where g2 stands."""
    m, _ = field()
    m.g.state.battles.clear()
    unit(m, "b1").cornered, unit(m, "b1").arrived = True, m.g.now - 1
    unit(m, "b1").order = unit(m, "b1").order.__class__("defend", unit(m, "b1").board)
    return m


@pytest.mark.rule("fyow.33.8.6")
def test_who_is_driven_into_a_box_may_slip_away_before_the_occupiers_act():
    m = cornered()
    ways = [n for n in m.g.static.land_links(unit(m, "b1").board) if may_move(m.g, number(m, "b1"), n) is None]
    assert len(ways) > 1  # by any link, whatever its orders
    opening(m.g, number(m, "g2"))
    assert not unit(m, "b1").cornered
    assert all(may_move(m.g, number(m, "b1"), n) is not None for n in m.g.static.land_links(unit(m, "b1").board))


# ------------------------------------------------------------------ 3.8.4: a Picket that is cut off


@pytest.mark.rule("fyow.3.8.4", "fyow.3.5.3", "fyow.3.5.4")
def test_a_picket_that_is_cut_off_opens_books_of_its_own():
    from grognard.games.fyow.forces.fractions import split
    from grognard.games.fyow.state import Order

    m = at_cards("b1", "b4", forces={"b1": {"stockpile": 10}})
    picket = split(m.g, number(m, "b1"), {"regular": 10}, "picket", Order("defend", unit(m, "b1").board))
    m.g.unit(picket).cut = True
    with m.forced(4, 4, 4):  # it throws for the rest of the day; what is over 10 is lost
        opening(m.g, picket)
    assert m.g.unit(picket).kind == "fraction" and m.g.unit(picket).stockpile == 3  # a quarter of 10, rounded up
    assert m.g.unit(picket).mode == "active"
