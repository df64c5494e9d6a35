chan c = [1000000000] of { byte };
active proctype P() { skip }
