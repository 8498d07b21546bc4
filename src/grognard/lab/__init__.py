"""The laboratory: series of matches, measurements. It knows matches, not games."""
