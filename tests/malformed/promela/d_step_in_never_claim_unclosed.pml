active proctype P() { skip }
never { d_step { true }
