"""The built-in question pack: one file a deck, the instruction cards, and names out of CLDR."""
