init priority 2 { skip }
