"""What goes out: kept in the database until it has been delivered, or was given up."""
