byte x;
active proctype P() { x = _priority }
