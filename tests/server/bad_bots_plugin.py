"""A plugin: importing it makes the troubled game and the toys known to worker processes."""

from grognard.kernel import register
from server import toys
from server.bad_bots import TROUBLED

assert toys
register(TROUBLED)
