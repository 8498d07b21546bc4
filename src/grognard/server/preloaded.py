"""What every worker process of a club will need, loaded once: they are copies of the process that imports this."""

from __future__ import annotations

from contextlib import suppress

import grognard.bots.registry
import grognard.server.kernel_worker
import grognard.server.thinking  # noqa: F401
from grognard.kernel import game, game_names

for _name in game_names():
    with suppress(Exception):  # one that cannot be loaded is said so by who offers it
        game(_name)
