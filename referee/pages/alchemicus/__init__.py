"""The pages that only Alchemicus has: the comparison with the printed board, the pictures of its rulebooks."""
