"""Chapters 7.7 to 7.10: charges, pursuits, reaction charges."""
