byte ÿþ;
active proctype P() { skip }
