chan c = { 1, 2 };
active proctype P() { skip }
