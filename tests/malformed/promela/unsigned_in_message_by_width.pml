chan c = [1] of { unsigned : 3 };
active proctype P() { skip }
