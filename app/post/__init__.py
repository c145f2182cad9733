"""Carrying messages out of the site, each over one channel: rows in models.py, their delivery in delivering.py."""
