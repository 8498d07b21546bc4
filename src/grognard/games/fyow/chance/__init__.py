"""Section 32: chance cards."""
