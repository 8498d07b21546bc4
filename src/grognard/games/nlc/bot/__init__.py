"""The staff officer, who plays the game."""
