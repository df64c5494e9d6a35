active proctype P();
