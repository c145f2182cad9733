"""Signing in and resetting a password by signed links in mails."""
