-- A digest in place of the id, so that the row does not name the player it is about.
CREATE TABLE forgotten (
  digest BLOB PRIMARY KEY,
  pseudonym TEXT NOT NULL
) STRICT, WITHOUT ROWID;
