-- Who called a competition what it is called: with their account that goes, whoever organises it by then.
ALTER TABLE competitions ADD COLUMN author TEXT NOT NULL DEFAULT '';
UPDATE competitions SET author = owner;
CREATE INDEX competitions_of_authors ON competitions (author);
