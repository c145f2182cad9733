"""Passkeys (WebAuthn): signing in without a password; each proves possession and verifies its user."""
