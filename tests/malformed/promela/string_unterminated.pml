active proctype P() { printf("hello); skip }
