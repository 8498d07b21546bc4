"""Replacements, detachments, last reserves."""
