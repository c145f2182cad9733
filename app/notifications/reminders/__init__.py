"""Reminding users whose turn it is: schedule, channels, digest and wording."""
