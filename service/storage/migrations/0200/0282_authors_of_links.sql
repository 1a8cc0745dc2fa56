-- Whose account a link goes with; nothing where it was given before that was noted.
ALTER TABLE branch_links ADD COLUMN author TEXT NOT NULL DEFAULT '';
CREATE INDEX branch_links_by_author ON branch_links (author);
