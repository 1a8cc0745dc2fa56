CREATE INDEX operator_acts_about_people ON operator_acts (user_id, at, id);
