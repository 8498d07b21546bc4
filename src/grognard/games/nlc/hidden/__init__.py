"""Chapter 25.5: hidden marches."""
