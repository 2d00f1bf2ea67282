"""The interface of sheets: the objects that show a game at a terminal and read typed lines."""
