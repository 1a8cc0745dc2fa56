-- The lists of games are read from rows for each person now; a read model's tables of before are nobody's.
DROP TABLE IF EXISTS table_seats;
