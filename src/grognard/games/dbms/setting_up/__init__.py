"""Chapters Force Composition, Terrain, Deployment and Engineers: everything before the first turn."""
