byte if;
active proctype P() { skip }
