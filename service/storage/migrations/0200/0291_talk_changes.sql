-- How often what is said at a table has changed: a word more, or one whose text is gone. The latest change has the highest place
-- of the site; the row without a stream has that, and is written first, so that places are seen in their order.
CREATE TABLE talk_changes (
    stream TEXT PRIMARY KEY,
    changes BIGINT NOT NULL,
    place BIGINT NOT NULL
);
CREATE INDEX talk_changes_in_order ON talk_changes (place);
INSERT INTO talk_changes (stream, changes, place) VALUES ('', 0, 0);
