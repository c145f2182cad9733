"""How fast the site is: one table of figures, measured over HTTP on a site started as in production."""
