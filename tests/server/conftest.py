"""The server's tests know more games than others: they are made known while these tests run, and no longer."""

from __future__ import annotations

import pytest

from grognard.kernel.game import _REGISTERED
from server.bad_bots import TROUBLED
from server.fog import FOG
from server.toy_games import TOYS


@pytest.fixture(scope="package", autouse=True)
def toys_are_known():
    before = dict(_REGISTERED)
    _REGISTERED.update({game.name: game for game in (*TOYS, FOG, TROUBLED)})
    yield
    _REGISTERED.clear()
    _REGISTERED.update(before)
