active proctype P() { skip }
never;
