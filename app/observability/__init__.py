"""Logs and metrics, for the site's operators."""
