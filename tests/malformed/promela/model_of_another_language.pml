process P { state q; init q; trans q -> q { guard true; }; }
system async;
