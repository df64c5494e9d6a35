byte x;
chan c = [1] of { byte };
