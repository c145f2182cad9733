"""Signed links in mails: password resets and sign-in links."""
