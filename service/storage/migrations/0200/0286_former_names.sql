-- What people were called before: what others were answered then is found by it when an account goes.
CREATE TABLE former_names (user_id TEXT NOT NULL, name TEXT NOT NULL, until TEXT NOT NULL, PRIMARY KEY (user_id, name));
