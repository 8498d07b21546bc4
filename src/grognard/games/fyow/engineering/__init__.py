"""Sections 23 and 31: work, tasks and repairs."""
