active proctype P() { byte n = 3; byte a[n]; skip }
