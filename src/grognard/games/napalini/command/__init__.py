"""Chapter 4: the Command Phase, HQ actions, rounds."""
