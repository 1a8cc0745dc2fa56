-- What-ifs that their makers share by a link: whether they do now, and how often a link was made void.
CREATE TABLE branch_links (stream TEXT PRIMARY KEY, shared BOOLEAN NOT NULL, ended BIGINT NOT NULL);
