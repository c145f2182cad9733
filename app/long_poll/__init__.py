"""Long polls: a page asks what is new, and gets its answer when something changes or its waiting time is over.

`middleware` wraps the site; `subscriptions` keeps the current topic versions and the waiting polls; `listener` receives
changes from the database; `timer_wheel` ends waits that have lasted long enough.
"""
