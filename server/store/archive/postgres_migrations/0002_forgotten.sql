-- A digest in place of the id, so that the row does not name the player it is about.
CREATE TABLE forgotten (
  digest BYTEA PRIMARY KEY,
  pseudonym TEXT NOT NULL
);
