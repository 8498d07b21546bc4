"""Chapter 8: flags, points, momentum, the end."""
