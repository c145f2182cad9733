"""A running table: loading and locking, deadlines, marks, votes, unread moves."""
