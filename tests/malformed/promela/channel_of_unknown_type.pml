chan c = [1] of { Thing };
active proctype P() { skip }
