"""Sections 25 to 27 and 28.4: the weather of three climates, and who may fly in it."""
