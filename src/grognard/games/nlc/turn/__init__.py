"""Chapter 4: the phases of a turn and the Formation Action."""
