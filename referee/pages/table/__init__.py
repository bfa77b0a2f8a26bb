"""The page of a table: what is entered there, how it is drawn, and how every phone follows it."""
