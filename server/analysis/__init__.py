"""What the cards were worth with all hands open; only finished boards come in here."""
