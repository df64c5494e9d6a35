active [] proctype P() { skip }
