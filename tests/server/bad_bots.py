"""Bots that misbehave, for a game that has them. bad_bots_plugin.py makes it known to worker processes."""

from __future__ import annotations

import os
import time

from server.toy_games import Counting


class Dies:
    def choose(self, chair):
        os._exit(3)


class Hangs:
    def choose(self, chair):
        time.sleep(60)


class Ponders:
    """Takes its time, and comes back."""

    def choose(self, chair):
        time.sleep(0.25)
        return 1


class Raises:
    def choose(self, chair):
        raise RuntimeError("SECRET trace")


class Cheats:
    def choose(self, chair):
        return 17


class Peeks:
    """Takes the match out of its chair, if it can find it by the words of the chair alone."""

    def choose(self, chair):
        assert not any(hasattr(chair, name) for name in ("match", "g", "state", "save", "secret"))
        return 1


class Troubled(Counting):
    name, title = "troubled", "Troubled"

    def bots(self):
        return {"dies": Dies, "hangs": Hangs, "raises": Raises, "cheats": Cheats, "peeks": Peeks, "ponders": Ponders}


TROUBLED = Troubled()
