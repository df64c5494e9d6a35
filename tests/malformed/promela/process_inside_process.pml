active proctype P() { proctype Q() { skip } }
