"""Supply and attrition."""
