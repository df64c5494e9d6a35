chan c[2] = [1] of { byte[2] };
active proctype P() { skip }
