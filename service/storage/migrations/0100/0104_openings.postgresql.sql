CREATE TABLE openings (
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (actor, command)
);

-- What was opened here before is found again by a repetition; what a file says of itself is not.
INSERT INTO openings
SELECT COALESCE(written.fact ->> 'actor', ''), written.fact ->> 'command', first.originator_id
FROM stored_events AS first, LATERAL (SELECT convert_from(first.state, 'UTF8')::json AS fact) AS written
WHERE first.originator_version = 1 AND first.topic IN ('table.opened', 'log.branch_opened') AND NOT EXISTS (
    SELECT 1 FROM stored_events WHERE originator_id = first.originator_id AND topic = 'table.imported'
)
ON CONFLICT DO NOTHING;
