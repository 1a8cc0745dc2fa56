CREATE TABLE openings (
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    stream TEXT NOT NULL,
    PRIMARY KEY (actor, command)
);

-- What was opened here before is found again by a repetition; what a file says of itself is not.
INSERT INTO openings
SELECT COALESCE(json_extract(CAST(state AS TEXT), '$.actor'), ''), json_extract(CAST(state AS TEXT), '$.command'), originator_id
FROM stored_events AS first
WHERE originator_version = 1 AND topic IN ('table.opened', 'log.branch_opened') AND NOT EXISTS (
    SELECT 1 FROM stored_events WHERE originator_id = first.originator_id AND topic = 'table.imported'
)
ON CONFLICT DO NOTHING;
