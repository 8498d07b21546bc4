"""What is seen: scene and picture."""
