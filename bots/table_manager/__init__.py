"""The table-manager protocol, version 18, by which bridge engines of other authors play.

`lines` has the lines of both sides as values, `reading` and `writing` turn them into text and back, and
`dialects` lists how programs differ. `seat` is the table manager's side of one seat, without any connection.
"""
