-- Followers of the journal hear that something beside it has changed. (SQLite has none: there they look.)
CREATE FUNCTION talk_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY beside; RETURN NULL; END';
CREATE OR REPLACE TRIGGER talk_changed AFTER UPDATE ON talk_changes FOR EACH STATEMENT EXECUTE FUNCTION talk_changed();
