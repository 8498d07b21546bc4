"""Options of the whole test suite."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-playthroughs", action="store_true", help="write the recorded playthroughs anew")


@pytest.fixture
def update_playthroughs(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-playthroughs")) or os.environ.get("GROGNARD_UPDATE") == "1"
