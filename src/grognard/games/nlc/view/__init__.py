"""What a seat sees: scene, layers, the map, words for the log."""
