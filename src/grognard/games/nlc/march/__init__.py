"""Chapters 5, 6 and 9: movement and its duties, exits, reinforcements."""
