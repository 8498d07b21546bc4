"""Movement, entrenchment, strategic redeployment."""
