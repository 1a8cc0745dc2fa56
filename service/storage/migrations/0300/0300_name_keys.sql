-- Names that look or read alike have a key in common, and each key has one owner. `daybook migrate` fills this table in
-- from the names that are there (service/people/name_collisions.py): their keys cannot be worked out in SQL.
CREATE TABLE name_keys (
    key TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    made_by TEXT NOT NULL
);

CREATE INDEX name_keys_by_user ON name_keys (user_id);
