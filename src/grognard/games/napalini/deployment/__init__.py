"""Chapters 1 and 3: scenarios, deployment, envelopments."""
