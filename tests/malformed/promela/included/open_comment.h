byte x; /* for ever
