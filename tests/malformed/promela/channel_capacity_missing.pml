chan c = [] of { byte };
active proctype P() { skip }
