"""The rules of bridge that the server and the robots share."""
