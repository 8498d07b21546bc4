"""Section 28: aircraft."""
