"""Section 34: partisans."""
