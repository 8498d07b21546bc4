"""Chapters 2, 11, 13, 22 and 24: morale, demoralization, supply, victory."""
