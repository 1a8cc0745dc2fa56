-- One zone for each person: that of their notices is theirs where they have said no other, and their clocks follow it.
INSERT INTO changed_calendars
SELECT users.id, (SELECT COALESCE(MAX(rowid), 0) FROM stored_events)
FROM users JOIN notice_times ON user_id = users.id WHERE users.time_zone = ''
ON CONFLICT (user_id) DO UPDATE SET journal = excluded.journal;

UPDATE users SET time_zone = (SELECT notice_times.time_zone FROM notice_times WHERE user_id = users.id)
WHERE time_zone = '' AND id IN (SELECT user_id FROM notice_times);

ALTER TABLE notice_times DROP COLUMN time_zone;
