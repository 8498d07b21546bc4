"""Chapter 11: the cards that a side holds."""
