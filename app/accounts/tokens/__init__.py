"""Personal tokens, with which programs act for an account through the API."""
