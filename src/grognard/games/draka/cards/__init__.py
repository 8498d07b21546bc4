"""Cards that differ, and the events of 1919."""
