"""Chapters 20.4 to 20.7, 20.10 to 20.13 and 21: writing orders, compliance, initiative, confidence, reorganization."""
