"""Section 2.9: Battlegroups that march as one group, and to which Brigade they belong."""
