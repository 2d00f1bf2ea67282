"""The rules of Hanabi that the server and the robots share."""
