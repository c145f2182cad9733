"""Several queries in one statement, which saves the round trips between them."""

from sqlalchemy import TextClause, text


def select_together(**queries: str) -> TextClause:
    """Return a statement with one row, and in it a column for each query: its rows in order, as a list of dicts.

    Values are those of JSON: times are texts in ISO 8601.
    """
    return text("SELECT " + ",\n".join(f"({_as_list(query)}) AS {name}" for name, query in queries.items()))


def _as_list(query: str) -> str:
    return f"SELECT coalesce(json_agg(part), '[]') FROM ({query}) AS part"  # noqa: S608 - queries of our own
