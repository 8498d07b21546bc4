"""Sentences of the source that a fourth reader, who knew neither code nor tests, found unheeded: each at its boundary."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_cards import hold
from test_napalini_letter_of_the_book import table

from grognard.games.napalini.cards.choices import RoundCard
from grognard.games.napalini.command import hq_actions
from grognard.games.napalini.night import nights
from grognard.kernel import DONE

# ------------------------------------------------------------------ the night


@pytest.mark.rule("napalini.8.attrition.mark", "napalini.8.attrition.check")
@pytest.mark.parametrize(
    ("with_units", "stays", "leaves"),
    [(False, 1, 0), (True, 0, 1)],
)
def test_isolation_markers_stay_on_their_squares(with_units, stays, leaves):
    """Who leaves the square leaves the marker, who has joined it tests: with the switch of R86 the other way round."""
    t = Table(options={"isolation_goes_with_units": with_units})
    t.g.camp(t.one).stockpiles = 0
    old = t.put(t.one, "infantry", "A8")
    for square, face in (("A6", "N"), ("B6", "N"), ("C6", "N"), ("C7", "W"), ("C8", "W")):
        t.put(t.two, "infantry", square, face)
    nights.mark_isolation(t.g, t.one)
    t.g.unit(old).at = t.sq("B8")  # isolated too, but without a marker
    new = t.put(t.one, "infantry", "A8")
    t.run(nights.attrition(t.g, t.one), dice=(1,))
    assert (t.g.unit(new).step, t.g.unit(old).step) == (stays, leaves)


# ------------------------------------------------------------------ cards


@pytest.mark.rule("napalini.card.10E")
@pytest.mark.parametrize(("played", "offered"), [(1, True), (2, False)])
def test_10E_is_played_at_the_beginning_of_a_round_too(played, offered):
    """Its star lets it be played outside the normal sequence, not in the Command Phase alone."""
    t = table()
    hold(t, "10E")
    t.g.camp(t.one).played = played
    t.round(t.one, step="actions", success=False, aoo=t.sq("A1"))
    answers = [RoundCard("10E"), DONE] if offered else []
    t.run(hq_actions.hq_actions(t.g), *answers)
    assert t.g.army(0).actions == (2 if offered else 0)
