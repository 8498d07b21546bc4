"""Games for the browser's tests: the small ones and the spikes, and one that shows everything a client must be able to draw."""

from __future__ import annotations

from show import SHOW
from show_orders import STAFF, TURNING

from server.toys import TOYS

GAMES = [*TOYS, SHOW, STAFF, TURNING]
