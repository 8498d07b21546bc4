"""Exact odds of fires, combats and charges."""
