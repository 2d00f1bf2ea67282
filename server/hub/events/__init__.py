"""The events whose tables this hub owns."""
