"""Chapters 5.2 and 8.3: what the ground costs, and what it hides."""
