chan c[300] = [1] of { byte };
active proctype P() { skip }
