"""How notices are told: in sentences, on pages and in mails."""
