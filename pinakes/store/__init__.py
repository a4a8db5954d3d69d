"""The index and the user's own state in SQLite. Every line of SQL is in this package.

`apsw` brings a current SQLite along: the versions from 3.7.0 to 3.51.2, which many Pythons
ship, have a WAL-reset bug that can corrupt a database with several processes on it.
"""
