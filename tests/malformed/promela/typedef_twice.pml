typedef R { byte a };
typedef R { byte b };
active proctype P() { skip }
