"""Polls that wait: a page asks what is new, and is answered when something is, or when it has waited long enough.

`polls` stands in front of the site; `beats` knows what is true now and who waits for it to change; `listener` hears of
changes from the database; `wheel` ends the waits that have lasted long enough.
"""
