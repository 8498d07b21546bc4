"""Games for the club's browser test: the fog game, whose only point is what must not be seen, and the small ones."""

from __future__ import annotations

from grognard.kernel import register
from server.fog import FOG
from server.toys import TOYS

GAMES = [*TOYS, register(FOG)]
