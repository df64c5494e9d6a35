active proctype () { skip }
