chan c = [1] { byte };
active proctype P() { skip }
