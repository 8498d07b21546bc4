"""Chapter 2: attacks."""
