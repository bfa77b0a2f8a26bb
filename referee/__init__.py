"""The referee at the table: fame, pawns, Spirit, potions and creatures, judged and remembered.

ARCHITECTURE.md says what lives where, and which way imports go.
"""
