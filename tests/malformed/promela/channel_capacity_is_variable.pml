active proctype P() { byte n = 2; chan c = [n] of { byte }; skip }
