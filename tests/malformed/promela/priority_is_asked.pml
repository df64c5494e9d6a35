byte x;
active proctype P() { x = get_priority(0) }
