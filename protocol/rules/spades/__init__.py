"""The rules of Spades that the server and the robots share."""
