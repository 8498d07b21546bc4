"""Exact odds, made from the functions that resolve."""
