typedef Thing { byte a };
Thnig x;
active proctype P() { skip }
