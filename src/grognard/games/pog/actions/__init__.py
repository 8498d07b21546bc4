"""Actions: what a round brings, and operations."""
