chan c = [1] of { byte };
trace { c!1 }
active proctype P() { c!1 }
