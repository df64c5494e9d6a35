c_decl { typedef int Number; }
active proctype P() { skip }
