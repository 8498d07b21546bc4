"""Grognard: an umpire for wargames."""

__version__ = "0.1.0"
