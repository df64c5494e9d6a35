inline f() { skip }
