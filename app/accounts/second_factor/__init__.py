"""The second step of signing in: codes of an authenticator app (TOTP), recovery codes, and who must take it."""
