"""Chapters 7.1 to 7.6, 7.11, 8 and 10: fire, normal combat, bombardment, retreats and advances."""
