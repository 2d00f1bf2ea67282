-- The owner of a robot: the place of a person of the same record, or a name alone.
ALTER TABLE person ADD COLUMN robot_of TEXT NOT NULL DEFAULT '';
ALTER TABLE person ADD COLUMN owner INTEGER;
ALTER TABLE table_person ADD COLUMN robot_of TEXT NOT NULL DEFAULT '';
ALTER TABLE table_person ADD COLUMN owner INTEGER;
