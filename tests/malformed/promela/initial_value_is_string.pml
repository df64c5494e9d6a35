byte x = "one";
active proctype P() { skip }
