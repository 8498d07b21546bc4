"""Section 30: trains."""
