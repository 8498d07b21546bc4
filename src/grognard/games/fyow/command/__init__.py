"""Sections 7 and 8: commanders, their decisions and their careers."""
