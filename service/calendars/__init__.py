"""When time counts for a person: their zone, weekends, hours and vacations, as intervals in UTC."""
