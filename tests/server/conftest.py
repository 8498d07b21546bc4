"""The server's tests know more games than others: they are made known while these tests run, and no longer."""

from __future__ import annotations

import pytest

from grognard.kernel.game import _REGISTERED
from server.bad_bots import TROUBLED
from server.fog import FOG
from server.postgres import Postgres, postgres
from server.toy_games import TOYS


@pytest.fixture(scope="package", autouse=True)
def toys_are_known():
    before = dict(_REGISTERED)
    _REGISTERED.update({game.name: game for game in (*TOYS, FOG, TROUBLED)})
    yield
    _REGISTERED.clear()
    _REGISTERED.update(before)


@pytest.fixture
def database() -> str:
    """The address of an empty database on a real PostgreSQL."""
    return new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def either(request) -> str:
    """The same test on both databases: "" is SQLite in the test's folder."""
    return "" if request.param == "sqlite" else new_database()


def new_database() -> str:
    server = postgres()
    if not isinstance(server, Postgres):
        pytest.skip(server)
    return server.database()
