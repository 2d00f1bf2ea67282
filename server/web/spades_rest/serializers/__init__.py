"""What this API shows of a table: pure functions of the view that the hub gives an audience."""
