"""What the Tesla Automa is made of, beside what the games it joins are: its figures."""
