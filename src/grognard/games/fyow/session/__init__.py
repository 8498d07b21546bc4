"""Sections 4.5, 4.6 and 6: what the cards of a session bring to every service."""
