"""Chapter 10: special detachments."""
