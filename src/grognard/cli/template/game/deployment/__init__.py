"""Chapter 1: setting up."""
