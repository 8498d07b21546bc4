"""Chapters Terrain Effects, Bases and minefields: what the ground is to an element."""
