inline f() { there: skip }
active proctype P() { f(); goto there }
