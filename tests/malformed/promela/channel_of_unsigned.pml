chan c = [1] of { unsigned };
active proctype P() { skip }
