"""The rules to read and to search, and those in force at a table."""
