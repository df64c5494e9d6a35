chan c = [1] of { byte x };
active proctype P() { skip }
