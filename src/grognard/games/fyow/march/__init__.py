"""Section 14: movement."""
