"""The lobby pages: views, forms, and what they show."""
