"""Sections 15 to 17 and 19: boards and boxes, detection, information, decoys."""
