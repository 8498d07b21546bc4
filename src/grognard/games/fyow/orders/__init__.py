"""Sections 5, 9, 10 and 11: orders, the options of a week and a day, requests, the diary box."""
