"""The computer's staff."""
