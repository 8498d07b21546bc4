"""Fixtures of the tests of Napalini."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_cards import hold


@pytest.fixture
def quiet():
    """A table whose general has a card for set-up only, so that nobody is asked for it."""

    def make(*args, **more) -> Table:
        t = Table(*args, **more)
        hold(t, "8C")
        t.g.army(1).character = "8C"
        return t

    return make
