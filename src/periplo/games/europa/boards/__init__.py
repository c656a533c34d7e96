"""The boards, one file an edition, and the cities they are made of."""
