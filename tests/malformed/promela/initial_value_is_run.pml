byte x = run P();
active proctype P() { skip }
