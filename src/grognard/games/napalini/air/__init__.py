"""Chapter 11: airpower."""
