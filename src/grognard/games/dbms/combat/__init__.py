"""Chapters Combat and Resolving Combat."""
