"""The map: nations, and where a unit may be."""
