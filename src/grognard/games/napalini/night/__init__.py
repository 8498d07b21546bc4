"""Chapters 8 and 9: the night."""
