"""The nouns of high card on the wire."""
