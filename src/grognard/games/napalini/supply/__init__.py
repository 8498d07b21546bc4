"""Chapter 5: supply and isolation."""
