"""Chapters Tactical Moves to Entrenchment: what an activation does."""
