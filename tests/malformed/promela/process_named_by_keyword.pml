active proctype atomic() { skip }
