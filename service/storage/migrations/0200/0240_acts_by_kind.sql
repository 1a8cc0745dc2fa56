CREATE INDEX operator_acts_by_kind ON operator_acts (act, at, id);
