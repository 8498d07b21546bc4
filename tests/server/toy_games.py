"""The games that the server's tests play with: the small ones, the spikes, and two of the server's own. Nothing is registered here."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))

from small_games import Counting, Duel
from spikes.dbms_spike import DbmsSpike
from spikes.fyow_spike import FyowSpike
from spikes.napalini_spike import NapaliniSpike
from spikes.nlc_spike import NlcSpike
from spikes.pog_spike import PogSpike

TOYS = [kind() for kind in (Counting, Duel, DbmsSpike, FyowSpike, NapaliniSpike, NlcSpike, PogSpike)]
FOGGED = [game.name for game in TOYS if game.hidden]

__all__ = ["FOGGED", "TOYS", "Counting"]
