"""The Janissary Zone, and Draka control."""
