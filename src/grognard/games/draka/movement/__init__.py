"""Redeployment, and the march to Central Asia."""
