init;
