"""Odds of an attack."""
