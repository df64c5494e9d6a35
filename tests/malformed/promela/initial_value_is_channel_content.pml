chan c = [1] of { byte };
byte x = c?[1];
active proctype P() { skip }
