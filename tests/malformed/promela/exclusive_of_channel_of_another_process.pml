active proctype P() { chan d = [1] of { byte }; d!1 }
active proctype Q() { xr d; skip }
