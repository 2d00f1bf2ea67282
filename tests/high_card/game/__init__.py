"""The rules of high card."""
