CREATE TABLE failed_streams (
    read_model TEXT NOT NULL,
    stream TEXT NOT NULL,
    version BIGINT NOT NULL,
    error TEXT NOT NULL,
    PRIMARY KEY (read_model, stream)
);

CREATE INDEX failed_streams_by_stream ON failed_streams (stream);
