"""Section 12 and 33.10: Strategic Condition, Strategic Morale, losses, and who wins."""
