"""Reinforcements and replacements."""
