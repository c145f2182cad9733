"""Teams, whose members play a campaign together: `models` has the rows, `service` the actions of members."""

from app.teams import data_export, erasure, names_in_use

__all__ = ["data_export", "erasure", "names_in_use"]
