"""A plugin: importing it makes the toy games known (GROGNARD_PLUGINS=server.toys)."""

from grognard.kernel import register
from server.toy_games import TOYS

for game in TOYS:
    register(game)
