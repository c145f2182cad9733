"""Signing up, signing in and out: passwords, sessions, known browsers and throttling."""
