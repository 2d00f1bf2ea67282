CREATE TABLE player (
  num INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE deal (
  num INTEGER PRIMARY KEY,
  tbl TEXT NOT NULL,
  deal INTEGER NOT NULL,
  version INTEGER NOT NULL,
  game TEXT NOT NULL,
  ended_ms INTEGER NOT NULL,
  open INTEGER NOT NULL,
  result TEXT NOT NULL,
  record BLOB NOT NULL,
  checksum BLOB NOT NULL,
  UNIQUE (tbl, deal)
) STRICT;

CREATE INDEX deal_ended ON deal (ended_ms, num);
CREATE INDEX deal_game ON deal (game, ended_ms, num);

CREATE TABLE person (
  deal INTEGER NOT NULL REFERENCES deal (num) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES player (num),
  name TEXT NOT NULL,
  seat INTEGER,
  robot INTEGER NOT NULL,
  played INTEGER NOT NULL,
  ended_ms INTEGER NOT NULL,
  PRIMARY KEY (deal, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_player ON person (player, played, ended_ms, deal);

CREATE TABLE game_table (
  tbl TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  meta BLOB NOT NULL,
  deal INTEGER NOT NULL,
  closed_ms INTEGER,
  checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX game_table_closed ON game_table (closed_ms);

CREATE TABLE table_person (
  tbl TEXT NOT NULL REFERENCES game_table (tbl) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES player (num),
  name TEXT NOT NULL,
  seat INTEGER,
  robot INTEGER NOT NULL,
  PRIMARY KEY (tbl, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX table_person_player ON table_person (player);
