init(byte x) { skip }
