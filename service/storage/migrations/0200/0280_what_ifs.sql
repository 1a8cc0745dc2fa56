-- What-ifs that their makers took off the lists; their logs stay as they are.
CREATE TABLE hidden_branches (stream TEXT PRIMARY KEY, author TEXT NOT NULL);
CREATE INDEX hidden_branches_by_author ON hidden_branches (author);
