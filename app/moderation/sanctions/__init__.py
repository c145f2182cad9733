"""Sanctions: decisions, warnings, suspensions and what follows from them."""
