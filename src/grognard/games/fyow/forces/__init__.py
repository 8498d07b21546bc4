"""Sections 2 and 3: Battlegroups merged, Fractions, Pickets."""
