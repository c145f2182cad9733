"""The game page: views, forms, and what the page shows."""
