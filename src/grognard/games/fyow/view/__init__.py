"""What a seat sees: scene, picture, sheets."""
