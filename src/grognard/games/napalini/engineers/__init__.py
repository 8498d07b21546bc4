"""Chapter 12: engineers and demolitions."""
