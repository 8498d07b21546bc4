"""Chapters 19, 20.15 and 23: leaders and headquarters, wing commanders, commanders at night."""
