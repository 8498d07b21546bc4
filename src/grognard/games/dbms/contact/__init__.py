"""Contact, zones of control, and breaking off."""
