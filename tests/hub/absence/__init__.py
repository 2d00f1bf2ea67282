"""Players who are gone or too slow: who plays for them, and how they get their seats back."""
