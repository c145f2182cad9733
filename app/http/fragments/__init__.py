"""Fragments of pages: rendered once for equal values, and not sent again to a page that shows them."""
