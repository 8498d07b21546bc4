"""Forts and sieges."""
