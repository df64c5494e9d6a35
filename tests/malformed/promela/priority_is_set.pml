active proctype P() { set_priority(0, 3) }
