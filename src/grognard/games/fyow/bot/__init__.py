"""Generals who play a side."""
