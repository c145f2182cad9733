"""Email addresses: their syntax, confirmation, and the mails about them."""
