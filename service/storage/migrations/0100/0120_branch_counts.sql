CREATE TABLE branch_counts (
    root TEXT NOT NULL,
    owner TEXT NOT NULL,
    opened BIGINT NOT NULL,
    PRIMARY KEY (root, owner)
);
