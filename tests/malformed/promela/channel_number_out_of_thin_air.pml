active proctype P() { 3?x }
