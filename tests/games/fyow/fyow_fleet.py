"""Helpers for tests of naval Battlegroups, on Operation Take Three."""

from __future__ import annotations

from fyow_arms import board, ships, vessels

from grognard.games.fyow.sea import sailing as naval_moves
from grognard.games.fyow.sea import vessels as naval


def put(m, group, place, *, area=False):
    n = ships(m, group)
    for vessel in naval.vessels(m.g, n):
        vessel.dock = False
    naval_moves.to_board(m.g, n, board(m, place), -1)
    m.g.state.fleet.groups[n].area = area
    return n


def met(m):
    """British Destroyers and German E-boats in the combat area off St Peter Port, each having spotted the other."""
    one, other = put(m, "bn1", "e", area=True), put(m, "gn1", "e", area=True)
    m.g.state.fleet.groups[one].spotted = [f"g{other}"]
    m.g.state.fleet.groups[other].spotted = [f"g{one}"]
    return one, other


def boat(m, group, which=0):
    return vessels(m, group)[which]


def of(m, place):
    return m.g.state.fleet.vessels[place]
