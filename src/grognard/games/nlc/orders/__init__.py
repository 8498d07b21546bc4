"""Chapters 20.1 to 20.5, 20.8, 20.9 and 25.7: orders, who is under them, command range, targets, order markers."""
