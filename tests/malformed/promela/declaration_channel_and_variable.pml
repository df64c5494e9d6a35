chan c = [1] of { byte };
byte c;
active proctype P() { skip }
